/// Comparisons of weakint sums with a constant: the algorithms behind `compare.rules`.
#include "core/codegen/symbolic/divisors.h"
#include "core/codegen/symbolic/linear_form.h"
#include "core/codegen/symbolic/remainders.h"
#include "patterns/rules.h"

namespace tenet::rules {

namespace {

using Comparison = std::optional<std::tuple<const Node*, int128>>;

/// The factors of the terms in size.
Divisors factors_by_size(const LinearForm& x) {
  Divisors result;
  for (const Term& t : x.terms()) {
    const int128 f = t.factor < 0 ? -t.factor : t.factor;
    if (f > 1 && fits_int64(f)) result.add(f);
  }
  return result;
}

/// For x == q*d + r with 0 <= r < d: x < c is q < k where r decides nothing. Gives k.
std::optional<int128> bound_of_quotient(const Interval& rest, int128 c, int128 d) {
  const int128 k = floor_div(c, d), part = floor_mod(c, d);
  if (part == 0 || rest.lo >= part) return k;
  if (rest.hi < part) return k + 1;
  return {};
}

/// `4*a + b < 512` with b in 0 .. 3 is `a < 128`.
Comparison fold_less(Graph& g, const LinearForm& x, int128 c) {
  const Vocabulary& v = g.vocabulary();
  const TermBounds bounds(v, x);
  const Divisors divisors = factors_by_size(x);
  for (const int128 d : divisors.greatest_first()) {
    LinearForm q, r;
    if (!divide_by_bounds(x, bounds.span(), d, q, r) || q.terms().empty()) continue;
    const std::optional<int128> k = bound_of_quotient(r.bounds(v), c, d);
    if (!k) continue;
    const int128 shift = q.constant();
    if (!q.add_constant(-shift)) return {};
    return std::tuple{q.build(g), *k - shift};
  }
  return {};
}

} // namespace

Comparison lt_fold(Match& m, const Node* x, int128 c) {
  LinearForm sum;
  if (!fits_int64(c) || !sum.read(m.vocabulary(), x, LinearForm::Sums::Expanded)) return {};
  return fold_less(m.graph(), sum, c);
}

Comparison gt_fold(Match& m, const Node* x, int128 c) {
  Comparison less = lt_fold(m, x, c + 1); // c < x is not x < c + 1
  if (less) std::get<1>(*less) -= 1;
  return less;
}

const Node* unweighted(Match& m, const Node* x) {
  const Vocabulary& v = m.vocabulary();
  LinearForm sum, result;
  if (!sum.read(v, x, LinearForm::Sums::Expanded) || sum.constant() != 0) return nullptr;
  bool changed = false;
  for (const Term& t : sum.terms()) {
    const Interval b = product_bounds(v, t);
    if (t.factor < 0 || !b.is_int() || b.lo < 0 || !result.add(t, 1)) return nullptr;
    changed = changed || t.factor != 1;
  }
  return changed ? result.build(m.graph()) : nullptr;
}

} // namespace tenet::rules
