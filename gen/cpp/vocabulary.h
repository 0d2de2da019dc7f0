#pragma once

#include "dsl/check/module.h"
#include "gen/cpp/output.h"
#include "gen/cpp/sets.h"

#include <vector>

namespace tenet::gen {

/// `ops.h` and `ops.cpp`: the vocabulary of a module. Enumerations, structs, dtype constants,
/// builders and readers of argument fields; tables of dtypes, promotion, ops and argument types;
/// the ops' clauses as functions.
std::vector<OutputFile> generate_vocabulary(const dsl::Module& module, const Options& options);

// --- its parts
// ------------------------------------------------------------------------------------------------------

std::string vocabulary_header(const dsl::Module& module, const Options& options);
/// Definitions of builders, readers and struct encoders.
std::string vocabulary_builders(const dsl::Module& module);
/// Definitions of clause functions: `dtype_ADD`, `shape_ADD`, `bounds_ADD`, `eval_ADD`. `sets`
/// gathers the constants that they use.
std::string vocabulary_clauses(const dsl::Module& module, SetTable& sets);
/// The tables and `vocabulary()`.
std::string vocabulary_tables(const dsl::Module& module, const Options& options);

/// Entry (a, b) of the promotion table: the least common upper dtype, of several minimal ones the
/// first declared, or the number of dtypes if there is none.
std::vector<size_t> promotion_table(const dsl::Module& module);

} // namespace tenet::gen
