#include "tests/fuzz/graph_generator.h"

#include "patterns/ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tenet::fuzz {
namespace {

using rules::Op;
namespace dtypes = rules::dtypes;

const std::array int_dtypes{dtypes::weakint, dtypes::weakint, dtypes::weakint, dtypes::int32,
                            dtypes::int32,   dtypes::int8,    dtypes::uint8,   dtypes::int64,
                            dtypes::uint32,  dtypes::uint64,  dtypes::int16,   dtypes::uint16};
const std::array float_dtypes{dtypes::float32, dtypes::float32,  dtypes::float64,
                              dtypes::float16, dtypes::bfloat16, dtypes::weakfloat,
                              dtypes::fp8e4m3, dtypes::fp8e5m2};

Word word(DType t) {
  return t.id;
}

} // namespace

GraphGenerator::GraphGenerator(Graph& graph, uint64_t seed) : graph_(graph), random_(seed) {}

DType GraphGenerator::any_dtype() {
  switch (pick(4)) {
  case 0:
    return dtypes::bool_;
  case 1:
    return float_dtypes[pick(float_dtypes.size())];
  default:
    return int_dtypes[pick(int_dtypes.size())];
  }
}

const Node* GraphGenerator::graph(unsigned size) {
  made_.clear();
  budget_ = size;
  const DType t = any_dtype();
  const Node* root = expression(t, 8);
  if (pick(16) != 0) return root;
  const std::array lanes{root, expression(t, 3), expression(t, 2)};
  const Node* stack = graph_.build(Op::STACK, lanes);
  return stack != nullptr ? stack : root;
}

const Node* GraphGenerator::constant(DType t) {
  const DTypeInfo& info = graph_.vocabulary().dtype(t);
  if (t == dtypes::bool_) return graph_.constant(Value::of_bool(pick(2) != 0), t);
  if (info.is_float()) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static const std::array values{0.0,  -0.0, 1.0,      -1.0,      2.0,          0.5,    3.25,
                                   -7.0, 1e30, infinity, -infinity, std::nan(""), 65504.0};
    return graph_.constant(Value::of_float(values[pick(values.size())]), t);
  }
  if (info.wraps() && pick(6) == 0) {
    const int128 edge = pick(2) != 0 ? max_value(info) : min_value(info);
    return graph_.constant(Value::of_int(edge), t);
  }
  static constexpr std::array values{0,  1,  -1, 2,  3,  4,  5,  7,  8,   9,
                                     16, 31, 32, 64, -2, -3, -8, 12, 100, 255};
  return graph_.constant(Value::of_int(values[pick(pick(2) != 0 ? 8 : values.size())]), t);
}

const Node* GraphGenerator::variable(DType t) {
  const DTypeInfo& info = graph_.vocabulary().dtype(t);
  if (t == dtypes::weakint && pick(4) == 0) {
    static constexpr std::array ends{1, 2, 3, 4, 8, 12, 33};
    const unsigned which = pick(ends.size());
    const Node* end = graph_.constant(Value::of_int(ends[which]), t);
    return rules::range(graph_, end, {}, static_cast<int64_t>(which), rules::AxisKind::Loop);
  }
  const unsigned which = pick(3);
  const std::string name = std::string(info.name) + static_cast<char>('a' + which);
  Value min = Value::of_bool(false), max = Value::of_bool(true);
  if (info.is_float()) {
    min = Value::of_float(-4.0);
    max = Value::of_float(8.0);
  } else if (info.is_integral()) {
    static constexpr std::array<std::array<int, 2>, 3> spans{{{0, 10}, {-20, 20}, {1, 100}}};
    min = Value::of_int(spans[which][0]);
    max = Value::of_int(spans[which][1]);
    if (info.wraps() && which == 1) {
      min = Value::of_int(min_value(info));
      max = Value::of_int(max_value(info));
    }
  }
  return rules::var(graph_, name, min, max, t, 1);
}

const Node* GraphGenerator::leaf(DType t) {
  return pick(2) != 0 ? constant(t) : variable(t);
}

const Node*
GraphGenerator::expression(DType t,
                           unsigned depth) { // NOLINT(misc-no-recursion): depth is at most 8
  std::vector<const Node*>& made = made_[t.id];
  if (!made.empty() && pick(5) == 0) return made[pick(static_cast<unsigned>(made.size()))];
  if (depth == 0 || budget_ == 0) return leaf(t);
  --budget_;
  const Node* n = nullptr;
  if (pick(8) == 0) {
    n = leaf(t);
  } else if (t == dtypes::bool_) {
    n = boolean(depth - 1);
  } else {
    n = graph_.vocabulary().dtype(t).is_float() ? floating(t, depth - 1) : integer(t, depth - 1);
  }
  if (n == nullptr || n->dtype != t) return leaf(t);
  made_[t.id].push_back(n);
  return n;
}

const Node* GraphGenerator::binary(OpId op, DType t,
                                   unsigned depth) { // NOLINT(misc-no-recursion): see `expression`
  const Node* a = expression(t, depth);
  const bool is_float = graph_.vocabulary().dtype(t).is_float();
  const DType weak = is_float ? dtypes::weakfloat : dtypes::weakint;
  const bool weaken = t != dtypes::bool_ && pick(3) == 0;
  const Node* b = weaken ? constant(weak) : pick(3) == 0 ? constant(t) : expression(t, depth);
  if (pick(4) == 0) std::swap(a, b);
  return graph_.build(op, {a, b});
}

const Node* GraphGenerator::boolean(unsigned depth) { // NOLINT(misc-no-recursion): see `expression`
  const DType t = any_dtype();
  switch (pick(8)) {
  case 0:
  case 1:
  case 2:
    return binary(Op::CMPLT, t, depth);
  case 3:
    return binary(Op::CMPNE, t, depth);
  case 4:
    return graph_.build(Op::CMPNE, {expression(dtypes::bool_, depth),
                                    graph_.constant(Value::of_bool(true), dtypes::bool_)});
  case 5: {
    static constexpr std::array ops{Op::AND, Op::OR, Op::XOR, Op::ADD, Op::MUL, Op::MAX};
    return binary(ops[pick(ops.size())], dtypes::bool_, depth);
  }
  case 6:
    return graph_.build(Op::CAST, {expression(t, depth)}, word(dtypes::bool_));
  default:
    return graph_.build(Op::WHERE,
                        {expression(dtypes::bool_, depth), expression(dtypes::bool_, depth),
                         expression(dtypes::bool_, depth)});
  }
}

const Node* GraphGenerator::integer(DType t,
                                    unsigned depth) { // NOLINT(misc-no-recursion): see `expression`
  static constexpr std::array ops{Op::ADD,      Op::ADD,      Op::ADD,      Op::MUL,      Op::MUL,
                                  Op::FLOORDIV, Op::FLOORDIV, Op::FLOORMOD, Op::FLOORMOD, Op::MAX,
                                  Op::CDIV,     Op::CMOD,     Op::AND,      Op::OR,       Op::XOR};
  switch (pick(10)) {
  case 0:
    return graph_.build(
        Op::WHERE, {expression(dtypes::bool_, depth), expression(t, depth), expression(t, depth)});
  case 1: {
    const Node* invalid = graph_.constant(Value::invalid(), dtypes::bool_);
    return graph_.build(Op::WHERE, {expression(dtypes::bool_, depth), expression(t, depth),
                                    pick(2) != 0 ? invalid : leaf(t)});
  }
  case 2:
    return graph_.build(Op::CAST, {expression(any_dtype(), depth)}, word(t));
  case 3:
    return graph_.build(
        pick(2) != 0 ? Op::SHL : Op::SHR,
        {expression(t, depth), graph_.constant(Value::of_int(pick(9)), dtypes::weakint)});
  case 4: { // a quotient or remainder by a constant of a linear form: what index arithmetic is made
            // of
    const Node* sum = graph_.build(Op::ADD, {binary(Op::MUL, t, depth), expression(t, depth)});
    if (sum == nullptr || sum->dtype != t) return sum;
    return graph_.build(pick(2) != 0 ? Op::FLOORDIV : Op::FLOORMOD, {sum, constant(t)});
  }
  default:
    return binary(ops[pick(ops.size())], t, depth);
  }
}

const Node*
GraphGenerator::floating(DType t, unsigned depth) { // NOLINT(misc-no-recursion): see `expression`
  switch (pick(8)) {
  case 0:
    return graph_.build(
        Op::WHERE, {expression(dtypes::bool_, depth), expression(t, depth), expression(t, depth)});
  case 1:
    return graph_.build(Op::CAST, {expression(any_dtype(), depth)}, word(t));
  case 2: {
    static constexpr std::array ops{Op::RECIPROCAL, Op::SQRT, Op::EXP2,
                                    Op::LOG2,       Op::SIN,  Op::TRUNC};
    return graph_.build(ops[pick(ops.size())], {expression(t, depth)});
  }
  case 3:
    return binary(Op::MAX, t, depth);
  default:
    return binary(pick(2) != 0 ? Op::ADD : Op::MUL, t, depth);
  }
}

std::vector<Free> free_variables(Graph& graph, const Node* root) {
  const Vocabulary& v = graph.vocabulary();
  std::vector<Free> free;
  const uint32_t epoch = graph.next_epoch();
  std::vector<const Node*> work{root};
  while (!work.empty()) {
    const Node* n = work.back();
    work.pop_back();
    if (n->epoch == epoch) continue;
    n->epoch = epoch;
    const Interval b = bounds_of(v, n);
    if (n->op == Op::VAR || n->op == Op::SPECIAL)
      free.push_back({std::string(text_of(field_of(v, n, 0))), n->dtype, b.min(), b.max()});
    if (n->op == Op::RANGE)
      free.push_back({"r" + std::to_string(static_cast<int64_t>(field_of(v, n, 0))), n->dtype,
                      b.min(), b.max()});
    work.insert(work.end(), n->sources().begin(), n->sources().end());
  }
  std::sort(free.begin(), free.end(), [](const Free& a, const Free& b) { return a.name < b.name; });
  return free;
}

std::map<std::string, Value, std::less<>> random_assignment(const std::vector<Free>& free,
                                                            std::mt19937_64& random) {
  std::map<std::string, Value, std::less<>> values;
  for (const Free& f : free) {
    const uint64_t choice = random() % 6;
    Value& v = values[f.name];
    if (choice < 2) {
      v = choice == 0 ? f.min : f.max;
    } else if (f.min.is_float()) {
      v = Value::of_float(f.min.f +
                          (f.max.f - f.min.f) * static_cast<double>(random() >> 11) * 0x1p-53);
    } else {
      const uint128 span = static_cast<uint128>(f.max.i - f.min.i) + 1;
      const uint128 bits = static_cast<uint128>(random()) << 64 | random();
      v = Value::of_int(f.min.i + static_cast<int128>(bits % span));
    }
  }
  return values;
}

} // namespace tenet::fuzz
