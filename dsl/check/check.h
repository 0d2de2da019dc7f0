#pragma once

#include "dsl/check/module.h"
#include "dsl/syntax/tree.h"
#include "dsl/text/diagnostics.h"

#include <optional>
#include <vector>

namespace tenet::dsl {

/// Checks the trees of a set of files as one: every name is looked up, every expression typed,
/// functions are inlined and infix is spelled out. `files[i]` is the text of the tree whose `file`
/// is i; a tree comes behind those that it uses. Every mistake is reported; the module is given
/// only if there is none (warnings do not count).
std::optional<Module> check(std::vector<syntax::FileTree> trees, std::vector<SourceFile> files,
                            Diagnostics& diagnostics);

} // namespace tenet::dsl
