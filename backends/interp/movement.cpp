#include "backends/interp/movement.h"

#include "core/analysis/shapes.h"
#include "core/base/error.h"
#include "core/ir/text.h"
#include "patterns/ops.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenet::interp {
namespace {

using rules::Op;

/// The position in the source of each element of the result, or -1 for padding.
int64_t source_position(const Node* n, std::span<const Word> first, std::span<const int64_t> source,
                        std::span<const int64_t> at) {
  int64_t position = 0;
  for (size_t d = 0; d < source.size(); ++d) {
    int64_t i = 0;
    switch (static_cast<Op>(n->op.value)) {
    case Op::EXPAND:
      i = source[d] == 1 ? 0 : at[d + at.size() - source.size()];
      break;
    case Op::PAD:
      i = at[d] - static_cast<int64_t>(first[d]);
      break;
    case Op::SHRINK:
      i = at[d] + static_cast<int64_t>(first[d]);
      break;
    case Op::FLIP: {
      const bool flipped =
          std::find(first.begin(), first.end(), static_cast<Word>(d)) != first.end();
      i = flipped ? source[d] - 1 - at[d] : at[d];
      break;
    }
    default: // PERMUTE: the result's dimension k is the source's dimension order[k]
      i = at[static_cast<size_t>(std::find(first.begin(), first.end(), static_cast<Word>(d)) -
                                 first.begin())];
    }
    if (i < 0 || i >= source[d]) return -1;
    position = position * source[d] + i;
  }
  return position;
}

bool is_permutation_of_axes(std::span<const Word> order, size_t rank) {
  std::vector<bool> seen(rank, false);
  for (const Word axis : order) {
    if (axis >= rank || seen[axis]) return false;
    seen[axis] = true;
  }
  return order.size() == rank;
}

/// The part from `start` to `stop` lies in each dimension.
bool is_part(std::span<const Word> start, std::span<const Word> stop,
             std::span<const int64_t> shape) {
  bool good = start.size() == shape.size() && stop.size() == shape.size();
  for (size_t d = 0; d < shape.size() && good; ++d) {
    const auto from = static_cast<int64_t>(start[d]), to = static_cast<int64_t>(stop[d]);
    good = 0 <= from && from <= to && to <= shape[d];
  }
  return good;
}

/// The argument of a movement op fits the shape that it moves, so that no position leaves the
/// source.
bool fits(const Vocabulary& v, const Node* n, std::span<const int64_t> source,
          const std::vector<int64_t>& result) {
  const auto axes = [&](unsigned field) { return list_of(field_of(v, n, field)); };
  switch (static_cast<Op>(n->op.value)) {
  case Op::RESHAPE:
    return element_count(source) == element_count(result);
  case Op::EXPAND: {
    std::vector<int64_t> shape(source.begin(), source.end());
    return source.size() <= result.size() && broadcast_into(shape, result) && shape == result;
  }
  case Op::PERMUTE:
    return is_permutation_of_axes(axes(0), source.size());
  case Op::PAD:
    return axes(0).size() == source.size() && axes(1).size() == source.size();
  case Op::SHRINK:
    return is_part(axes(0), axes(1), source);
  default: // FLIP
    return std::all_of(axes(0).begin(), axes(0).end(), [&](Word a) { return a < source.size(); });
  }
}

} // namespace

int64_t element_count(std::span<const int64_t> shape) {
  int64_t count = 1;
  for (int64_t d : shape)
    if (__builtin_mul_overflow(count, d, &count))
      throw Error("a shape has more than 2^63 elements");
  return count;
}

bool broadcast_into(std::vector<int64_t>& shape, std::span<const int64_t> other) {
  if (other.size() > shape.size()) shape.insert(shape.begin(), other.size() - shape.size(), 1);
  const size_t skip = shape.size() - other.size();
  for (size_t d = 0; d < other.size(); ++d) {
    int64_t& mine = shape[d + skip];
    if (mine == 1) mine = other[d];
    if (other[d] != 1 && other[d] != mine) return false;
  }
  return true;
}

size_t broadcast_position(std::span<const int64_t> shape, std::span<const int64_t> source,
                          int64_t i) {
  if (source.empty()) return 0;
  int64_t position = 0;
  int64_t stride = 1;
  for (size_t d = source.size(); d-- > 0;) {
    const int64_t size = shape[d + shape.size() - source.size()];
    if (source[d] != 1) position += i % size * stride;
    i /= size;
    stride *= source[d];
  }
  return static_cast<size_t>(position);
}

std::vector<int64_t> fixed_shape(Graph& graph, const Node* n) {
  std::vector<int64_t> shape;
  for (const Dim& d : shape_of(graph, n)) {
    if (d.node != nullptr) throw Error("cannot evaluate a node whose shape is symbolic");
    if (d.size < 0)
      throw Error("cannot evaluate a node with a negative dimension, " + std::to_string(d.size));
    shape.push_back(d.size);
  }
  return shape;
}

Tensor full(std::vector<int64_t> shape, const Value& value) {
  const auto count = static_cast<size_t>(element_count(shape));
  return {std::move(shape), std::vector<Value>(count, value)};
}

Value identity_of(const Vocabulary& vocabulary, OpId op, DType dtype) {
  const DTypeInfo& t = vocabulary.dtype(dtype);
  switch (static_cast<Op>(op.value)) {
  case Op::ADD:
    return convert(Value::of_int(0), t);
  case Op::MUL:
    return convert(Value::of_int(1), t);
  case Op::MAX:
    if (t.is_float()) return convert(Value::of_float(-std::numeric_limits<double>::infinity()), t);
    if (t.weak) break;
    return convert(Value::of_int(min_value(t)), t);
  default:
    break;
  }
  throw Error("a reduction by `" + std::string(vocabulary.op(op).text) + "` of dtype " +
              std::string(t.name) + " over nothing has no value");
}

Tensor move(Graph& graph, const Node* n, const Tensor& x) {
  Tensor out{fixed_shape(graph, n), {}};
  if (!fits(graph.vocabulary(), n, x.shape, out.shape))
    throw Error("cannot evaluate `" + std::string(graph.vocabulary().op(n->op).text) +
                "`: its argument does not fit the shape of its source\n  in " +
                text::excerpt(graph.vocabulary(), n));
  if (n->op == Op::RESHAPE) {
    out.values = x.values;
    return out;
  }
  const int64_t count = element_count(out.shape);
  std::span<const Word> first;
  if (n->op != Op::EXPAND) first = list_of(field_of(graph.vocabulary(), n, 0));
  const Value zero = convert(Value::of_int(0), graph.vocabulary().dtype(n->dtype));
  std::vector<int64_t> at(out.shape.size(), 0);
  out.values.reserve(static_cast<size_t>(count));
  for (int64_t k = 0; k < count; ++k) {
    const int64_t position = source_position(n, first, x.shape, at);
    out.values.push_back(position < 0 ? zero : x.values[static_cast<size_t>(position)]);
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] < out.shape[d]) break;
      at[d] = 0;
    }
  }
  return out;
}

} // namespace tenet::interp
