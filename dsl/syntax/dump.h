#pragma once

#include "dsl/syntax/tree.h"

#include <string>

namespace tenet::dsl::syntax {

/// The tree as text, a declaration or rule a line, expressions in prefix form: `(+ (: x int) 0)`.
/// For tests and for looking at what was read; the form is not an interface.
std::string dump(const FileTree& tree);
std::string dump(const Expr& expr);

} // namespace tenet::dsl::syntax
