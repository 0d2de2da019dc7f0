#pragma once

#include "dsl/check/module.h"
#include "gen/cpp/output.h"

#include <vector>

namespace tenet::gen {

/// Everything that `tenetc gen` writes for a checked module: `ops.h`, `ops.cpp`; `rules.h` and one
/// `.rules.cpp` (or more, for a big one) for each file with rulesets; `library.cpp`; `tests.h` and
/// `tests.cpp`. Order and text depend on the module alone.
std::vector<OutputFile> generate(const dsl::Module& module, const Options& options);

} // namespace tenet::gen
