/// Runs the records of `symbolic.jsonl` files: simplifies each graph, and compares value, bounds,
/// dtype and size with what the record holds. A line for each failing record, a table by kind, one
/// summary line. Exit status 1 if anything is wrong; larger results and unsupported records are
/// counted and named, and do not fail.
#include "core/base/error.h"
#include "tests/patterns/symbolic_check.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <map>

namespace {

using tenet::corpus::check_record;
using tenet::corpus::parse_symbolic_record;
using tenet::corpus::Size;
using tenet::corpus::SymbolicRecord;
using tenet::corpus::Verdict;

struct Counts {
  size_t same = 0, smaller = 0, larger = 0, wrong = 0, unsupported = 0, looser = 0;
  size_t with_out = 0, small_enough = 0;

  void add(const Verdict& v) {
    const bool failed = !v.failures.empty();
    wrong += failed;
    unsupported += v.unsupported;
    looser += v.looser;
    same += !failed && v.size == Size::Same;
    smaller += !failed && v.size == Size::Smaller;
    larger += !failed && v.size == Size::Larger;
    with_out += v.has_out;
    small_enough += v.has_out && !failed && v.size != Size::Larger;
  }
};

void print_row(const std::string& name, const Counts& c) {
  std::printf("%-18s %6zu %8zu %7zu %6zu %12zu %7zu\n", name.c_str(), c.same, c.smaller, c.larger,
              c.wrong, c.unsupported, c.looser);
}

class Run {
public:
  explicit Run(bool name_larger) : name_larger_(name_larger) {}

  void line(const std::string& text, size_t number) {
    SymbolicRecord record;
    Verdict verdict;
    try {
      record = parse_symbolic_record(text);
      verdict = check_record(record);
    } catch (const std::exception& e) {
      record.id = "line " + std::to_string(number);
      record.kind = "unreadable";
      verdict.failures.emplace_back(e.what());
    }
    ++records_;
    by_kind_[record.kind].add(verdict);
    all_.add(verdict);
    for (const std::string& why : verdict.failures)
      std::printf("%s (%s) is wrong: %s\n", record.id.c_str(), record.kind.c_str(), why.c_str());
    if (name_larger_ && verdict.size == Size::Larger)
      std::printf(
          "%s (%s) is larger: %zu nodes; the reference has %zu\n  in   %s\n  ours %s\n  ref  %s\n",
          record.id.c_str(), record.kind.c_str(), verdict.nodes, record.nodes_out,
          record.in.c_str(), verdict.result.c_str(),
          record.out.value_or("(nothing rewritten)").c_str());
    if (verdict.size == Size::Larger) larger_ += " " + record.id;
    if (verdict.unsupported) unsupported_ += " " + record.id;
  }

  int finish() const {
    if (!larger_.empty()) std::printf("larger:%s\n", larger_.c_str());
    if (!unsupported_.empty()) std::printf("unsupported:%s\n", unsupported_.c_str());
    std::printf("%-18s %6s %8s %7s %6s %12s %7s\n", "kind", "same", "smaller", "larger", "wrong",
                "unsupported", "looser");
    for (const auto& [kind, counts] : by_kind_)
      print_row(kind, counts);
    print_row("all", all_);
    const double share = all_.with_out == 0 ? 100.0
                                            : 100.0 * static_cast<double>(all_.small_enough) /
                                                  static_cast<double>(all_.with_out);
    std::printf("%zu records: %zu wrong, %zu unsupported; of %zu with a reference result %zu (%.1f "
                "%%) are as small\n",
                records_, all_.wrong, all_.unsupported, all_.with_out, all_.small_enough, share);
    return all_.wrong == 0 ? 0 : 1;
  }

private:
  bool name_larger_;
  size_t records_ = 0;
  std::map<std::string, Counts> by_kind_;
  Counts all_;
  std::string larger_, unsupported_;
};

} // namespace

int main(int argc, char** argv) {
  CLI::App app{"Checks the simplifier against recorded graphs."};
  std::vector<std::string> files;
  bool larger = false;
  app.add_option("FILE", files, "symbolic.jsonl files")->required()->check(CLI::ExistingFile);
  app.add_flag("--larger", larger, "show the graphs whose result is larger than the reference's");
  CLI11_PARSE(app, argc, argv);
  Run run(larger);
  for (const std::string& file : files) {
    std::ifstream in(file);
    std::string line;
    for (size_t number = 1; std::getline(in, line); ++number)
      if (!line.empty()) run.line(line, number);
  }
  return run.finish();
}
