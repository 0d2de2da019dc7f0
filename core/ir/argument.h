#pragma once

#include "core/ir/graph.h"

#include <cstdint>

/// Argument words by their types: what they mean, whatever graph they lie in.
namespace tenet::argument {

/// The argument of a node of `op`: its only field, or a record of them.
Word field(const OpInfo& op, Word arg, unsigned i);

/// A hash of the meaning: equal in all graphs.
uint64_t hash(const ArgType& type, Word w);
uint64_t hash_fields(std::span<const ArgType::Field> fields, Word arg);
inline uint64_t hash(const OpInfo& op, Word arg) {
  return op.fields.empty() || arg == 0 ? 0 : hash_fields(op.fields, arg);
}

/// Order by meaning: numbers by value, text by its bytes, lists and structs element by element, the
/// shorter first.
int order(const ArgType& type, Word a, Word b);
int order(const OpInfo& op, Word a, Word b);

/// The word of the same meaning in the graph `to`.
Word copy(Graph& to, const ArgType& type, Word w);
Word copy(Graph& to, const OpInfo& op, Word arg);

} // namespace tenet::argument
