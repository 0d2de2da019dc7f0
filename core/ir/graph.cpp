#include "core/ir/graph.h"

#include "core/base/hash.h"
#include "core/base/small_array.h"
#include "core/ir/argument.h"
#include "core/ir/derive.h"
#include "core/ir/fields.h"
#include "core/ir/walk.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <new>

namespace tenet {
namespace {

using Sources = std::span<const Node* const>;

[[gnu::always_inline]] inline uint32_t height_over(Sources src) {
  if (src.size() == 2) return std::max(src[0]->height, src[1]->height) + 1;
  uint32_t height = 0;
  for (const Node* const s : src)
    height = std::max(height, s->height + 1);
  return height;
}

/// The height is part of it: a chain of one op is a function of 32 bits applied again and again,
/// which comes back to a value that it has had after some 2^16 steps, and from there on all its
/// hashes would be taken.
[[gnu::always_inline]] inline uint32_t hash_node(OpId op, uint64_t argument, Sources src) {
  uint64_t h = hash_mix(uint64_t{op.value} << 32 | static_cast<uint32_t>(src.size()),
                        argument + (uint64_t{height_over(src)} << 32));
  if (src.size() == 2) return hash_fold(hash_mix(h, uint64_t{src[0]->hash} << 32 | src[1]->hash));
  size_t i = 0;
  for (; i + 2 <= src.size(); i += 2)
    h = hash_mix(h, uint64_t{src[i]->hash} << 32 | src[i + 1]->hash);
  if (i < src.size()) h = hash_mix(h, src[i]->hash);
  return hash_fold(h);
}

bool same_node(const Node* n, OpId op, Word arg, Sources src) {
  if (n->op != op || n->arg != arg || n->n_src != src.size()) return false;
  if (src.size() == 2) return src[0] == n->src(0) && src[1] == n->src(1);
  return std::equal(src.begin(), src.end(), n->sources().begin());
}

bool is_promoted(const OpInfo& op, size_t i) {
  return op.is(Role::Promotes) && (i >= 32 || (op.unpromoted >> i & 1) == 0);
}

bool has_declared(const OpInfo& op, size_t i) {
  return i < op.declared.size() && op.declared[i].has_value();
}

bool count_fits(const OpInfo& op, size_t n) {
  return n == op.n_fixed || (n > op.n_fixed && op.rest);
}

/// Counts as an operand of a strong dtype: neither weak nor the poison value, which fits any dtype.
bool is_strong(const Vocabulary& v, const Node* n) {
  return !v.dtype(n->dtype).weak && !is_invalid(v, n);
}

/// Two promoted sources of different strong dtypes; null where there are none.
std::pair<const Node*, const Node*> strong_pair(const Vocabulary& v, const OpInfo& op,
                                                Sources src) {
  const Node* strong = nullptr;
  if (!op.is(Role::Promotes)) return {};
  if (src.size() == 2 && src[0]->dtype == src[1]->dtype) return {};
  for (size_t i = 0; i < src.size(); ++i) {
    if (!is_promoted(op, i) || (strong != nullptr && strong->dtype == src[i]->dtype)) continue;
    if (!is_strong(v, src[i])) continue;
    if (strong != nullptr) return {strong, src[i]};
    strong = src[i];
  }
  return {};
}

/// A source whose dtype is not the declared one, or -1.
int undeclared(const OpInfo& op, Sources src) {
  if (op.declared.empty()) return -1;
  for (size_t i = 0; i < src.size(); ++i) {
    if (has_declared(op, i) && src[i]->dtype != op.declared[i]) return static_cast<int>(i);
  }
  return -1;
}

/// The poison value may be anything: among the sources it takes the bounds of another promoted
/// operand.
void relax_invalid(const Vocabulary& v, const OpInfo& op, Sources src, Interval* bounds,
                   DType* dtypes) {
  size_t other = src.size();
  for (size_t i = 0; i < src.size(); ++i) {
    if (is_promoted(op, i) && !is_invalid(v, src[i])) other = i;
  }
  if (other == src.size()) return;
  for (size_t i = 0; i < src.size(); ++i) {
    if (!is_promoted(op, i) || !is_invalid(v, src[i])) continue;
    bounds[i] = bounds[other];
    dtypes[i] = dtypes[other];
  }
}

/// The most usual node: two fixed sources of one dtype, promoted, with integer bounds in line, and
/// no shape clause.
bool is_plain_pair(const Vocabulary& v, const OpInfo& op, Sources src) {
  if (src.size() != 2 || op.n_fixed != 2 || !op.is(Role::Promotes)) return false;
  if (op.shape != nullptr || op.dtype == nullptr || op.bounds == nullptr || !op.declared.empty())
    return false;
  const Node* const a = src[0];
  const Node* const b = src[1];
  return a->dtype == b->dtype && (a->flags & b->flags & Node::has_bounds) != 0 &&
         !v.dtype(a->dtype).is_float() && !is_invalid(v, a) && !is_invalid(v, b);
}

Interval integer_bounds(const Node* n) {
  return Interval::of(static_cast<int64_t>(n->min), static_cast<int64_t>(n->max));
}

Derived derive_pair(const Graph& g, OpId op, Word arg, DType dtype, Sources src) {
  const Vocabulary& v = g.vocabulary();
  const std::array<Interval, 2> bounds{integer_bounds(src[0]), integer_bounds(src[1])};
  const std::array<DType, 2> dtypes{src[0]->dtype, src[1]->dtype};
  return settle(v.op(op).bounds({g, op, dtype, arg, bounds, dtypes}), v.dtype(dtype));
}

bool shape_known(const Node* n) {
  return n->has(Node::scalar) || (n->facts != nullptr && n->facts->has_shape);
}

} // namespace

Graph::Graph(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}
Graph::~Graph() = default;

Facts& Graph::facts(const Node* n) const {
  if (n->facts == nullptr) n->facts = new (arena_.allocate(sizeof(Facts), alignof(Facts))) Facts();
  return *n->facts;
}

size_t Graph::bytes_used() const {
  return arena_.bytes_reserved() + nodes_.bytes_reserved() + words_.bytes_reserved();
}

const Node* Graph::make(OpId op, Sources src, Word arg) {
  if (vocabulary_.literal == op) return nullptr;
  const uint32_t hash = hash_node(op, argument::hash(vocabulary_.op(op), arg), src);
  const NodeTable::Place place =
      nodes_.find(hash, [&](const Node* n) { return same_node(n, op, arg, src); });
  return place.node != nullptr ? place.node : derive(op, src, arg, place);
}

const Node* Graph::derive(OpId op, Sources src, Word arg, const NodeTable::Place& place) {
  const OpInfo& info = vocabulary_.op(op);
  if (is_plain_pair(vocabulary_, info, src)) {
    const DType dtype = info.dtype(*this, {op, arg, src});
    if (!dtype.has_value()) return nullptr;
    const Derived derived = derive_pair(*this, op, arg, dtype, src);
    const bool scalar =
        !info.is(Role::Elementwise) || (src[0]->flags & src[1]->flags & Node::scalar) != 0;
    const unsigned flags = (derived.exact ? Node::exact : 0u) | (scalar ? Node::scalar : 0u);
    Node* const n = add(op, dtype, src, arg, place, static_cast<uint8_t>(flags));
    set_bounds(n, derived.bounds);
    return n;
  }
  if (!count_fits(info, src.size()) || undeclared(info, src) >= 0) return nullptr;
  SmallArray<Interval, 4> bounds(src.size());
  SmallArray<DType, 8> dtypes(src.size());
  bool scalar = true, invalid = false, mixed = false;
  for (size_t i = 0; i < src.size(); ++i) {
    bounds[i] = bounds_of(vocabulary_, src[i]);
    dtypes[i] = src[i]->dtype;
    scalar &= src[i]->has(Node::scalar);
    mixed |= dtypes[i] != dtypes[0];
    invalid |= is_invalid(vocabulary_, src[i]);
  }
  if (mixed && strong_pair(vocabulary_, info, src).first != nullptr) return nullptr;
  const DType dtype = info.dtype != nullptr ? info.dtype(*this, {op, arg, src}) : DType::none();
  if (!dtype.has_value()) return nullptr;
  if (invalid) relax_invalid(vocabulary_, info, src, bounds.data(), dtypes.data());
  const Derived derived = derive_bounds(*this, op, arg, dtype, bounds.span(), dtypes.span());

  uint8_t flags = derived.exact ? Node::exact : 0;
  if (info.shape == nullptr && (scalar || !info.is(Role::Elementwise))) flags |= Node::scalar;
  if (info.shape == nullptr) {
    Node* const n = add(op, dtype, src, arg, place, flags);
    set_bounds(n, derived.bounds);
    return n;
  }
  // A shape clause runs at once where it can; else `shape_of` runs it on demand.
  Shape shape;
  if (std::all_of(src.begin(), src.end(), shape_known)) {
    shape = info.shape(*this, {op, arg, src});
    if (shape && shape->empty()) flags |= Node::scalar;
  }
  Node* const n = add(op, dtype, src, arg, place, flags);
  set_bounds(n, derived.bounds);
  if (shape && !shape->empty()) set_shape(n, *shape);
  return n;
}

void Graph::set_shape(const Node* n, std::span<const Dim> shape) const {
  Facts& f = facts(n);
  Dim* const dims = arena_.allocate_array<Dim>(shape.size());
  std::copy(shape.begin(), shape.end(), dims);
  f.shape = {dims, shape.size()};
  f.has_shape = true;
  if (shape.empty()) n->flags |= Node::scalar;
}

Node* Graph::add(OpId op, DType dtype, Sources src, Word arg, const NodeTable::Place& place,
                 uint8_t flags) {
  const uint32_t n_src = static_cast<uint32_t>(src.size());
  const uint32_t id = static_cast<uint32_t>(nodes_.count());
  // The sources may lie in memory that the table is about to extend, never in memory that it moves.
  Node* const n = new (nodes_.add(place, n_src)) Node{.op = op,
                                                      .dtype = dtype,
                                                      .flags = flags,
                                                      .n_src = n_src,
                                                      .hash = place.hash,
                                                      .id = id,
                                                      .arg = arg,
                                                      .min = 0,
                                                      .max = 0,
                                                      .memo = nullptr,
                                                      .facts = nullptr,
                                                      .epoch = 0,
                                                      .height = height_over(src)};
  const Node** const to = reinterpret_cast<const Node**>(n + 1);
  if (n_src == 2) {
    to[0] = src[0];
    to[1] = src[1];
  } else {
    std::copy(src.begin(), src.end(), to);
  }
  return n;
}

void Graph::set_bounds(Node* n, const Interval& bounds) {
  if (!bounds.known()) return;
  if (!bounds.is_int()) {
    n->min = std::bit_cast<Word>(bounds.flo);
    n->max = std::bit_cast<Word>(bounds.fhi);
    n->flags |= Node::has_bounds;
  } else if (static_cast<int64_t>(bounds.lo) == bounds.lo &&
             static_cast<int64_t>(bounds.hi) == bounds.hi) {
    n->min = static_cast<Word>(bounds.lo);
    n->max = static_cast<Word>(bounds.hi);
    n->flags |= Node::has_bounds;
  } else {
    const Interval all = range_of(vocabulary_.dtype(n->dtype));
    if (all.is_int() && all.lo == bounds.lo && all.hi == bounds.hi) return;
    facts(n).wide = bounds;
    n->flags |= Node::wide_bounds;
  }
}

const Node* Graph::build(OpId op, Sources src, Word arg) {
  const OpInfo& info = vocabulary_.op(op);
  const bool fits =
      undeclared(info, src) < 0 && strong_pair(vocabulary_, info, src).first == nullptr;
  if (fits || !vocabulary_.conversion || !count_fits(info, src.size())) return make(op, src, arg);
  SmallArray<DType, 8> dtypes(src.size());
  for (size_t i = 0; i < src.size(); ++i)
    dtypes[i] = src[i]->dtype;
  const DType common = computed_dtype(vocabulary_, info, dtypes.span());
  const bool mixed = strong_pair(vocabulary_, info, src).first != nullptr;
  SmallArray<const Node*, 4> converted(src.size());
  for (size_t i = 0; i < src.size(); ++i) {
    converted[i] = src[i];
    DType wanted = src[i]->dtype;
    if (has_declared(info, i)) {
      wanted = info.declared[i];
    } else if (mixed && common.has_value() && is_promoted(info, i) &&
               is_strong(vocabulary_, src[i])) {
      wanted = common;
    }
    if (wanted == src[i]->dtype) continue;
    converted[i] = make(*vocabulary_.conversion, {src[i]}, field::of_dtype(wanted));
    if (converted[i] == nullptr) return nullptr;
  }
  return make(op, converted.span(), arg);
}

std::string Graph::explain(OpId op, Sources src, Word arg) const {
  const OpInfo& info = vocabulary_.op(op);
  const std::string name = "`" + std::string(info.text) + "`";
  const auto dtype_name = [&](DType t) {
    return "`" + std::string(vocabulary_.dtype(t).name) + "`";
  };
  if (vocabulary_.literal == op)
    return name + " is no value of its dtype; expected a number of at most 128 bits";
  if (!count_fits(info, src.size())) {
    return name + " has " + std::to_string(src.size()) +
           (src.size() == 1 ? " source" : " sources") + "; expected " +
           (info.rest ? "at least " : "") + std::to_string(info.n_fixed);
  }
  if (const int i = undeclared(info, src); i >= 0) {
    const size_t at = static_cast<size_t>(i);
    return "source " +
           (at < info.sources.size() ? "`" + std::string(info.sources[at]) + "`"
                                     : std::to_string(i)) +
           " of " + name + " is of dtype " + dtype_name(src[at]->dtype) + "; expected " +
           dtype_name(info.declared[at]);
  }
  if (const auto [a, b] = strong_pair(vocabulary_, info, src); a != nullptr) {
    return name + " has operands of dtype " + dtype_name(a->dtype) + " and " +
           dtype_name(b->dtype) + "; expected at most one dtype that is not weak: cast one of them";
  }
  if (info.dtype == nullptr || !info.dtype(*this, {op, arg, src}).has_value()) {
    std::string dtypes;
    for (const Node* const s : src)
      dtypes += (dtypes.empty() ? "" : ", ") + dtype_name(s->dtype);
    return name + " has no dtype for " +
           (src.empty() ? "this argument" : "sources of dtype " + dtypes) +
           "; expected sources that fit together";
  }
  return name + " fits its sources";
}

const Node* Graph::constant(const Value& value, DType dtype) {
  if (!vocabulary_.literal || !value.has_value()) return nullptr;
  if (value.is_invalid()) dtype = vocabulary_.bool_dtype;
  if (!dtype.has_value()) return nullptr;
  const bool as_is = value.is_int() && dtype == vocabulary_.weak_int;
  const Value v = as_is ? value : convert(value, vocabulary_.dtype(dtype));
  if (!v.has_value()) return nullptr;
  const OpId op = *vocabulary_.literal;
  Word arg = invalid_word;
  uint64_t meaning = arg;
  uint8_t flags = Node::scalar | Node::exact;
  if (v.is_float()) {
    meaning = arg = field::of_float(v.f);
  } else if (v.is_integral() && fits_int64(v.i)) {
    meaning = arg = static_cast<Word>(v.i);
  } else if (v.is_integral()) {
    const std::array<Word, 2> halves{static_cast<Word>(v.i), static_cast<Word>(v.i >> 64)};
    arg = intern(std::span<const Word>(halves));
    meaning = WordTable::header(arg).hash;
    flags |= Node::wide_value;
  }
  const uint32_t hash = hash_node(op, hash_mix(meaning, dtype.id), {});
  const NodeTable::Place place = nodes_.find(hash, [&](const Node* n) {
    return n->op == op && n->arg == arg && n->dtype == dtype &&
           ((n->flags ^ flags) & Node::wide_value) == 0;
  });
  if (place.node != nullptr) return place.node;
  Node* const n = add(op, dtype, {}, arg, place, flags);
  // Bounds of 128 bits are read from the value itself.
  if (!n->has(Node::wide_value)) set_bounds(n, Interval::point(v));
  return n;
}

Word Graph::intern(std::string_view text) {
  return words_.intern(arena_, text, WordTable::Text, text.size());
}

Word Graph::intern(std::span<const Word> list) {
  const std::string_view bytes(reinterpret_cast<const char*>(list.data()), list.size_bytes());
  return words_.intern(arena_, bytes, WordTable::List, list.size());
}

Word Graph::intern_record(std::span<const Word> fields) {
  const std::string_view bytes(reinterpret_cast<const char*>(fields.data()), fields.size_bytes());
  return words_.intern(arena_, bytes, WordTable::Record, fields.size());
}

const Node* Graph::import(Graph& from, const Node* root) {
  if (&from == this) return root;
  PostOrder walk(from);
  std::vector<const Node*> sources;
  std::vector<Dim> dims;
  walk.run(root, [&](const Node* n) {
    sources.clear();
    for (const Node* const s : n->sources())
      sources.push_back(s->memo);
    n->memo = adopt(n, sources);
    if (n->memo->facts != nullptr || n->facts == nullptr || !n->facts->has_shape) return;
    dims.assign(n->facts->shape.begin(), n->facts->shape.end());
    for (Dim& d : dims) {
      if (d.node == nullptr) continue;
      if (!walk.is_done(d.node)) return;
      d.node = d.node->memo;
    }
    set_shape(n->memo, dims);
  });
  return root->memo;
}

const Node* Graph::adopt(const Node* n, Sources src) {
  if (vocabulary_.literal == n->op) return constant(literal_value(vocabulary_, n), n->dtype);
  const Word arg = argument::copy(*this, vocabulary_.op(n->op), n->arg);
  const NodeTable::Place place =
      nodes_.find(n->hash, [&](const Node* m) { return same_node(m, n->op, arg, src); });
  if (place.node != nullptr) return place.node;
  constexpr uint8_t kept = Node::exact | Node::scalar;
  Node* const m = add(n->op, n->dtype, src, arg, place, n->flags & kept);
  set_bounds(m, bounds_of(vocabulary_, n));
  return m;
}

} // namespace tenet
