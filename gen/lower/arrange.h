#pragma once

#include "dsl/check/module.h"
#include "gen/program/program.h"

#include <string_view>
#include <vector>

namespace tenet::gen {

/// One way in which a pattern can lie in a graph: the operands of its commutative ops in one order,
/// one of each of its alternatives. What is left are tests and bindings.
struct Arrangement {
  std::vector<program::Test>
      tests; ///< in order: a node's op and source count before anything below it
  std::vector<program::Binding> bindings; ///< one for each variable
  std::vector<program::Every> every;
};

/// All arrangements of a pattern in order of priority: the written operand order first, then swaps;
/// alternatives in order; outer choices vary slowest, then those on the left. Repeated variables
/// are `Same` tests. Arrangements that match and bind the same as an earlier one are left out.
std::vector<Arrangement> arrange(const dsl::Module& module, const dsl::Pattern& pattern);

/// The pattern of the second form of `rule extend`, `(y + l) + r`, from that of the first, `l + r`;
/// once for each order of l and r. `y` is a new variable, `op` a new one of type Op if the root may
/// be of several ops.
std::vector<Arrangement> arrange_extended(const dsl::Module& module, const dsl::Pattern& pattern,
                                          dsl::VarId y, dsl::VarId op);

bool has_trait(const dsl::Module& module, const dsl::OpDecl& op, std::string_view trait);
uint32_t line_of(const dsl::Module& module, const dsl::Span& span);
/// All ops of the module.
std::vector<uint32_t> all_ops(const dsl::Module& module);

} // namespace tenet::gen
