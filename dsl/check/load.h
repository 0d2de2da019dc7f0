#pragma once

#include "dsl/syntax/tree.h"
#include "dsl/text/diagnostics.h"

#include <string>
#include <vector>

namespace tenet::dsl {

/// The files of one run.
struct Loaded {
  std::vector<SourceFile> files;       ///< in order of discovery: `Span::file` is an index here
  std::vector<syntax::FileTree> trees; ///< each behind those that it uses
  std::vector<std::string> missing;    ///< roots that could not be read
};

/// Where files that are used are looked for, in order, behind the folder of the file that uses
/// them.
struct SearchPath {
  std::vector<std::string> folders;   ///< `-I`
  std::vector<std::string> installed; ///< of the installation
};

/// Reads and parses `roots` and everything that they use, each file once. Missing files and circles
/// of `use` are reported where they are used. Paths stay relative where they were given so.
Loaded load(const std::vector<std::string>& roots, const SearchPath& search,
            Diagnostics& diagnostics);

} // namespace tenet::dsl
