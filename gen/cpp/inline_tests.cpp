#include "gen/cpp/inline_tests.h"

#include "gen/cpp/names.h"
#include "gen/cpp/test_graph.h"

#include <fmt/format.h>

namespace tenet::gen {
namespace {

using dsl::Module;

constexpr size_t most_cases = 64;

/// The values that a constant takes: ends and middle, without repeats.
std::optional<std::vector<TestValue>> values_of(const dsl::InlineTest::Binding& binding) {
  const std::optional<TestValue> from = parse_test_value(binding.min);
  const std::optional<TestValue> to = parse_test_value(binding.max);
  if (!from || !to) return std::nullopt;
  std::vector<TestValue> values{*from};
  for (const TestValue& v : {middle(*from, *to), *to})
    if (v.text() != values.back().text()) values.push_back(v);
  return values;
}

/// All choices of the constants of a test, the last varying fastest.
std::optional<std::vector<TestConstants>> choices(const dsl::InlineTest& test) {
  std::vector<TestConstants> all{{}};
  for (const dsl::InlineTest::Binding& binding : test.bindings) {
    if (!binding.is_const) continue;
    const std::optional<std::vector<TestValue>> values = values_of(binding);
    if (!values) return std::nullopt;
    std::vector<TestConstants> longer;
    for (const TestConstants& chosen : all)
      for (const TestValue& value : *values) {
        longer.push_back(chosen);
        longer.back().emplace(binding.name, value);
      }
    all = std::move(longer);
  }
  if (all.size() > most_cases) all.resize(most_cases);
  return all;
}

TestCase::Expected kind_of(const dsl::Expr& expected) {
  using Kind = dsl::Expr::Kind;
  if (expected.kind == Kind::StrLiteral) return TestCase::Expected::Text;
  if (expected.kind == Kind::List) return TestCase::Expected::List;
  const bool like_root = expected.constant == dsl::Expr::ConstantDType::LikeRoot &&
                         (expected.kind == Kind::Literal || expected.kind == Kind::Constant);
  return like_root ? TestCase::Expected::LikeRoot : TestCase::Expected::Graph;
}

std::string expected_text(TestGraph& graph, const dsl::Expr& expected) {
  if (expected.kind == dsl::Expr::Kind::StrLiteral) return expected.text;
  if (expected.kind != dsl::Expr::Kind::List) return graph.write(expected);
  std::string lines;
  for (const dsl::Expr& item : expected.children)
    lines += (lines.empty() ? "" : "\n") + graph.write(item);
  return lines;
}

TestCase make_case(const Module& module, const dsl::InlineTest& test,
                   const TestConstants& constants) {
  TestCase result;
  TestGraph graph(module, test, constants);
  result.input = graph.write(test.input);
  result.kind = TestCase::Expected::Same;
  if (test.expected) {
    result.kind = kind_of(*test.expected);
    result.expected = expected_text(graph, *test.expected);
  }
  result.problem = graph.problem();
  return result;
}

/// Where a test's subject is found: `.ruleset = &x` or `.pipeline = &y`.
std::string owner(const Module& module, const std::string& member, const std::string& name) {
  return fmt::format(".{} = &{}, ", member, object_name(module, name));
}

std::string row(const Module& module, const Options& options, const dsl::InlineTest& test,
                const TestCase& c, const std::string& where) {
  static constexpr const char* kinds[] = {"Graph", "LikeRoot", "Same", "List", "Text"};
  const dsl::SourceFile& file = module.files[test.span.file];
  return fmt::format("    {{.subject = {}, .title = {}, {}.file = {}, .line = {},\n     .input = "
                     "{},\n     .expected = {}, "
                     ".kind = ::tenet::InlineTest::Expected::{}, .problem = {}}},\n",
                     quoted(test.rule), quoted_view(test.title), where,
                     quoted(display_path(options, file.path())), file.place(test.span.begin).line,
                     quoted_view(c.input), quoted_view(c.expected),
                     kinds[static_cast<size_t>(c.kind)], quoted_view(c.problem));
}

/// The pipeline that has the pass of a test.
const dsl::Pipeline* pipeline_of(const Module& module, const dsl::InlineTest& test) {
  for (const dsl::Pipeline& pipeline : module.pipelines)
    for (const dsl::PassDecl& pass : pipeline.passes)
      if (pass.name == test.rule) return &pipeline;
  return nullptr;
}

std::string rows_of(const Module& module, const Options& options, const dsl::InlineTest& test,
                    const std::string& where) {
  std::string out;
  for (const TestCase& c : test_cases(module, test))
    out += row(module, options, test, c, where);
  return out;
}

std::string all_rows(const Module& module, const Options& options) {
  std::string out;
  for (const dsl::Ruleset& ruleset : module.rulesets)
    for (const dsl::InlineTest& test : ruleset.tests)
      out += rows_of(module, options, test, owner(module, "ruleset", ruleset.name));
  for (const dsl::InlineTest& test : module.pass_tests)
    if (const dsl::Pipeline* pipeline = pipeline_of(module, test))
      out += rows_of(module, options, test, owner(module, "pipeline", pipeline->name));
  return out;
}

} // namespace

std::vector<TestCase> test_cases(const Module& module, const dsl::InlineTest& test) {
  const std::optional<std::vector<TestConstants>> all = choices(test);
  if (!all)
    return {
        TestCase{{}, {}, TestCase::Expected::Same, "a constant's range is not written in numbers"}};
  std::vector<TestCase> cases;
  for (const TestConstants& constants : *all)
    cases.push_back(make_case(module, test, constants));
  return cases;
}

std::vector<OutputFile> generate_inline_tests(const Module& module, const Options& options) {
  const std::string header =
      file_header("the tests of the `.rules` files") +
      fmt::format("#pragma once\n\n#include \"core/rewrite/inline_test.h\"\n\nnamespace {0} {{\n\n"
                  "/// Every `test` of the `.rules` files, for `::tenet::run_inline_tests`.\n"
                  "const ::tenet::InlineTests& inline_tests();\n\n}} // namespace {0}\n",
                  options.name_space);
  std::string out = file_header("the tests of the `.rules` files");
  out += fmt::format(
      "#include \"{0}/tests.h\"\n\n#include \"{0}/ops.h\"\n#include \"{0}/rules.h\"\n\n",
      options.library);
  const std::string rows = all_rows(module, options);
  const bool empty = rows.empty();
  out += fmt::format("namespace {} {{\n\n", options.name_space);
  if (!empty)
    out += fmt::format(
        "namespace {{\n\nconst ::tenet::InlineTest test_table[] = {{\n{}}};\n\n}} // namespace\n\n",
        rows);
  out += fmt::format(
      "const ::tenet::InlineTests& inline_tests() {{\n  static const ::tenet::InlineTests tests{{\n"
      "      .vocabulary = &vocabulary,\n      .tests = {},\n{}  }};\n  return tests;\n}}\n\n",
      empty ? "{}" : "test_table",
      "      .new_context = []() -> void* { return new Context(); },\n"
      "      .delete_context = [](void* context) { delete static_cast<Context*>(context); },\n");
  return {{"tests.h", header},
          {"tests.cpp", out + fmt::format("}} // namespace {}\n", options.name_space)}};
}

} // namespace tenet::gen
