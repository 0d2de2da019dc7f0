#pragma once

#include "dsl/syntax/token.h"
#include "dsl/text/diagnostics.h"

namespace tenet::dsl::syntax {

/// Opens the strings that are templates: those behind `expr`, `stmt`, `error` and `else`, and the
/// messages of `allow` and `deny`. Such a string becomes STRING_OPEN, its text and the tokens of
/// its holes, STRING_CLOSE. One without holes, and every other string, stays one STRING.
Tokens open_templates(const SourceFile& source, Tokens tokens, Diagnostics& diagnostics);

} // namespace tenet::dsl::syntax
