#pragma once

#include "dsl/check/module.h"

#include <string>

namespace tenet::dsl {

/// The checked form as text, for tests and debugging: everything that a reader of the rules would
/// want to know that the checker made of them. A set of dtypes or ops that has a name is written by
/// its name.
std::string dump(const Module& module);
std::string dump(const Module& module, const Ruleset& ruleset);

} // namespace tenet::dsl
