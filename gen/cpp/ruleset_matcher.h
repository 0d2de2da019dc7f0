#pragma once

#include "gen/cpp/ruleset_action.h"
#include "gen/program/program.h"

#include <string>

namespace tenet::gen {

/// `NAME(Match& m, const Node* root)`: the decision graph of a matcher as nested conditions. What
/// several ways lead to stands at the end of the function behind a label.
std::string matcher_function(RulesetFile& file, const program::Ruleset& ruleset,
                             const program::Matcher& matcher, const std::string& name);

} // namespace tenet::gen
