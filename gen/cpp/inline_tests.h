#pragma once

#include "dsl/check/module.h"
#include "gen/cpp/output.h"

#include <string>
#include <vector>

namespace tenet::gen {

/// A test for one choice of its constants, as graphs in the text form.
struct TestCase {
  enum class Expected : uint8_t { Graph, LikeRoot, Same, List, Text };
  std::string input;
  std::string expected; ///< empty for `Same`
  Expected kind = Expected::Graph;
  std::string problem; ///< why it cannot be written as graphs; empty if it can
};

/// The cases of a test. A constant `#c in a..=b` takes both ends and the middle, several constants
/// in all combinations (of many, the first 64); a variable is the vocabulary's leaf op that has a
/// `name: str`, given its bounds in the fields `min` and `max` and its dtype in a field of type
/// DType, where the op has them.
std::vector<TestCase> test_cases(const dsl::Module& module, const dsl::InlineTest& test);

/// `tests.h` and `tests.cpp`: `const ::tenet::InlineTests& inline_tests()` with every case of every
/// test.
std::vector<OutputFile> generate_inline_tests(const dsl::Module& module, const Options& options);

} // namespace tenet::gen
