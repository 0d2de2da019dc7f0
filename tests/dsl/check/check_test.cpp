#include "dsl/check/check.h"
#include "dsl/check/dump.h"
#include "dsl/check/load.h"
#include "tests/support/golden.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace tenet::dsl {
namespace {

/// What the checker says of one file and all it uses: the diagnostics, then the module if there is
/// one.
std::string outcome(const std::string& path, bool with_module) {
  Diagnostics diagnostics;
  Loaded loaded = load({path}, {}, diagnostics);
  REQUIRE(loaded.missing.empty());
  const std::vector<SourceFile> files = loaded.files;
  const std::optional<Module> module =
      check(std::move(loaded.trees), std::move(loaded.files), diagnostics);
  CHECK(module.has_value() == !diagnostics.has_errors());
  std::string text = render(diagnostics, files);
  if (module && with_module) text += dump(*module);
  return text;
}

std::vector<std::string> rules_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".rules") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  REQUIRE(!paths.empty());
  return paths;
}

std::string golden_of(const std::string& path) {
  return std::filesystem::path(path).replace_extension(".golden").string();
}

TEST_CASE("the checked form of every construct is as recorded") {
  for (const std::string& path : rules_in("tests/dsl/check/good")) {
    INFO(path);
    const std::string text = outcome(path, true);
    CHECK(text.find(": error: ") == std::string::npos);
    tenet::testing::check_golden(golden_of(path), text);
  }
}

TEST_CASE("every mistake is reported as recorded") {
  for (const std::string& path : rules_in("tests/dsl/check/bad")) {
    INFO(path);
    const std::string text = outcome(path, true);
    CHECK(text.find(": error: ") != std::string::npos);
    tenet::testing::check_golden(golden_of(path), text);
  }
}

TEST_CASE("only warnings leave the module in place") {
  const std::string text = outcome("tests/dsl/check/warnings.rules", false);
  CHECK(text.find(": error: ") == std::string::npos);
  tenet::testing::check_golden("tests/dsl/check/warnings.golden", text);
}

TEST_CASE("Tenet's own vocabulary has no mistakes") {
  CHECK(outcome("patterns/ops.rules", false).empty());
}

} // namespace
} // namespace tenet::dsl
