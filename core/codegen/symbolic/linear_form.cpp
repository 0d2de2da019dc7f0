#include "core/codegen/symbolic/linear_form.h"

#include "patterns/ops.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tenet {

using rules::Op;

namespace {

constexpr unsigned max_visits = 128;
constexpr unsigned max_product = 8;

bool is_small(int128 x) {
  return -LinearForm::limit < x && x < LinearForm::limit;
}

struct Pending {
  const Node* node;
  int128 factor;
};

bool is_weak_op(const Vocabulary& v, const Node* n, Op op) {
  return n->op == OpId(op) && n->dtype == v.weak_int;
}

/// Their quotient and remainder can be computed in 64 bits.
bool are_narrow(int128 a, int128 b) {
  return static_cast<int64_t>(a) == a && static_cast<int64_t>(b) == b &&
         a != std::numeric_limits<int64_t>::min();
}

/// A factor of a product that is a bool is a number in a sum: bools would add as `or`.
const Node* as_weakint(Graph& g, const Node* n) {
  const Vocabulary& v = g.vocabulary();
  return n->dtype == v.weak_int ? n : g.build(Op::CAST, {n}, v.weak_int.id);
}

} // namespace

std::optional<int128> integer_literal(const Vocabulary& v, const Node* n) {
  if (v.literal != n->op || n->dtype != v.weak_int) return std::nullopt;
  if (!n->has(Node::wide_value)) return static_cast<int64_t>(n->arg);
  return literal_value(v, n).i;
}

bool same_product(std::span<const Node* const> a, std::span<const Node* const> b) {
  if (a.size() != b.size()) return false;
  if (a.size() == 1) return a[0] == b[0];
  return std::is_permutation(a.begin(), a.end(), b.begin());
}

Interval product_bounds(const Vocabulary& v, const Term& t) {
  if (t.node != nullptr) return bounds_of(v, t.node);
  if (t.count == 1) return bounds_of(v, t.first[0]);
  Interval b = Interval::of(1, 1);
  for (const Node* const n : t.product())
    b = interval::mul(b, bounds_of(v, n));
  return b;
}

const Node* build_product(Graph& g, const Term& t) {
  if (t.node != nullptr) return as_weakint(g, t.node);
  const Node* product = nullptr;
  for (const Node* const n : t.product()) {
    const Node* const factor = as_weakint(g, n);
    product = product == nullptr ? factor : g.build(Op::MUL, {product, factor});
  }
  return product != nullptr ? product : g.constant(Value::of_int(1), g.vocabulary().weak_int);
}

int128 gcd(int128 a, int128 b) {
  if (fits_int64(a) && fits_int64(b)) {
    uint64_t x = static_cast<uint64_t>(magnitude(a)), y = static_cast<uint64_t>(magnitude(b));
    while (y != 0)
      x = std::exchange(y, x % y);
    return x;
  }
  while (b != 0) {
    const int128 rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

int128 floor_div(int128 a, int128 b) {
  if (are_narrow(a, b)) {
    const int64_t x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
    const int64_t quotient = x / y;
    return quotient - (quotient * y != x && (x < 0) != (y < 0) ? 1 : 0);
  }
  const int128 q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

int128 floor_mod(int128 a, int128 b) {
  if (are_narrow(a, b)) {
    const int64_t y = static_cast<int64_t>(b);
    const int64_t rest = static_cast<int64_t>(a) % y;
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
  }
  return a - floor_div(a, b) * b;
}

bool LinearForm::add_constant(int128 c) {
  if (!is_small(c) || !is_small(constant_ + c)) return false;
  constant_ += c;
  return true;
}

bool LinearForm::append(int128 factor, std::span<const Node* const> product, const Node* node) {
  if (!is_small(factor)) return false;
  if (n_terms_ == max_terms || n_products_ + product.size() > products_.size()) return false;
  const Node** const first = products_.data() + n_products_;
  if (product.size() == 1) {
    *first = product.front();
  } else {
    std::copy(product.begin(), product.end(), first);
  }
  n_products_ += static_cast<unsigned>(product.size());
  terms_[n_terms_++] = {factor, node, first, static_cast<unsigned>(product.size())};
  return true;
}

bool LinearForm::add(const Term& t, int128 factor) {
  return factor == 0 || append(factor, t.product(), t.node);
}

bool LinearForm::add_quotient(const Term& t, const Term& by) {
  if (t.factor % by.factor != 0 || t.count < by.count) return false;
  if (by.count == 0) return append(t.factor / by.factor, t.product(), t.node);
  std::array<const Node*, max_product> rest;
  std::copy_n(t.first, t.count, rest.begin());
  unsigned count = t.count;
  for (const Node* const n : by.product()) {
    const auto end = rest.begin() + count;
    const auto at = std::find(rest.begin(), end, n);
    if (at == end) return false;
    std::copy(at + 1, end, at);
    --count;
  }
  if (count == 0) return add_constant(t.factor / by.factor);
  return append(t.factor / by.factor, {rest.data(), count}, nullptr);
}

/// One term: the factors of a product, its constants multiplied into `factor`.
bool LinearForm::read_product(const Vocabulary& v, const Node* n, int128 factor) {
  if (factor != 0 && !is_weak_op(v, n, Op::MUL) && v.literal != n->op)
    return append(factor, {&n, 1}, n);
  std::array<const Node*, max_product + 1> stack;
  std::array<const Node*, max_product> product;
  unsigned depth = 0, count = 0;
  int128 scale = 1;
  bool opaque = false;
  stack[depth++] = n;
  while (depth != 0 && !opaque) {
    const Node* const x = stack[--depth];
    if (v.literal == x->op && x->dtype == v.weak_int) {
      const std::optional<int128> c = integer_literal(v, x);
      if (__builtin_mul_overflow(scale, *c, &scale)) return false;
    } else if (is_weak_op(v, x, Op::MUL)) {
      opaque = depth + 2 > stack.size();
      if (opaque) break;
      stack[depth++] = x->src(1);
      stack[depth++] = x->src(0);
    } else {
      opaque = count == max_product;
      if (opaque) break;
      product[count++] = x;
    }
  }
  if (opaque) {
    product[0] = n;
    count = 1;
    scale = 1;
  }
  if (__builtin_mul_overflow(factor, scale, &factor)) return false;
  if (factor == 0 || count == 0) return add_constant(factor);
  return append(factor, {product.data(), count}, scale == 1 ? n : nullptr);
}

/// Terms of one product become the first of them.
bool LinearForm::join_equal_terms() {
  if (n_terms_ < 2) return true;
  unsigned kept = 0;
  for (unsigned i = 0; i < n_terms_; ++i) {
    unsigned same = 0;
    while (same < kept && !same_product(terms_[same].product(), terms_[i].product()))
      ++same;
    if (same == kept) {
      terms_[kept++] = terms_[i];
    } else {
      terms_[same].factor += terms_[i].factor;
      if (!is_small(terms_[same].factor)) return false;
    }
  }
  Term* const end = std::remove_if(terms_.data(), terms_.data() + kept,
                                   [](const Term& t) { return t.factor == 0; });
  n_terms_ = static_cast<unsigned>(end - terms_.data());
  return true;
}

bool LinearForm::read(const Vocabulary& v, const Node* x, Sums sums) {
  std::array<Pending, max_terms> stack;
  unsigned depth = 0, visits = 0;
  stack[depth++] = {x, 1};
  while (depth != 0) {
    const auto [n, factor] = stack[--depth];
    const bool room = ++visits < max_visits && n_terms_ + depth + 2 < max_terms;
    if (room && is_weak_op(v, n, Op::ADD)) {
      stack[depth++] = {n->src(0),
                        factor}; // the second source first: a long chain leans to the left
      stack[depth++] = {n->src(1), factor};
      continue;
    }
    if (v.literal == n->op && n->dtype == v.weak_int) {
      const std::optional<int128> c = integer_literal(v, n);
      int128 scaled = 0;
      if (__builtin_mul_overflow(factor, *c, &scaled) || !add_constant(scaled)) return false;
      continue;
    }
    if (is_weak_op(v, n, Op::MUL) && is_weak_op(v, n->src(0), Op::ADD)) {
      if (const std::optional<int128> c = integer_literal(v, n->src(1))) {
        has_scaled_sum_ = true;
        int128 scaled = 0;
        if (__builtin_mul_overflow(factor, *c, &scaled)) return false;
        if (room && sums == Sums::Expanded) {
          stack[depth++] = {n->src(0), scaled};
          continue;
        }
      }
    }
    if (!read_product(v, n, factor)) return false;
  }
  if (n_terms_ > 1) std::reverse(terms_.data(), terms_.data() + n_terms_);
  return join_equal_terms();
}

Interval LinearForm::bounds(const Vocabulary& v) const {
  Interval sum = Interval::of(constant_, constant_);
  for (const Term& t : terms()) {
    const Interval scale = Interval::of(t.factor, t.factor);
    sum = interval::add(sum, interval::mul(scale, product_bounds(v, t)));
    if (!sum.is_int()) return {};
  }
  return sum;
}

const Node* LinearForm::build(Graph& g) const {
  const DType weak = g.vocabulary().weak_int;
  const Node* sum = nullptr;
  for (const Term& t : terms()) {
    const Node* term = build_product(g, t);
    if (t.factor != 1) {
      term = g.build(Op::MUL, {term, g.constant(Value::of_int(t.factor), weak)});
    }
    sum = sum == nullptr ? term : g.build(Op::ADD, {sum, term});
  }
  if (sum == nullptr) return g.constant(Value::of_int(constant_), weak);
  if (constant_ == 0) return sum;
  return g.build(Op::ADD, {sum, g.constant(Value::of_int(constant_), weak)});
}

} // namespace tenet
