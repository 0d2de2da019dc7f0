#pragma once

#include "dsl/syntax/token.h"
#include "dsl/text/diagnostics.h"

namespace tenet::dsl::syntax {

/// The tokens of a whole file. Words are all `NAME`, braces all `LBRACE` and `RBRACE`, a string is
/// one token: what they stand for is settled later. Characters that belong to no token are reported
/// and left out.
Tokens lex(const SourceFile& source, uint32_t file_index, Diagnostics& diagnostics);

/// The tokens of a piece of `source`, such as a hole of a string; without EOF, added to `tokens`.
void lex_piece(const SourceFile& source, Span piece, Tokens& tokens, Diagnostics& diagnostics);

} // namespace tenet::dsl::syntax
