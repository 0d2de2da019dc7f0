#pragma once

#include "gen/cpp/output.h"

#include <span>
#include <string>
#include <vector>

namespace tenet::tool {

/// Writes the files into `folder`, but leaves alone those that are the same already, so that a
/// build does not repeat what depends on them. Throws `std::runtime_error` naming a file that
/// cannot be written.
void write_changed(const std::string& folder, std::span<const gen::OutputFile> files);

/// Writes a depfile: `target` depends on every one of `sources`.
void write_depfile(const std::string& path, const std::string& target,
                   std::span<const std::string> sources);

} // namespace tenet::tool
