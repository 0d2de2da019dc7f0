#include "tests/core/test_vocabulary.h"

#include "core/ir/fields.h"
#include "core/ir/graph.h"

#include <algorithm>
#include <array>

namespace tenet::test {
namespace {

constexpr std::array<DTypeInfo, 11> dtype_table{{
    {"void", DTypeKind::Void},
    {"bool", DTypeKind::Bool, false, 8},
    {"weakint", DTypeKind::Int, true},
    {"weakfloat", DTypeKind::Float, true, 64, 11, 52},
    {"int8", DTypeKind::Int, false, 8},
    {"int32", DTypeKind::Int, false, 32},
    {"uint8", DTypeKind::UInt, false, 8},
    {"uint64", DTypeKind::UInt, false, 64},
    {"float16", DTypeKind::Float, false, 16, 5, 10},
    {"float32", DTypeKind::Float, false, 32, 8, 23},
    {"fp8e4m3", DTypeKind::Float, false, 8, 4, 3, true},
}};

/// Least common upper dtypes by a rank: bool, weakint, int8 and uint8, int32, uint64, weakfloat,
/// fp8, float16, float32; two of one rank meet in the next.
constexpr std::array<uint8_t, 121> promotion_table = [] {
  constexpr std::array<int, 11> rank{-1, 0, 1, 5, 2, 3, 2, 4, 7, 8, 6};
  std::array<uint8_t, 121> table{};
  for (size_t a = 0; a < 11; ++a) {
    for (size_t b = 0; b < 11; ++b) {
      const size_t upper = rank[a] > rank[b] ? a : b;
      const bool none = (rank[a] < 0) != (rank[b] < 0);
      const bool tie = a != b && rank[a] == rank[b];
      table[a * 11 + b] = none  ? DType::none_id
                          : tie ? dtypes::int32.id
                                : static_cast<uint8_t>(upper);
    }
  }
  return table;
}();

// --- argument types
// -------------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 2> kinds{"weak", "reduce"};
constexpr ArgType int_type{ArgType::Kind::Int, "int", {}, nullptr, {}};
constexpr ArgType str_type{ArgType::Kind::Str, "str", {}, nullptr, {}};
constexpr ArgType value_type{ArgType::Kind::Value, "Value", {}, nullptr, {}};
constexpr ArgType float_type{ArgType::Kind::Float, "float", {}, nullptr, {}};
constexpr ArgType bool_type{ArgType::Kind::Bool, "bool", {}, nullptr, {}};
constexpr ArgType dtype_type{ArgType::Kind::DType, "DType", {}, nullptr, {}};
constexpr ArgType op_type{ArgType::Kind::Op, "Op", {}, nullptr, {}};
constexpr ArgType kind_type{ArgType::Kind::Enum, "Kind", kinds, nullptr, {}};
constexpr ArgType ints_type{ArgType::Kind::List, "list<int>", {}, &int_type, {}};
constexpr ArgType strs_type{ArgType::Kind::List, "list<str>", {}, &str_type, {}};

constexpr std::array<ArgType::Field, 4> pair_fields{{
    {"names", &strs_type, false, false, ""},
    {"weight", &float_type, false, false, ""},
    {"on", &bool_type, true, false, "true"},
    {"kind", &kind_type, true, true, "weak"},
}};
constexpr ArgType pair_type{ArgType::Kind::Struct, "Pair", {}, nullptr, pair_fields};
constexpr ArgType pairs_type{ArgType::Kind::List, "list<Pair>", {}, &pair_type, {}};

constexpr std::array<ArgType::Field, 2> const_fields{{
    {"value", &value_type, false, false, ""},
    {"dtype", &dtype_type, false, false, ""},
}};
constexpr std::array<ArgType::Field, 5> var_fields{{
    {"name", &str_type, false, false, ""},
    {"min", &value_type, false, false, ""},
    {"max", &value_type, false, false, ""},
    {"dtype", &dtype_type, true, false, "weakint"},
    {"multiple_of", &int_type, true, true, "1"},
}};
constexpr std::array<ArgType::Field, 3> param_fields{{
    {"slot", &int_type, false, false, ""},
    {"dtype", &dtype_type, false, false, ""},
    {"shape", &ints_type, true, false, "()"},
}};
constexpr std::array<ArgType::Field, 2> range_fields{{
    {"id", &int_type, false, false, ""},
    {"kind", &kind_type, false, false, ""},
}};
constexpr std::array<ArgType::Field, 1> cast_fields{{{"to", &dtype_type, false, false, ""}}};
constexpr std::array<ArgType::Field, 1> reduce_fields{{{"op", &op_type, false, false, ""}}};
constexpr std::array<ArgType::Field, 2> table_fields{{
    {"pairs", &pairs_type, false, false, ""},
    {"note", &str_type, true, false, "\"\""},
}};

// --- clauses
// --------------------------------------------------------------------------------------------------------

Word argument_of(const NodeSpec& n, unsigned i) {
  return record_of(n.arg)[i];
}

template <unsigned I>
DType dtype_field(const Graph&, const NodeSpec& n) {
  return field::to_dtype(argument_of(n, I));
}
DType dtype_of_cast(const Graph&, const NodeSpec& n) {
  return field::to_dtype(n.arg);
}
DType dtype_of_first(const Graph&, const NodeSpec& n) {
  return n.src[0]->dtype;
}
DType dtype_bool(const Graph&, const NodeSpec&) {
  return dtypes::boolean;
}
DType dtype_void(const Graph&, const NodeSpec&) {
  return dtypes::void_;
}

template <size_t First>
DType dtype_promoted(const Graph& g, const NodeSpec& n) {
  if (n.src.size() <= First) return DType::none();
  DType r = n.src[First]->dtype;
  for (const Node* const s : n.src.subspan(First))
    r = r.has_value() ? g.vocabulary().promote(r, s->dtype) : r;
  return r;
}

Interval bounds_of_var(const BoundsSpec& b) {
  const std::span<const Word> fields = record_of(b.arg);
  return interval::make(field::to_value(fields[1]), field::to_value(fields[2]));
}
Interval bounds_of_range(const BoundsSpec& b) {
  if (!b.src[0].is_int()) return {};
  return Interval::of(0, std::max<int128>(b.src[0].hi, 1) - 1);
}
Interval bounds_of_cast(const BoundsSpec& b) {
  const Vocabulary& v = b.graph.vocabulary();
  return interval::convert(b.src[0], v.dtype(b.src_dtype[0]), v.dtype(b.dtype));
}
template <Interval (*Op)(const Interval&, const Interval&)>
Interval bounds_by(const BoundsSpec& b) {
  return Op(b.src[0], b.src[1]);
}
Interval bounds_of_where(const BoundsSpec& b) {
  return interval::unite(b.src[1], b.src[2]);
}
Interval bounds_of_stack(const BoundsSpec& b) {
  return interval::unite(b.src);
}
Interval bounds_of_first(const BoundsSpec& b) {
  return b.src[0];
}

template <Value (*Op)(const Value&, const Value&)>
Value eval_by(const EvalSpec& e) {
  return convert(Op(e.src[0], e.src[1]), e.graph.vocabulary().dtype(e.dtype));
}
Value eval_less(const EvalSpec& e) {
  return Value::of_bool(exact::lt(e.src[0], e.src[1]));
}
Value eval_differ(const EvalSpec& e) {
  return Value::of_bool(exact::ne(e.src[0], e.src[1]));
}
Value eval_where(const EvalSpec& e) {
  return e.src[0].i != 0 ? e.src[1] : e.src[2];
}
Value eval_cast(const EvalSpec& e) {
  return convert(e.src[0], e.graph.vocabulary().dtype(e.dtype));
}

Shape dims_of(std::span<const Word> sizes) {
  std::vector<Dim> dims;
  for (const Word w : sizes)
    dims.push_back({nullptr, field::to_int(w)});
  return dims;
}
Shape shape_of_param(const Graph&, const NodeSpec& n) {
  return dims_of(list_of(argument_of(n, 2)));
}
Shape shape_of_stack(const Graph&, const NodeSpec& n) {
  std::vector<Dim> dims{{nullptr, static_cast<int64_t>(n.src.size())}};
  const std::span<const Dim> inner = known_shape(n.src[0]);
  dims.insert(dims.end(), inner.begin(), inner.end());
  return dims;
}
Shape shape_of_expand(const Graph& g, const NodeSpec& n) {
  std::vector<Dim> dims;
  for (const Node* const s : n.src.subspan(1)) {
    const Value v = literal_value(g.vocabulary(), s);
    dims.push_back(v.is_int() ? Dim{nullptr, static_cast<int64_t>(v.i)} : Dim{s, 0});
  }
  return dims;
}
Shape shape_of_index(const Graph&, const NodeSpec& n) {
  const std::span<const Dim> shape = known_shape(n.src[0]);
  if (n.src.size() - 1 > shape.size()) return std::nullopt;
  return std::vector<Dim>(shape.begin() + static_cast<ptrdiff_t>(n.src.size()) - 1, shape.end());
}
Shape shape_of_first(const Graph&, const NodeSpec& n) {
  const std::span<const Dim> shape = known_shape(n.src[0]);
  return std::vector<Dim>(shape.begin(), shape.end());
}

// --- ops
// ------------------------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 1> x_source{"x"}, xs_source{"xs"}, effects_source{"effects"};
constexpr std::array<std::string_view, 2> ab_sources{"a", "b"}, end_sources{"end", "after"},
    expand_sources{"x", "dims"}, index_sources{"buf", "at"}, reduce_sources{"x", "ranges"},
    call_sources{"body", "args"};
constexpr std::array<std::string_view, 3> where_sources{"cond", "a", "b"};
constexpr std::array<DType, 3> where_declared{dtypes::boolean, DType::none(), DType::none()};

constexpr uint16_t roles(std::initializer_list<Role> set) {
  uint16_t bits = 0;
  for (const Role r : set)
    bits = static_cast<uint16_t>(bits | static_cast<uint16_t>(r));
  return bits;
}

OpInfo leaf(std::string_view name, std::string_view text, std::span<const ArgType::Field> fields) {
  OpInfo o;
  o.name = name;
  o.text = text;
  o.fields = fields;
  return o;
}

OpInfo binary(std::string_view name, std::string_view text, bool commutative,
              Interval (*bounds)(const BoundsSpec&), Value (*eval)(const EvalSpec&)) {
  OpInfo o = leaf(name, text, {});
  o.sources = ab_sources;
  o.n_fixed = 2;
  o.roles = roles({Role::Elementwise, Role::Promotes});
  if (commutative) o.roles |= roles({Role::Commutative, Role::Associative});
  o.dtype = dtype_promoted<0>;
  o.bounds = bounds;
  o.eval = eval;
  return o;
}

/// An op of the dtype of its first source, with `n` sources and, if `rest`, more.
OpInfo first(std::string_view name, std::string_view text,
             std::span<const std::string_view> sources, uint16_t n, bool rest) {
  OpInfo o = leaf(name, text, {});
  o.sources = sources;
  o.n_fixed = n;
  o.rest = rest;
  o.dtype = dtype_of_first;
  return o;
}

void set_leaves(std::array<OpInfo, 20>& ops) {
  const auto at = [&](Op o) -> OpInfo& { return ops[static_cast<size_t>(o)]; };
  at(Op::CONST) = leaf("CONST", "const", const_fields);
  at(Op::CONST).roles = roles({Role::Literal});
  at(Op::VAR) = leaf("VAR", "var", var_fields);
  at(Op::VAR).dtype = dtype_field<3>;
  at(Op::VAR).bounds = bounds_of_var;
  at(Op::PARAM) = leaf("PARAM", "param", param_fields);
  at(Op::PARAM).dtype = dtype_field<1>;
  at(Op::PARAM).shape = shape_of_param;
  at(Op::TABLE) = leaf("TABLE", "table", table_fields);
  at(Op::TABLE).dtype = dtype_void;
}

void set_elementwise(std::array<OpInfo, 20>& ops) {
  const auto at = [&](Op o) -> OpInfo& { return ops[static_cast<size_t>(o)]; };
  at(Op::CAST) = first("CAST", "cast", x_source, 1, false);
  at(Op::CAST).fields = cast_fields;
  at(Op::CAST).roles = roles({Role::Conversion, Role::Elementwise});
  at(Op::CAST).dtype = dtype_of_cast;
  at(Op::CAST).bounds = bounds_of_cast;
  at(Op::CAST).eval = eval_cast;
  at(Op::ADD) = binary("ADD", "add", true, bounds_by<interval::add>, eval_by<exact::add>);
  at(Op::MUL) = binary("MUL", "mul", true, bounds_by<interval::mul>, eval_by<exact::mul>);
  at(Op::FLOORDIV) = binary("FLOORDIV", "floordiv", false, bounds_by<interval::floordiv>,
                            eval_by<exact::floordiv>);
  at(Op::FLOORMOD) = binary("FLOORMOD", "floormod", false, bounds_by<interval::floormod>,
                            eval_by<exact::floormod>);
  at(Op::AND) = binary("AND", "and", true, bounds_by<interval::bit_and>, eval_by<exact::bit_and>);
  at(Op::CMPLT) = binary("CMPLT", "cmplt", false, bounds_by<interval::lt>, eval_less);
  at(Op::CMPLT).dtype = dtype_bool;
  at(Op::CMPNE) = binary("CMPNE", "cmpne", false, bounds_by<interval::ne>, eval_differ);
  at(Op::CMPNE).roles |= roles({Role::Commutative});
  at(Op::CMPNE).dtype = dtype_bool;
  at(Op::WHERE) = binary("WHERE", "where", false, bounds_of_where, eval_where);
  at(Op::WHERE).sources = where_sources;
  at(Op::WHERE).n_fixed = 3;
  at(Op::WHERE).declared = where_declared;
  at(Op::WHERE).unpromoted = 1;
  at(Op::WHERE).dtype = dtype_promoted<1>;
}

void set_structure(std::array<OpInfo, 20>& ops) {
  const auto at = [&](Op o) -> OpInfo& { return ops[static_cast<size_t>(o)]; };
  at(Op::RANGE) = first("RANGE", "range", end_sources, 1, true);
  at(Op::RANGE).fields = range_fields;
  at(Op::RANGE).roles = roles({Role::Range});
  at(Op::RANGE).bounds = bounds_of_range;
  at(Op::STACK) = first("STACK", "stack", xs_source, 0, true);
  at(Op::STACK).roles = roles({Role::Promotes});
  at(Op::STACK).dtype = dtype_promoted<0>;
  at(Op::STACK).shape = shape_of_stack;
  at(Op::STACK).bounds = bounds_of_stack;
  at(Op::EXPAND) = first("EXPAND", "expand", expand_sources, 1, true);
  at(Op::EXPAND).roles = roles({Role::Broadcast});
  at(Op::EXPAND).shape = shape_of_expand;
  at(Op::EXPAND).bounds = bounds_of_first;
  at(Op::INDEX) = first("INDEX", "index", index_sources, 1, true);
  at(Op::INDEX).shape = shape_of_index;
  at(Op::REDUCE) = first("REDUCE", "reduce", reduce_sources, 1, true);
  at(Op::REDUCE).fields = reduce_fields;
  at(Op::REDUCE).closes_from = 1;
  at(Op::REDUCE).shape = shape_of_first;
  at(Op::CALL) = first("CALL", "call", call_sources, 1, true);
  at(Op::CALL).regions = 1;
  at(Op::CALL).shape = shape_of_first;
  at(Op::SINK) = first("SINK", "sink", effects_source, 0, true);
  at(Op::SINK).roles = roles({Role::Effect});
  at(Op::SINK).dtype = dtype_void;
}

Vocabulary make_vocabulary() {
  static std::array<OpInfo, 20> ops = [] {
    std::array<OpInfo, 20> made;
    set_leaves(made);
    set_elementwise(made);
    set_structure(made);
    return made;
  }();
  Vocabulary v;
  v.name = "test";
  v.dtypes = dtype_table;
  v.ops = ops;
  v.promotion = promotion_table;
  v.literal = Op::CONST;
  v.conversion = Op::CAST;
  v.broadcast = Op::EXPAND;
  v.void_dtype = dtypes::void_;
  v.bool_dtype = dtypes::boolean;
  v.weak_int = dtypes::weakint;
  v.weak_float = dtypes::weakfloat;
  return v;
}

} // namespace

const Vocabulary& vocabulary() {
  static const Vocabulary made = make_vocabulary();
  return made;
}

} // namespace tenet::test
