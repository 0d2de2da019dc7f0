#pragma once

#include "core/ir/value.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenet::corpus {

/// One assignment of a record and what the graph is there.
struct Sample {
  std::map<std::string, Value, std::less<>> variables;
  std::vector<Value>
      values; ///< one, the lanes of a vector, or one for each index of a gated access
  std::optional<bool> valid;     ///< of a gated access: its gate
  std::optional<bool> valid_out; ///< and the reference's gate
};

struct Bounds {
  Value min, max;
};

/// A line of `symbolic.jsonl`. `tests/corpus/README.md` describes the fields.
struct SymbolicRecord {
  std::string id, kind, pass, dtype, in;
  std::optional<std::string> out;
  std::optional<Bounds> bounds_in, bounds;
  std::vector<Sample> samples;
  size_t nodes_in = 0, nodes_out = 0;
  bool reference_wrong = false;
  std::string method;
  std::vector<std::string> args;
  std::string result_text;           ///< of a method that gives a graph; empty for none
  std::optional<Value> result_value; ///< of a method that gives a value
  bool result_raises = false;
};

/// Throws `Error` that says what is wrong with the line.
SymbolicRecord parse_symbolic_record(std::string_view line);

} // namespace tenet::corpus
