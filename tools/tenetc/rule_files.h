#pragma once

#include "dsl/check/module.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tenet::tool {

/// The `.rules` files of a command line and the folders for what they use.
struct RuleFiles {
  std::vector<std::string> paths;
  std::vector<std::string> folders;

  /// Adds FILES and `-I` to a command.
  void add_to(CLI::App& command);
};

/// Loads and checks; diagnostics go to standard error as a compiler's do. Throws
/// `CLI::RuntimeError` with status 1 if anything is wrong. The installed rules are looked through
/// last.
dsl::Module check_or_exit(const RuleFiles& files);

} // namespace tenet::tool
