#pragma once

#include "dsl/check/module.h"

#include <string>

namespace tenet::gen {

/// Parameters of an op's builder: the graph, sources, then argument fields. With `defaults` as in
/// its declaration.
std::string builder_parameters(const dsl::Module& module, const dsl::OpDecl& op, bool defaults);
/// The name of a source or field as a parameter, apart from the names that builders use themselves.
std::string parameter_name(std::string_view name);

} // namespace tenet::gen
