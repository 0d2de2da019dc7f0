#pragma once

#include "dsl/syntax/token.h"
#include "dsl/text/diagnostics.h"

namespace tenet::dsl::syntax {

/// Kinds of token that may follow.
class TokenSet {
public:
  explicit TokenSet(const antlr4::misc::IntervalSet& kinds) : kinds_(kinds) {}

  bool contains(size_t kind) const { return kinds_.contains(kind); }
  /// True if the rule of the grammar may end here, so that what follows it may follow too.
  bool ends_rule() const { return kinds_.contains(static_cast<size_t>(antlr4::Token::EPSILON)); }
  /// True between declarations, rules, passes or entries of `dtypes`.
  bool begins_items() const;

private:
  antlr4::misc::IntervalSet kinds_;
};

/// The error for a token that cannot stand where it stands: what was found, then what would be
/// right.
Diagnostic explain_mistake(const SourceFile& source, const Tokens& tokens, size_t index,
                           const TokenSet& expected);

} // namespace tenet::dsl::syntax
