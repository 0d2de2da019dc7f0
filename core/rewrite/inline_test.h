#pragma once

#include "core/rewrite/pipeline.h"
#include "core/rewrite/ruleset.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace tenet {

/// A `test` of a `.rules` file for one choice of its constants. Graphs are in the text form.
struct InlineTest {
  enum class Expected : uint8_t {
    Graph,    ///< `expected` is a graph
    LikeRoot, ///< `expected` is a literal whose value alone counts: with the dtype and shape of the
              ///< input
    Same,     ///< the rule must not fire, the pass must change nothing
    List, ///< `expected` is a graph a line, or `none`: what a rule of kind Nodes or NodeStar makes
    Text, ///< `expected` is what a rule of kind Text makes
  };

  std::string_view subject; ///< the rule, or the pass
  std::string_view title;
  const Ruleset* ruleset = nullptr;   ///< of the rule
  const Pipeline* pipeline = nullptr; ///< of the pass
  std::string_view file;
  uint32_t line = 0;
  std::string_view input;
  std::string_view expected;
  Expected kind = Expected::Graph;
  std::string_view problem; ///< why the test cannot be run; empty if it can
};

/// The tests of a rule library.
struct InlineTests {
  const Vocabulary& (*vocabulary)() = nullptr;
  std::span<const InlineTest> tests;
  /// A new default `Context`, and its end; null if the library has none.
  void* (*new_context)() = nullptr;
  void (*delete_context)(void* context) = nullptr;
};

/// Compares input and result beside the test's own expectation, such as by their values; says what
/// is wrong, or nothing. Called with graphs of the test that are not the same.
using InlineTestOracle =
    std::function<std::string(Graph& graph, const Node* input, const Node* result)>;

/// Runs one test: a rule alone, whatever relaxation it needs, once, at the root of the input; a
/// pass as the pipeline has it. Empty if it holds, else what went wrong, with input, result and
/// what was expected, each on a line.
std::string run_inline_test(const InlineTests& library, const InlineTest& test,
                            const InlineTestOracle& oracle = {});

/// `file:line: rule "title"`
std::string describe(const InlineTest& test);

/// Runs the tests whose description has `filter` in it and writes a line for each in the Test
/// Anything Protocol, with what went wrong behind the failed ones. The number of failures.
size_t run_inline_tests(std::ostream& out, const InlineTests& library, std::string_view filter = {},
                        const InlineTestOracle& oracle = {});

} // namespace tenet
