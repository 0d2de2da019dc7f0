#include "core/ir/argument.h"
#include "core/ir/graph.h"

#include <bit>

namespace tenet {

std::string_view text_of(Word w) {
  if (w == 0) return {};
  return {WordTable::pointee<char>(w), WordTable::header(w).count};
}

std::span<const Word> list_of(Word w) {
  if (w == 0) return {};
  return {WordTable::pointee<Word>(w), WordTable::header(w).count};
}

std::span<const Word> record_of(Word w) {
  return list_of(w);
}

std::span<const Dim> known_shape(const Node* n) {
  return n->facts == nullptr || n->has(Node::scalar) ? std::span<const Dim>() : n->facts->shape;
}

Value literal_value(const Vocabulary& v, const Node* n) {
  if (v.literal != n->op) return {};
  switch (v.dtype(n->dtype).kind) {
  case DTypeKind::Bool:
    return n->arg == invalid_word ? Value::invalid() : Value::of_bool(n->arg != 0);
  case DTypeKind::Float:
    return Value::of_float(std::bit_cast<double>(n->arg));
  case DTypeKind::Int:
  case DTypeKind::UInt: {
    if (!n->has(Node::wide_value)) return Value::of_int(static_cast<int64_t>(n->arg));
    const std::span<const Word> halves = list_of(n->arg);
    return Value::of_int(static_cast<int128>(uint128{halves[1]} << 64 | halves[0]));
  }
  case DTypeKind::Void:
  case DTypeKind::Opaque:
    return {};
  }
  return {};
}

Value literal_value_in(const Vocabulary& v, const Node* n, DType computed) {
  const Value value = literal_value(v, n);
  return n->dtype == computed || !computed.has_value() ? value : convert(value, v.dtype(computed));
}

Word field_of(const Vocabulary& v, const Node* n, unsigned i) {
  return argument::field(v.op(n->op), n->arg, i);
}

Interval bounds_beyond(const Vocabulary& v, const Node* n) {
  if (n->has(Node::wide_bounds)) return n->facts->wide;
  if (n->has(Node::wide_value)) return Interval::point(literal_value(v, n));
  return is_invalid(v, n) ? Interval() : range_of(v.dtype(n->dtype));
}

namespace {

int sign(auto a, auto b) {
  return a < b ? -1 : a > b;
}

int order_literals(const Vocabulary& v, const Node* a, const Node* b) {
  const Value x = literal_value(v, a), y = literal_value(v, b);
  if (exact::lt(x, y)) return -1;
  if (exact::lt(y, x)) return 1;
  if (x.kind != y.kind) return sign(x.kind, y.kind);
  if (a->dtype != b->dtype) return sign(a->dtype.id, b->dtype.id);
  return sign(b->arg, a->arg); // -0.0 before 0.0
}

/// By the nodes themselves, their sources apart.
int order_heads(const Vocabulary& v, const Node* a, const Node* b) {
  const bool literal_a = v.literal == a->op, literal_b = v.literal == b->op;
  if (literal_a != literal_b) return literal_a ? 1 : -1;
  if (literal_a) return order_literals(v, a, b);
  if (a->op != b->op) return sign(a->op.value, b->op.value);
  if (a->height != b->height) return sign(a->height, b->height);
  if (const int o = argument::order(v.op(a->op), a->arg, b->arg); o != 0) return o;
  return sign(a->dtype.id, b->dtype.id);
}

} // namespace

int order(const Vocabulary& v, const Node* a, const Node* b) {
  // Two different nodes of one graph differ somewhere; so the first sources that differ decide.
  while (a != b) {
    if (const int o = order_heads(v, a, b); o != 0) return o;
    uint32_t i = 0;
    while (i < a->n_src && i < b->n_src && a->src(i) == b->src(i))
      ++i;
    if (i == a->n_src || i == b->n_src) return sign(a->n_src, b->n_src);
    const Node* const next_a = a->src(i);
    b = b->src(i);
    a = next_a;
  }
  return 0;
}

} // namespace tenet
