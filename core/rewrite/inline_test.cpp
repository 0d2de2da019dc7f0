#include "core/rewrite/inline_test.h"

#include "core/analysis/shapes.h"
#include "core/base/error.h"
#include "core/ir/text.h"
#include "core/rewrite/engine.h"

#include <memory>
#include <optional>
#include <ostream>
#include <sstream>

namespace tenet {
namespace {

constexpr uint8_t all_relaxations = 0xff;

using Context = std::unique_ptr<void, void (*)(void*)>;

Context make_context(const InlineTests& library) {
  if (library.new_context == nullptr) return {nullptr, [](void*) {}};
  return {library.new_context(), library.delete_context};
}

/// The rule of the test alone.
RewriteOptions alone(const InlineTest& test) {
  RewriteOptions options;
  options.unsound = all_relaxations;
  options.enable = [&test](const RuleInfo& rule) {
    return rule.name == test.subject && rule.ruleset == test.ruleset->name;
  };
  return options;
}

/// The rule's result at the root; the root itself if it does not fire.
const Node* fire(Graph& graph, const Node* input, const InlineTest& test, const void* context) {
  const Chain chain(graph.vocabulary(), {test.ruleset}, context);
  Pass pass(chain, alone(test));
  pass.begin(graph, input);
  const Node* result = pass.apply_once(input);
  return result == nullptr ? input : result;
}

/// What a rule of another kind makes at the root, as the test writes it; nullopt if it does not
/// fire.
std::optional<std::string> fire_sink(Graph& graph, const Node* input, const InlineTest& test,
                                     const void* context) {
  const Chain chain(graph.vocabulary(), {test.ruleset}, context);
  Pass pass(chain, alone(test));
  pass.begin(graph, input);
  if (!pass.apply(input)) return std::nullopt;
  std::string result;
  for (const Node* n : pass.match().nodes)
    result += (result.empty() ? "" : "\n") +
              (n == nullptr ? "none" : text::to_string(graph.vocabulary(), n));
  for (const std::string& line : pass.match().text.lines)
    result += (result.empty() ? "" : "\n") + line;
  return result;
}

std::string compare_sink(Graph& graph, const Node* input, const InlineTest& test,
                         const void* context) {
  const std::optional<std::string> got = fire_sink(graph, input, test, context);
  if (test.kind == InlineTest::Expected::Same)
    return got ? "it fired, but must not\n  got:      " + *got : "";
  if (!got) return "it did not fire\n  input:    " + text::to_string(graph.vocabulary(), input);
  if (*got == test.expected) return {};
  return "another result\n  input:    " + text::to_string(graph.vocabulary(), input) +
         "\n  got:      " + *got + "\n  expected: " + std::string(test.expected);
}

const Node* run_pass(Graph& graph, const Node* input, const InlineTest& test, void* context) {
  Pipeline alone = *test.pipeline;
  for (const PassInfo& pass : test.pipeline->passes)
    if (pass.name == test.subject) alone.passes = {&pass, 1};
  return run_pipeline(graph, input, alone, context);
}

struct Expectation {
  const Node* node = nullptr;
  std::string problem;
};

Expectation expectation(Graph& graph, const Node* input, const InlineTest& test) {
  if (test.kind == InlineTest::Expected::Same) return {input, {}};
  const text::ReadResult read = text::read(graph, test.expected);
  if (!read) return {nullptr, "the expected graph is wrong: " + text::to_string(read.error)};
  if (test.kind == InlineTest::Expected::Graph) return {read.node, {}};
  const Node* like = constant_like(graph, literal_value(graph.vocabulary(), read.node), input);
  return {like, like == nullptr ? "the expected value has no literal of the input's dtype" : ""};
}

std::string compare(Graph& graph, const Node* input, const Node* result, const InlineTest& test,
                    const InlineTestOracle& oracle) {
  const Vocabulary& v = graph.vocabulary();
  const Expectation expected = expectation(graph, input, test);
  if (!expected.problem.empty())
    return expected.problem + "\n  expected: " + std::string(test.expected);
  const std::string graphs = "\n  input:    " + text::to_string(v, input) +
                             "\n  got:      " + text::to_string(v, result) +
                             "\n  expected: " + text::to_string(v, expected.node);
  if (result != expected.node) {
    if (test.kind == InlineTest::Expected::Same) return "it fired, but must not" + graphs;
    return (result == input ? "it did not fire" : "another result") + graphs;
  }
  if (!oracle || result == input) return {};
  const std::string problem = oracle(graph, input, result);
  return problem.empty() ? "" : problem + graphs;
}

} // namespace

std::string run_inline_test(const InlineTests& library, const InlineTest& test,
                            const InlineTestOracle& oracle) {
  if (!test.problem.empty()) return "it cannot be run: " + std::string(test.problem);
  Graph graph(library.vocabulary());
  const text::ReadResult input = text::read(graph, test.input);
  if (!input)
    return "the input is wrong: " + text::to_string(input.error) +
           "\n  input:    " + std::string(test.input);
  const Context context = make_context(library);
  try {
    if (test.ruleset != nullptr && test.ruleset->kind != RulesetKind::Node)
      return compare_sink(graph, input.node, test, context.get());
    const Node* result = test.pipeline == nullptr
                             ? fire(graph, input.node, test, context.get())
                             : run_pass(graph, input.node, test, context.get());
    return compare(graph, input.node, result, test, oracle);
  } catch (const Error& e) {
    return std::string("error: ") + e.what() + "\n  input:    " + std::string(test.input);
  }
}

std::string describe(const InlineTest& test) {
  std::string text =
      std::string(test.file) + ":" + std::to_string(test.line) + ": " + std::string(test.subject);
  if (!test.title.empty()) text += " \"" + std::string(test.title) + "\"";
  return text;
}

size_t run_inline_tests(std::ostream& out, const InlineTests& library, std::string_view filter,
                        const InlineTestOracle& oracle) {
  size_t number = 0;
  size_t failures = 0;
  for (const InlineTest& test : library.tests) {
    const std::string name = describe(test);
    if (name.find(filter) == std::string::npos) continue;
    const std::string problem = run_inline_test(library, test, oracle);
    out << (problem.empty() ? "ok " : "not ok ") << ++number << " - " << name << '\n';
    if (problem.empty()) continue;
    ++failures;
    std::istringstream lines(problem);
    for (std::string line; std::getline(lines, line);)
      out << "# " << line << '\n';
  }
  out << "1.." << number << '\n';
  return failures;
}

} // namespace tenet
