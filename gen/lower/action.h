#pragma once

#include "dsl/check/module.h"
#include "gen/lower/arrange.h"
#include "gen/program/program.h"

#include <vector>

namespace tenet::gen {

/// What a rule does once `arrangements` of its pattern have matched. Clauses are brought into the
/// order in which they run: a guard before every let that it does not need, effects behind
/// everything that may fail, else as written.
program::Action lower_action(const dsl::Module& module, const dsl::Rule& rule, uint32_t number,
                             const std::vector<Arrangement>& arrangements);

/// The action of the second form of `rule extend`: the result is `y` and that of the first form
/// under the root's op.
program::Action extended_action(program::Action action, uint32_t y, uint32_t op,
                                const dsl::Rule& rule);

/// The variables that an action needs its pattern to bind, in order.
std::vector<uint32_t> bound_variables(const program::Action& action,
                                      const std::vector<Arrangement>& arrangements);

} // namespace tenet::gen
