#pragma once

#include "dsl/check/module.h"
#include "gen/program/program.h"

namespace tenet::gen {

/// The match program of all rulesets of a checked module.
program::Program lower(const dsl::Module& module);

} // namespace tenet::gen
