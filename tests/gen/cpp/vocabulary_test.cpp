#include "dsl/check/check.h"
#include "dsl/check/load.h"
#include "gen/cpp/fields.h"
#include "gen/cpp/inline_tests.h"
#include "gen/cpp/names.h"
#include "gen/cpp/pipeline.h"
#include "gen/cpp/vocabulary.h"
#include "tests/support/golden.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

namespace tenet::gen {
namespace {

dsl::Module load(const std::string& path) {
  dsl::Diagnostics diagnostics;
  dsl::Loaded loaded = dsl::load({path}, {}, diagnostics);
  std::optional<dsl::Module> module =
      dsl::check(std::move(loaded.trees), loaded.files, diagnostics);
  INFO(dsl::render(diagnostics, loaded.files));
  REQUIRE(module);
  return std::move(*module);
}

Options boolean_options() {
  Options options;
  options.name_space = "boolean::rules";
  options.library = "boolean";
  return options;
}

/// The name of the least common upper dtype of two dtypes, `-` if there is none.
std::string promoted(const dsl::Module& module, std::string_view a, std::string_view b) {
  const std::vector<size_t> table = promotion_table(module);
  const auto index = [&](std::string_view name) {
    const auto found = std::find_if(module.dtypes.begin(), module.dtypes.end(),
                                    [&](const auto& t) { return t.name == name; });
    return static_cast<size_t>(found - module.dtypes.begin());
  };
  const size_t t = table[index(a) * module.dtypes.size() + index(b)];
  return t == module.dtypes.size() ? "-" : module.dtypes[t].name;
}

TEST_CASE("the generated vocabulary of a small library is as it was") {
  const dsl::Module module = load("tests/gen/cpp/boolean.rules");
  const std::vector<OutputFile> files = generate_vocabulary(module, boolean_options());
  REQUIRE(files.size() == 2);
  CHECK(files[0].path == "ops.h");
  CHECK(files[1].path == "ops.cpp");
  testing::check_golden("tests/gen/cpp/golden/ops.h.txt", files[0].text);
  testing::check_golden("tests/gen/cpp/golden/ops.cpp.txt", files[1].text);
}

TEST_CASE("generated pipelines and tests of a small library are as they were") {
  const dsl::Module module = load("tests/gen/cpp/boolean.rules");
  testing::check_golden("tests/gen/cpp/golden/library.cpp.txt",
                        generate_pipelines(module, boolean_options()).text);
  testing::check_golden("tests/gen/cpp/golden/tests.cpp.txt",
                        generate_inline_tests(module, boolean_options())[1].text);
}

TEST_CASE("two dtypes promote to the least common upper one, of several the first declared") {
  const dsl::Module module = load("patterns/ops.rules");
  CHECK(promoted(module, "bool", "bool") == "bool");
  CHECK(promoted(module, "bool", "weakint") == "weakint");
  CHECK(promoted(module, "weakint", "uint8") == "uint8");
  CHECK(promoted(module, "int8", "uint8") == "int16");
  CHECK(promoted(module, "uint32", "int32") == "int64");
  CHECK(promoted(module, "int64", "uint64") == "weakfloat");
  CHECK(promoted(module, "weakfloat", "int32") == "weakfloat");
  CHECK(promoted(module, "float16", "bfloat16") == "float32");
  CHECK(promoted(module, "fp8e4m3", "fp8e5m2") == "float16");
  CHECK(promoted(module, "int64", "float16") == "float16");
  CHECK(promoted(module, "void", "bool") == "-");
}

TEST_CASE("the same module gives the same text each time") {
  const dsl::Module module = load("patterns/ops.rules");
  const Options options;
  CHECK(generate_vocabulary(module, options)[1].text ==
        generate_vocabulary(load("patterns/ops.rules"), options)[1].text);
}

TEST_CASE("names that C++ keeps for itself get an underscore") {
  CHECK(cpp_identifier("and") == "and_");
  CHECK(cpp_identifier("register") == "register_");
  CHECK(cpp_identifier("add") == "add");
}

TEST_CASE("enumerators are in PascalCase unless two would coincide") {
  const dsl::EnumDecl kinds{"Kind", "", {}, {{"two_words", ""}, {"register", ""}}};
  CHECK(enumerator_name(kinds, 0) == "TwoWords");
  CHECK(enumerator_name(kinds, 1) == "Register");
  const dsl::EnumDecl alike{"Kind", "", {}, {{"a_b", ""}, {"aB", ""}, {"AB", ""}}};
  CHECK(enumerator_name(alike, 0) == "a_b");
}

TEST_CASE("strings keep every byte in C++") {
  CHECK(quoted("a\"b\\c\n\x01") == R"("a\"b\\c\n\001")");
  CHECK(quoted("?!") == R"("\?!")"); // two `?` would begin a trigraph
  CHECK(quoted_view("") == "{}");
}

TEST_CASE("files are named relative to the root and never absolutely") {
  Options options;
  options.root = "/home/me/project";
  options.library = "patterns";
  CHECK(display_path(options, "/home/me/project/patterns/simplify/terms.rules") ==
        "patterns/simplify/terms.rules");
  CHECK(display_path(options, "/usr/share/tenet/rules/ops.rules") == "rules/ops.rules");
  CHECK(output_stem(options, "/home/me/project/patterns/simplify/terms.rules") == "simplify.terms");
  CHECK(output_stem(options, "/home/me/project/mine.rules") == "mine");
  CHECK(output_stem(options, "/home/me/project/patterns.rules") == "patterns");
}

} // namespace
} // namespace tenet::gen
