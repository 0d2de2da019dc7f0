#pragma once

#include "tests/patterns/symbolic_record.h"

#include <string>
#include <vector>

namespace tenet::corpus {

/// How our result compares in size with the reference's.
enum class Size { NotCompared, Same, Smaller, Larger };

/// What running one record gave. `failures` is empty if nothing is wrong.
struct Verdict {
  bool unsupported = false;
  bool looser = false; ///< a bound of ours is wider than the recorded one
  Size size = Size::NotCompared;
  bool has_out = false; ///< counts for the size figure: it has `out`, and the reference is right
  size_t nodes = 0;     ///< distinct nodes of our result
  std::string result;   ///< our result as text
  std::vector<std::string> failures;
};

/// True if kind and ops of the record are within what exists; decided before anything is computed.
bool is_supported(const SymbolicRecord& record);

/// Simplifies, bounds and evaluates the record's graph, then compares with what the record expects.
Verdict check_record(const SymbolicRecord& record);

} // namespace tenet::corpus
