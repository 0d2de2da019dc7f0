// The vocabulary that is generated from ops.rules: what nodes get from the clauses of their ops.
#include "core/analysis/shapes.h"
#include "core/ir/clauses.h"
#include "core/ir/text.h"
#include "patterns/ops.h"

#include <catch2/catch.hpp>
#include <cmath>

namespace tenet::rules {
namespace {

std::string_view name(DType t) {
  return t.has_value() ? vocabulary().dtype(t).name : "none";
}

const Node* variable(Graph& g, DType t, int64_t min = 0, int64_t max = 100) {
  return var(g, "x", Value::of_int(min), Value::of_int(max), t);
}

/// `[4, 3]`, with `?` for a dimension that is a node.
std::string shape_text(Graph& g, const Node* n) {
  std::string text;
  for (const Dim& d : shape_of(g, n))
    text += (text.empty() ? "" : ", ") + (d.node != nullptr ? "?" : std::to_string(d.size));
  return "[" + text + "]";
}

Value eval(Graph& g, OpId op, DType computed, std::initializer_list<Value> src, Word arg = 0) {
  const OpInfo& info = vocabulary().op(op);
  std::vector<DType> dtypes;
  std::vector<const Node*> nodes;
  for (size_t i = 0; i < src.size(); ++i) {
    dtypes.push_back(i < info.declared.size() && info.declared[i].has_value() ? info.declared[i]
                                                                              : computed);
    nodes.push_back(variable(g, dtypes.back(), 0, 1));
  }
  const DType dtype = info.dtype(g, {op, arg, nodes});
  return info.eval({g, op, dtype, computed, arg, std::span(src.begin(), src.size()), dtypes});
}

Value integer(int128 v) {
  return Value::of_int(v);
}

TEST_CASE("builders bring strong operands to their common dtype and leave weak ones") {
  Graph g(vocabulary());
  const Node* small = variable(g, dtypes::int8);
  const Node* n = add(g, small, variable(g, dtypes::uint8));
  CHECK(name(n->dtype) == "int16");
  CHECK(n->src(0)->op == OpId(Op::CAST));
  const Node* weak = add(g, small, const_(g, integer(1), dtypes::weakint));
  CHECK(name(weak->dtype) == "int8");
  CHECK(name(weak->src(1)->dtype) == "weakint");
}

TEST_CASE("dtype clauses decide what a node is, or that it is none") {
  Graph g(vocabulary());
  const Node* i = variable(g, dtypes::int32);
  CHECK(name(cmplt(g, i, i)->dtype) == "bool");
  CHECK(name(sqrt(g, i)->dtype) == "float32");
  CHECK(name(sqrt(g, variable(g, dtypes::weakint))->dtype) == "weakfloat");
  CHECK(name(sqrt(g, variable(g, dtypes::float16))->dtype) == "float16");
  CHECK(name(bitcast(g, i, dtypes::float32)->dtype) == "float32");
  CHECK(bitcast(g, i, dtypes::int8) == nullptr);
  CHECK(name(threefry(g, i, i)->dtype) == "uint64");
  CHECK(name(sink(g, {i})->dtype) == "void");
}

TEST_CASE("bounds are exact, and those of the dtype where the result can wrap") {
  Graph g(vocabulary());
  const auto bounds = [&](const Node* n) {
    const Interval b = bounds_of(vocabulary(), n);
    return to_string(b.min()) + ".." + to_string(b.max());
  };
  const Node* w = variable(g, dtypes::weakint, -3, 5);
  CHECK(bounds(mul(g, w, w)) == "-15..25");
  CHECK(bounds(floormod(g, w, const_(g, integer(4), dtypes::weakint))) == "0..3");
  CHECK(bounds(add(g, variable(g, dtypes::int8, 0, 100), variable(g, dtypes::int8, 0, 100))) ==
        "-128..127");
  CHECK(bounds(range(g, const_(g, integer(7), dtypes::weakint), {}, 0, AxisKind::Reduce)) ==
        "0..6");
  CHECK(bounds(range(g, const_(g, integer(0), dtypes::weakint), {}, 0, AxisKind::Loop)) == "0..0");
  CHECK(bounds(cast(g, variable(g, dtypes::int32, 0, 300), dtypes::uint8)) == "0..255");
  CHECK(bounds(stack(g, {w, const_(g, integer(9), dtypes::weakint)})) == "-3..9");
}

TEST_CASE("shape clauses follow movement, stacks, indices and reductions") {
  Graph g(vocabulary());
  const Node* p = param(g, 0, dtypes::float32, {4, 3});
  const Node* i = variable(g, dtypes::weakint, 0, 3);
  CHECK(shape_text(g, p) == "[4, 3]");
  CHECK(shape_text(g, permute(g, p, {1, 0})) == "[3, 4]");
  CHECK(shape_text(g, pad(g, p, {1, 0}, {2, 0})) == "[7, 3]");
  CHECK(shape_text(g, shrink(g, p, {1, 0}, {3, 3})) == "[2, 3]");
  CHECK(shape_text(g, stack(g, {p, p})) == "[2, 4, 3]");
  CHECK(shape_text(g, index(g, p, {i})) == "[3]");
  CHECK(shape_text(g, load(g, index(g, p, {i, i}), {})) == "[]");
  CHECK(shape_text(g, reduce(g, p, {}, Op::ADD, 1)) == "[3]");
  CHECK(shape_text(g, add(g, p, const_(g, Value::of_float(1), dtypes::weakfloat))) == "[4, 3]");
  CHECK(shape_text(g, reshape(g, p, {const_(g, integer(12), dtypes::weakint)})) == "[12]");
  CHECK(shape_text(g, expand(g, i, {i})) == "[?]");
}

TEST_CASE("evaluation wraps and rounds to the dtype and keeps the numeric policies") {
  Graph g(vocabulary());
  CHECK(identical(eval(g, Op::ADD, dtypes::int8, {integer(127), integer(1)}), integer(-128)));
  CHECK(identical(eval(g, Op::MUL, dtypes::uint64, {integer(UINT64_MAX), integer(UINT64_MAX)}),
                  integer(1)));
  CHECK(identical(eval(g, Op::FLOORDIV, dtypes::int32, {integer(-7), integer(0)}), integer(0)));
  CHECK(identical(eval(g, Op::FLOORMOD, dtypes::int32, {integer(-7), integer(0)}), integer(-7)));
  CHECK(identical(eval(g, Op::CDIV, dtypes::int32, {integer(INT32_MIN), integer(-1)}),
                  integer(INT32_MIN)));
  CHECK(identical(eval(g, Op::SHL, dtypes::int32, {integer(1), integer(32)}), integer(0)));
  CHECK(identical(eval(g, Op::SHL, dtypes::int32, {integer(1), integer(-1)}), integer(0)));
  CHECK(identical(eval(g, Op::SHR, dtypes::int32, {integer(-5), integer(40)}), integer(-1)));
  CHECK(identical(eval(g, Op::ADD, dtypes::bool_, {Value::of_bool(true), Value::of_bool(true)}),
                  Value::of_bool(true)));
  CHECK(identical(eval(g, Op::MUL, dtypes::bool_, {Value::of_bool(true), Value::of_bool(false)}),
                  Value::of_bool(false)));
  CHECK(identical(eval(g, Op::ADD, dtypes::float16, {Value::of_float(2048), Value::of_float(1)}),
                  Value::of_float(2048)));
  CHECK(identical(
      eval(g, Op::WHERE, dtypes::int32, {Value::of_bool(false), Value::invalid(), integer(3)}),
      integer(3)));
  CHECK(identical(
      eval(g, Op::CAST, dtypes::float32, {Value::of_float(-1.5)}, field::of_dtype(dtypes::uint8)),
      integer(255)));
  CHECK(
      std::isnan(eval(g, Op::MAX, dtypes::float32, {Value::of_float(1), Value::of_float(NAN)}).f));
  CHECK_FALSE(eval(g, Op::CMPLT, dtypes::int32, {Value::invalid(), integer(1)}).has_value());
}

TEST_CASE("Threefry agrees with the known answers of Random123") {
  CHECK(identical(clause::threefry(integer(0), integer(0)), integer(0x99ba4efe6b200159)));
  const Value ones = integer(UINT64_MAX);
  CHECK(identical(clause::threefry(ones, ones), integer(0xbb002be71cb996fc)));
  CHECK(identical(clause::threefry(integer(0x85a308d3243f6a88), integer(0x0370734413198a2e)),
                  integer(0x483df7a0c4923a9c)));
}

TEST_CASE("a conversion is lossless if every value of the one dtype is one of the other") {
  const auto lossless = [](DType from, DType to) {
    return clause::lossless(vocabulary(), from, to);
  };
  CHECK(lossless(dtypes::int8, dtypes::float16));
  CHECK(lossless(dtypes::uint8, dtypes::bfloat16));
  CHECK_FALSE(lossless(dtypes::int16, dtypes::bfloat16));
  CHECK(lossless(dtypes::int32, dtypes::float64));
  CHECK_FALSE(lossless(dtypes::int64, dtypes::float64));
  CHECK_FALSE(lossless(dtypes::int8, dtypes::uint64));
  CHECK(lossless(dtypes::int64, dtypes::weakint));
  CHECK_FALSE(lossless(dtypes::weakint, dtypes::int64));
  CHECK(lossless(dtypes::bool_, dtypes::fp8e4m3));
  CHECK(lossless(dtypes::fp8e4m3, dtypes::float16));
  CHECK_FALSE(lossless(dtypes::fp8e5m2, dtypes::fp8e4m3));
  CHECK_FALSE(lossless(dtypes::float16, dtypes::bfloat16));
  CHECK(lossless(dtypes::float32, dtypes::weakfloat));
}

TEST_CASE("every op's default argument is what the text form leaves out") {
  Graph g(vocabulary());
  const Node* x = variable(g, dtypes::weakint);
  CHECK(var(g, "x", integer(0), integer(100)) == x);
  CHECK(text::to_string(vocabulary(), x) == "(var x 0 100)");
  CHECK(text::to_string(vocabulary(), var(g, "x", integer(0), integer(100), dtypes::int32, 4)) ==
        "(var x 0 100 int32 multiple_of 4)");
}

} // namespace
} // namespace tenet::rules
