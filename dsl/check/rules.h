#pragma once

#include "dsl/check/checker.h"
#include "dsl/check/expressions.h"

namespace tenet::dsl {

/// One rule of ruleset `ruleset`.
Rule check_rule(Checker& c, uint32_t ruleset, const syntax::Rule& tree);

/// The result of a rule, by the kind of its ruleset (results.cpp).
Result check_result(Checker& c, Expressions& expressions, RulesetKind kind,
                    const syntax::Rule& tree);
/// Makes literals and constants that are all of a result have the root's dtype and shape.
void make_whole(Expr& e);

/// One inline test (inline_tests.cpp); `kind` is that of the rule's ruleset, or none for a pass.
InlineTest check_test(Checker& c, const syntax::TestDecl& tree, std::optional<RulesetKind> kind);

/// Reports a result whose dtype can never be that of the root (dtype_sets.cpp).
void check_dtypes(Checker& c, const Rule& rule);
/// The dtypes that nodes matched by the rule's root can have, as far as the pattern says.
DTypeSet root_dtypes(const Checker& c, const Rule& rule);

} // namespace tenet::dsl
