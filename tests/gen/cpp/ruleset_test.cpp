#include "dsl/check/check.h"
#include "dsl/check/load.h"
#include "gen/cpp/ruleset.h"
#include "gen/lower/lower.h"
#include "tests/support/golden.h"

#include <catch2/catch.hpp>

namespace tenet::gen {
namespace {

dsl::Module load(const std::string& path) {
  dsl::Diagnostics diagnostics;
  dsl::Loaded loaded = dsl::load({path}, {}, diagnostics);
  std::optional<dsl::Module> module;
  if (!diagnostics.has_errors())
    module = dsl::check(std::move(loaded.trees), loaded.files, diagnostics);
  INFO(dsl::render(diagnostics, loaded.files));
  REQUIRE(module);
  return std::move(*module);
}

Options numbers_options() {
  Options options;
  options.name_space = "numbers::rules";
  options.library = "tests/gen/lower";
  return options;
}

TEST_CASE("the matchers of rules of every form are as they were") {
  const dsl::Module module = load("tests/gen/lower/numbers.rules");
  const std::vector<OutputFile> files = generate_rulesets(module, lower(module), numbers_options());
  REQUIRE(files.size() == 1);
  CHECK(files[0].path == "numbers.rules.cpp");
  testing::check_golden("tests/gen/cpp/golden/numbers.rules.cpp.txt", files[0].text);
}

TEST_CASE("the header of a rule library declares context, externs and rulesets") {
  const dsl::Module module = load("tests/gen/lower/numbers.rules");
  const OutputFile header = generate_rules_header(module, lower(module), numbers_options());
  testing::check_golden("tests/gen/cpp/golden/numbers_rules.h", header.text);
}

TEST_CASE("any name will do for a variable") {
  const dsl::Module module = load("tests/gen/cpp/names.rules");
  for (const OutputFile& file : generate_rulesets(module, lower(module), numbers_options())) {
    if (file.path.find("names.rules.cpp") == std::string::npos) continue;
    CHECK(file.text.find("const Node* class_") != std::string::npos);
    CHECK(file.text.find("const Node* register_") != std::string::npos);
    CHECK(file.text.find("const Node* m2") != std::string::npos);
  }
}

TEST_CASE("generated code points back to the rules by relative paths") {
  const dsl::Module module = load("tests/gen/lower/numbers.rules");
  const std::string text = generate_rulesets(module, lower(module), numbers_options())[0].text;
  CHECK(text.find("\"tests/gen/lower/numbers.rules\"\n") != std::string::npos);
  CHECK(text.find("#line @") == std::string::npos);
  CHECK(text.find("\"/") == std::string::npos);
}

} // namespace
} // namespace tenet::gen
