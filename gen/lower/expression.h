#pragma once

#include "dsl/check/module.h"
#include "gen/program/program.h"

namespace tenet::gen {

/// A checked expression as plain data. Of op clauses as well as of rules.
program::Expr lower_expression(const dsl::Module& module, const dsl::Expr& e);
program::Type lower_type(const dsl::Type& type);
program::Template lower_template(const dsl::Module& module, const dsl::TextTemplate& text);

/// The names that expressions use, in the order of the module's declarations.
program::Symbols lower_symbols(const dsl::Module& module);

} // namespace tenet::gen
