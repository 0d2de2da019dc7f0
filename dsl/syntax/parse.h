#pragma once

#include "dsl/syntax/tree.h"
#include "dsl/text/diagnostics.h"

namespace tenet::dsl::syntax {

/// How deep brackets, operators and declarations may nest; one more is an error in the text.
inline constexpr int nesting_limit = 200;

/// The tree of `source`, whose spans name it as file `file_index`. Every mistake is reported to
/// `diagnostics`; what could be read around the mistakes is in the tree, what could not is left
/// out. Never throws on any text.
FileTree parse(const SourceFile& source, uint32_t file_index, Diagnostics& diagnostics);

} // namespace tenet::dsl::syntax
