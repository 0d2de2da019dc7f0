#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tenet::gen {

/// How a rule library is generated.
struct Options {
  std::string name_space = "tenet::rules"; ///< of everything generated
  std::string library =
      "rules";      ///< folder by which generated headers are included: `#include "rules/ops.h"`
  std::string root; ///< folder relative to which `.rules` files are named; empty: the current one
  size_t shard_lines = 2500; ///< a `.rules.cpp` longer than this is cut between rulesets; 0: never
};

/// One generated file.
struct OutputFile {
  std::string path; ///< relative to the output folder
  std::string text;
};

/// A `.rules` file as generated code names it: relative to `options.root` if it lies below, with
/// `/`; never absolute (a file elsewhere is named by its last two parts).
std::string display_path(const Options& options, std::string_view path);

/// The path without the library's folder and its last extension, for names of generated files,
/// which all lie in one folder: of `patterns/simplify/div_mod.rules` in library `patterns`:
/// `simplify.div_mod`.
std::string output_stem(const Options& options, std::string_view path);

/// The first lines of every generated file.
std::string file_header(std::string_view from);

} // namespace tenet::gen
