#include "tools/tenetc/rule_files.h"

#include "dsl/check/check.h"
#include "dsl/check/load.h"

#include <filesystem>
#include <iostream>
#include <optional>

namespace tenet::tool {
namespace {

namespace fs = std::filesystem;

/// `share/tenet/rules` of the installation that this program is part of.
std::string installed_rules() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? ""
               : (program.parent_path().parent_path() / TENET_RULES_DIR)
                     .lexically_normal()
                     .generic_string();
}

} // namespace

void RuleFiles::add_to(CLI::App& command) {
  command.add_option("files", paths, "`.rules` files; what they `use` is read too")
      ->required()
      ->type_name("FILES");
  command
      .add_option("-I,--include", folders,
                  "folder in which used files are looked for, after that of the using file")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

dsl::Module check_or_exit(const RuleFiles& files) {
  dsl::SearchPath search{files.folders, {}};
  if (std::string installed = installed_rules(); !installed.empty())
    search.installed.push_back(std::move(installed));
  dsl::Diagnostics diagnostics;
  dsl::Loaded loaded = dsl::load(files.paths, search, diagnostics);
  for (const std::string& path : loaded.missing)
    std::cerr << "tenetc: cannot read `" << path << "`\n";
  std::optional<dsl::Module> module =
      dsl::check(std::move(loaded.trees), loaded.files, diagnostics);
  diagnostics.sort();
  std::cerr << dsl::render(diagnostics, loaded.files);
  if (!module || diagnostics.has_errors() || !loaded.missing.empty()) throw CLI::RuntimeError(1);
  return std::move(*module);
}

} // namespace tenet::tool
