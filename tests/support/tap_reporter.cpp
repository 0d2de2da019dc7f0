// A Catch2 reporter in the Test Anything Protocol with one line for each test case, so that Meson,
// its log and the count at the end of tools/test see the cases of a suite one by one. What failed
// follows in comment lines. (The TAP reporter that comes with Catch2 has a line for each
// assertion.)
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <algorithm>
#include <catch2/catch.hpp>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

class TapReporter : public Catch::StreamingReporterBase<TapReporter> {
public:
  using StreamingReporterBase::StreamingReporterBase;

  static std::string getDescription() { return "one TAP line for each test case"; }

  void assertionStarting(const Catch::AssertionInfo& info) override { (void)info; }

  bool assertionEnded(const Catch::AssertionStats& stats) override {
    if (!stats.assertionResult.isOk()) failures_.push_back(describe(stats));
    return true;
  }

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    StreamingReporterBase::testCaseEnded(stats);
    std::string name = stats.testInfo.name;
    std::replace(name.begin(), name.end(), '#', ' '); // would start a directive
    stream << (stats.totals.testCases.failed != 0 ? "not ok " : "ok ") << ++count_ << " - " << name
           << '\n';
    for (const std::string& failure : failures_)
      comment(failure);
    failures_.clear();
    stream.flush();
  }

  void testRunEnded(const Catch::TestRunStats& stats) override {
    stream << "1.." << count_ << '\n';
    StreamingReporterBase::testRunEnded(stats);
  }

private:
  static bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; }

  static std::string describe(const Catch::AssertionStats& stats) {
    const Catch::AssertionResult& result = stats.assertionResult;
    std::ostringstream text;
    text << result.getSourceInfo() << ": ";
    if (result.hasExpression())
      text << result.getExpressionInMacro()
           << "\nwith expansion: " << result.getExpandedExpression();
    if (result.hasMessage()) text << (result.hasExpression() ? "\n" : "") << result.getMessage();
    for (const Catch::MessageInfo& info : stats.infoMessages)
      if (info.message != result.getMessage()) text << '\n' << info.message;
    return text.str();
  }

  void comment(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::replace_if(line.begin(), line.end(), is_control,
                      '?'); // the log is XML, which cannot hold them
      stream << "#   " << line << '\n';
    }
  }

  std::vector<std::string> failures_;
  size_t count_ = 0;
};

CATCH_REGISTER_REPORTER("tap", TapReporter)

} // namespace
