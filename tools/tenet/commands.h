#pragma once

#include <CLI/CLI.hpp>

/// Each function adds one subcommand to the driver, with its options, its help and its action. An
/// action that fails throws `tenet::Error`; one that did part of its work throws
/// `CLI::RuntimeError` with the exit status.
namespace tenet::tool {

void add_opt_command(CLI::App& app);
void add_bounds_command(CLI::App& app);
void add_eval_command(CLI::App& app);
void add_rules_command(CLI::App& app);

} // namespace tenet::tool
