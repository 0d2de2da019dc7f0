#pragma once

#include "dsl/check/module.h"

#include <span>
#include <string_view>
#include <vector>

/// The functions and properties that the language itself knows, in one table each: the checker
/// types calls by it, the generator and the documentation read it.
namespace tenet::dsl {

struct Builtin {
  /// Places (a set of flags).
  enum : uint8_t {
    Guard = 1,  ///< where clauses, conditions and `#(…)` of rules
    Result = 2, ///< lets and results of rules
    Clause = 4, ///< clauses of ops
    Rule = Guard | Result,
    Everywhere = Guard | Result | Clause,
  };
  std::string_view name;
  std::vector<Type> params;
  Type result;
  uint8_t places = Everywhere;
  bool variadic = false; ///< the last parameter may stand once or more
  bool bracket = false;  ///< the first parameter stands in brackets: `split[ADD](x)`
  bool fallible = false; ///< may have no answer, which means no match
};

/// Type variables of a polymorphic builtin are Error types with `decl` 1, 2, …: each stands for one
/// type in a call.
std::span<const Builtin> builtins();

/// A property of a node (`n.dtype`), of an interval in a `bounds` clause (`end.max`), or of a
/// source in an `eval` clause (`x.dtype`).
struct Property {
  Type::Kind of;
  std::string_view name;
  Type type;
  bool fallible = false; ///< may be unknown, which means no match
};
std::span<const Property> properties();

} // namespace tenet::dsl
