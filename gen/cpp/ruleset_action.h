#pragma once

#include "dsl/check/module.h"
#include "gen/cpp/expression.h"
#include "gen/program/program.h"

#include <string>
#include <vector>

namespace tenet::gen {

/// What the functions of one generated file share.
struct RulesetFile {
  const dsl::Module& module;
  const program::Program& program;
  SetTable sets;
  std::vector<std::string> shown;    ///< `.rules` files as `#line` names them, by number
  std::vector<std::string> reserved; ///< names that locals must not hide
};

/// `NAME(Match& m, const Node* root, …)`: what a rule does once its pattern has matched. It counts
/// the attempt, runs guards and lets, makes the result and fires. Null, or false, where the rule
/// does not fire after all. Code of the rule is under `#line` of its `.rules` file; a line `#line
/// @` returns to the generated file.
std::string action_function(RulesetFile& file, const program::Ruleset& ruleset,
                            const program::Action& action, const program::Candidate& candidate);

/// `rule_NAME`.
std::string action_name(const program::Action& action);
/// `const Node*` and `return nullptr;`, or `bool` and `return false;`.
std::string result_type(program::RulesetKind kind);
std::string failure(program::RulesetKind kind);

} // namespace tenet::gen
