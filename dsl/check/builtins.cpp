#include "dsl/check/builtins.h"

#include "dsl/check/types.h"

namespace tenet::dsl {

namespace {

using K = Type::Kind;

Type type(K kind) {
  return plain(kind);
}
/// A type variable.
Type any(uint32_t number) {
  return plain(K::Error, number);
}

/// One builtin for integers and one for all values.
void add_number(std::vector<Builtin>& table, std::string_view name, size_t arity) {
  table.push_back({name, std::vector<Type>(arity, type(K::Int)), type(K::Int)});
  table.push_back({name, std::vector<Type>(arity, type(K::Value)), type(K::Value)});
}

void add_interval(std::vector<Builtin>& table, std::string_view name, size_t arity) {
  table.push_back(
      {name, std::vector<Type>(arity, type(K::Interval)), type(K::Interval), Builtin::Clause});
}

std::vector<Builtin> make_rule_builtins() {
  const Type node = type(K::Node), integer = type(K::Int), boolean = type(K::Bool),
             dtype = type(K::DType), op = type(K::Op), nodes = list_of(node);
  std::vector<Builtin> t = {
      {"single_use", {node}, boolean, Builtin::Rule},
      {"order", {node, node}, integer, Builtin::Rule},
      {"depends", {node, node}, boolean, Builtin::Rule},
      {"same_shape", {node, node}, boolean, Builtin::Rule},
      {"lossless", {dtype, dtype}, boolean},
      {"promote", {dtype}, dtype, Builtin::Everywhere, true},
      {"float_of", {dtype}, dtype},
      {"bits", {dtype}, integer},
      {.name = "ilog2", .params = {integer}, .result = integer, .fallible = true},
      {"len", {list_of(any(1))}, integer},
      {"flat", {list_of(list_of(any(1)))}, list_of(any(1))},
      {"dedup", {list_of(any(1))}, list_of(any(1))},
      {"zip", {list_of(any(1)), list_of(any(2))}, list_of(tuple_of({any(1), any(2)}))},
      {"enumerate", {list_of(any(1))}, list_of(tuple_of({integer, any(1)}))},
      {.name = "indices",
       .params = {list_of(type(K::Dim))},
       .result = list_of(list_of(integer)),
       .fallible = true},
      {.name = "split",
       .params = {op, node},
       .result = nodes,
       .places = Builtin::Rule,
       .bracket = true},
      {.name = "join",
       .params = {op, nodes, node},
       .result = node,
       .places = Builtin::Result,
       .bracket = true},
  };
  for (const std::string_view name : {"min", "max", "gcd", "pow", "cdiv", "cmod"})
    add_number(t, name, 2);
  add_number(t, "abs", 1);
  return t;
}

std::vector<Builtin> make_clause_builtins() {
  const Type node = type(K::Node), value = type(K::Value), interval = type(K::Interval),
             dtype = type(K::DType), nodes = list_of(node), shape = list_of(type(K::Dim));
  constexpr uint8_t clause = Builtin::Clause;
  std::vector<Builtin> t = {
      {"promote", {node}, dtype, clause, true},
      {"promote", {nodes}, dtype, clause},
      {"broadcast", {node}, shape, clause, true},
      {"dims", {nodes}, shape, clause},
      {"dims", {list_of(type(K::Int))}, shape, clause},
      {"index_shape", {node, nodes}, shape, clause},
      {"interval", {value, value}, interval, clause}, // written `[min, max]`
      {"point", {value}, interval, clause},
      {"union", {list_of(interval)}, interval, clause},
      {"union", {interval}, interval, clause, true},
      {"cast_bounds", {interval, dtype}, interval, clause},
      {"monotonic",
       {type(K::Str), interval},
       interval,
       clause}, // the name of a function of one value
      {"convert", {value, dtype}, value, clause},
      {"reinterpret", {value, dtype, dtype}, value, clause},
      {"fma", {value, value, value}, value, clause},
      {"threefry", {value, value}, value, clause},
  };
  for (const std::string_view name : {"floordiv", "floormod", "shl", "shr"}) {
    t.push_back({name, {value, value}, value, clause});
    add_interval(t, name, 2);
  }
  for (const std::string_view name : {"min", "max", "cdiv", "cmod", "bitand", "bitor", "bitxor"})
    add_interval(t, name, 2);
  for (const std::string_view name : {"exp2", "log2", "sin", "sqrt", "trunc"})
    t.push_back({name, {value}, value, clause});
  add_interval(t, "trunc", 1);
  return t;
}

std::vector<Builtin> make_builtins() {
  std::vector<Builtin> table = make_rule_builtins();
  for (Builtin& b : make_clause_builtins())
    table.push_back(std::move(b));
  return table;
}

} // namespace

std::span<const Builtin> builtins() {
  static const std::vector<Builtin> table = make_builtins();
  return table;
}

std::span<const Property> properties() {
  static const std::vector<Property> table = {
      {K::Node, "op", type(K::Op)},
      {K::Node, "dtype", type(K::DType)},
      {K::Node, "shape", list_of(type(K::Dim))},
      {K::Node, "vmin", type(K::Value), true},
      {K::Node, "vmax", type(K::Value), true},
      {K::Node, "src", list_of(type(K::Node))},
      {K::Node, "ranges", list_of(type(K::Node))},
      {K::Interval, "min", type(K::Value), true},
      {K::Interval, "max", type(K::Value), true},
      {K::Interval, "dtype", type(K::DType)}, // of a source, in a `bounds` clause
      {K::Value, "dtype", type(K::DType)},    // of a source, in an `eval` clause
  };
  return table;
}

} // namespace tenet::dsl
