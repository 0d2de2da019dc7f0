#pragma once

#include "dsl/syntax/token.h"
#include "dsl/text/diagnostics.h"

namespace tenet::dsl::syntax {

/// Tells apart what the lexer does not: which words are keywords where they stand, which brace
/// opens a block and which a set, which `<` belongs to a type, where declarations begin. Brackets
/// come out balanced, within the nesting limits.
Tokens tell_words_apart(const SourceFile& source, Tokens tokens, Diagnostics& diagnostics);

} // namespace tenet::dsl::syntax
