#pragma once

#include <CLI/CLI.hpp>

/// The commands of `tenetc`. Each adds itself, with its options and examples, to the command line;
/// a command that fails throws `CLI::RuntimeError` with the exit status after it has said why.
namespace tenet::tool {

void add_gen(CLI::App& app);
void add_check(CLI::App& app);
void add_dump(CLI::App& app);

} // namespace tenet::tool
