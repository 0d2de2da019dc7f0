#pragma once

#include "dsl/check/module.h"

#include <string>

namespace tenet::dsl {

size_t fixed_sources(const OpDecl& op);
bool has_rest(const OpDecl& op);
/// Whether the op can have `count` sources, and more if `spreads`.
bool takes(const OpDecl& op, size_t count, bool spreads);
/// "`where` has 2 sources; expected 3".
std::string arity_message(const OpDecl& op, size_t count, bool spreads);
/// Why an argument, given by name or by position, is none of the op's; names those that it has.
std::string no_such_field(const OpDecl& op, const std::string& name, size_t position);

} // namespace tenet::dsl
