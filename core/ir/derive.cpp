/// What follows for a node from its sources: dtype and bounds, by the clauses of its op.
#include "core/ir/derive.h"

#include "core/base/small_array.h"
#include "core/ir/graph.h"

namespace tenet {
namespace {

bool promotes(const OpInfo& op, size_t i) {
  return op.is(Role::Promotes) && (i >= 32 || (op.unpromoted >> i & 1) == 0);
}

bool inside(const Interval& a, const Interval& b) {
  return a.lo >= b.lo && a.hi <= b.hi;
}

/// A float result as the dtype rounds it; an integer one becomes a float.
Interval rounded(const Interval& x, const DTypeInfo& from, const DTypeInfo& t) {
  const Interval all = range_of(t);
  if (!x.known()) return all;
  if (!x.is_int() && t.bits == 64) return x;
  return interval::convert(x, from, t);
}

} // namespace

Derived settle(const Interval& x, const DTypeInfo& t) {
  if (x.is_int()) {
    if (t.kind == DTypeKind::Int && t.weak) return {x, true};
    if (t.kind == DTypeKind::Bool && x.lo >= 0 && x.hi <= 1) return {x, true};
  }
  switch (t.kind) {
  case DTypeKind::Float:
    return {rounded(x, t, t), false};
  case DTypeKind::Bool:
  case DTypeKind::Int:
  case DTypeKind::UInt:
    break;
  case DTypeKind::Void:
  case DTypeKind::Opaque:
    return {};
  }
  if (!x.is_int()) return {range_of(t), t.weak || t.kind == DTypeKind::Bool};
  if (t.weak) return {x, true};
  const bool exact = inside(x, range_of(t));
  return {exact ? x : interval::convert(x, t, t), exact};
}

DType computed_dtype(const Vocabulary& v, const OpInfo& op, std::span<const DType> src) {
  DType r = DType::none();
  if (!op.is(Role::Promotes)) return r;
  bool first = true;
  for (size_t i = 0; i < src.size(); ++i) {
    if (!promotes(op, i)) continue;
    r = first ? src[i] : v.promote(r, src[i]);
    first = false;
    if (!r.has_value()) return r;
  }
  return r;
}

DType computed_dtype(const Vocabulary& v, const Node* n) {
  const OpInfo& op = v.op(n->op);
  if (!op.is(Role::Promotes)) return n->dtype;
  SmallArray<DType, 8> dtypes(n->n_src);
  for (uint32_t i = 0; i < n->n_src; ++i)
    dtypes[i] = n->src(i)->dtype;
  const DType r = computed_dtype(v, op, dtypes.span());
  return r.has_value() ? r : n->dtype;
}

DType result_dtype(const Graph& g, OpId op, Word arg, std::span<const DType> src) {
  const OpInfo& info = g.vocabulary().op(op);
  if (info.dtype == nullptr) return DType::none();
  // A `dtype` clause reads the dtypes of its sources and nothing else of them: stand-ins do.
  SmallArray<Node, 3> nodes(src.size());
  SmallArray<const Node*, 3> sources(src.size());
  for (size_t i = 0; i < src.size(); ++i) {
    nodes[i] = Node{};
    nodes[i].dtype = src[i];
    sources[i] = &nodes[i];
  }
  return info.dtype(g, NodeSpec{op, arg, sources.span()});
}

Derived derive_bounds(const Graph& g, OpId op, Word arg, DType result,
                      std::span<const Interval> src, std::span<const DType> src_dtype) {
  const Vocabulary& v = g.vocabulary();
  const OpInfo& info = v.op(op);
  const DTypeInfo& t = v.dtype(result);
  if (info.bounds == nullptr) return {range_of(t), t.weak || t.kind == DTypeKind::Bool};
  if (!info.is(Role::Promotes)) {
    const Interval x = info.bounds({g, op, result, arg, src, src_dtype});
    Derived d = settle(x, t);
    // A conversion may have wrapped within its clause; it is exact if it changes no value.
    if (info.is(Role::Conversion) && t.wraps()) {
      d.exact = src.front().is_int() && inside(src.front(), range_of(t));
    }
    return d;
  }
  if (src_dtype.size() == 2 && src_dtype[0] == src_dtype[1])
    return settle(info.bounds({g, op, result, arg, src, src_dtype}), t);
  DType first = DType::none();
  bool differ = false;
  for (size_t i = 0; i < src.size(); ++i) {
    if (!promotes(info, i)) continue;
    differ |= first.has_value() && src_dtype[i] != first;
    first = src_dtype[i];
  }
  const DType computed = differ ? computed_dtype(v, info, src_dtype) : first;
  if (!differ || !computed.has_value()) {
    return settle(info.bounds({g, op, result, arg, src, src_dtype}), t);
  }
  SmallArray<Interval, 4> converted(src.size());
  for (size_t i = 0; i < src.size(); ++i) {
    const bool as_is = !promotes(info, i) || src_dtype[i] == computed;
    converted[i] =
        as_is ? src[i] : interval::convert(src[i], v.dtype(src_dtype[i]), v.dtype(computed));
  }
  return settle(info.bounds({g, op, result, arg, converted.span(), src_dtype}), t);
}

} // namespace tenet
