/// Division and remainder of weakint sums: the algorithms behind `divmod.rules`.
///
/// Each reads the numerator as a linear form (linear_form.h), moves terms between a quotient and a
/// rest, and builds nothing before it has succeeded. With 64 terms at most, each is bounded in
/// time. A sum that holds scaled sums is first taken with those whole, which keeps `(a + b) * 4` as
/// it is, then expanded.
#include "core/codegen/symbolic/divisors.h"
#include "core/codegen/symbolic/linear_form.h"
#include "core/codegen/symbolic/remainders.h"
#include "patterns/rules.h"

#include <algorithm>

namespace tenet::rules {

namespace {

using Sums = LinearForm::Sums;
using Quotient = std::optional<std::tuple<const Node*, const Node*>>;

int128 absolute(int128 a) {
  return a < 0 ? -a : a;
}

/// Divisors are kept far from the end of the range, so that sums of remainders cannot overflow.
bool fits(int128 d) {
  return d != 0 && fits_int64(d);
}

bool is_nonzero(const Vocabulary& v, const Node* n) {
  const Interval b = bounds_of(v, n);
  return b.is_int() && (b.lo > 0 || b.hi < 0);
}

/// Runs `attempt` on `x` with scaled sums whole, then expanded, until it succeeds.
template <class Attempt>
auto on_sums(const Vocabulary& v, const Node* x, const Attempt& attempt) {
  LinearForm whole;
  using Result = decltype(attempt(whole));
  if (!whole.read(v, x, Sums::Whole)) return Result();
  if (Result r = attempt(whole)) return r;
  if (!whole.has_scaled_sum()) return Result();
  LinearForm expanded;
  return expanded.read(v, x, Sums::Expanded) ? attempt(expanded) : Result();
}

/// A divisor as one monomial. A sum of several terms is a monomial with itself as factor.
class Divisor {
public:
  /// False if it is 0 or out of range.
  bool read(const Vocabulary& v, const Node* d) {
    self_ = d;
    if (const std::optional<int128> c = integer_literal(v, d)) {
      term_ = {*c, nullptr, nullptr, 0};
      return fits(*c);
    }
    if (!form_.read(v, d, Sums::Whole)) return false;
    if (form_.terms().empty()) {
      term_ = {form_.constant(), nullptr, nullptr, 0};
    } else if (form_.terms().size() == 1 && form_.constant() == 0) {
      term_ = form_.terms()[0];
    } else {
      term_ = {1, d, &self_, 1};
    }
    return fits(term_.factor);
  }
  const Term& term() const { return term_; }
  bool is_constant() const { return term_.count == 0; }

private:
  LinearForm form_;
  Term term_;
  const Node* self_;
};

// --- split_multiple
// -------------------------------------------------------------------------------------------------

/// One term of factor 1, of which no constant but 1 and -1 is a factor.
bool is_atom(const Vocabulary& v, const Node* x) {
  return x->op != OpId(Op::ADD) && x->op != OpId(Op::MUL) && v.literal != x->op;
}

/// A term `d + 1` times something is once in the quotient and once in the rest: that costs no
/// product.
bool split_term(const Term& t, const Divisor& d, LinearForm& quotient, LinearForm& rest) {
  if (quotient.add_quotient(t, d.term())) return true;
  const int128 divisor = d.term().factor;
  if (d.is_constant() && t.factor == absolute(divisor) + 1) {
    return quotient.add(t, divisor > 0 ? 1 : -1) && rest.add(t, 1);
  }
  return rest.add(t, t.factor);
}

// --- congruent
// ------------------------------------------------------------------------------------------------------

bool multiply(const LinearForm& x, int128 factor, LinearForm& result) {
  for (const Term& t : x.terms()) {
    int128 f = 0;
    if (__builtin_mul_overflow(t.factor, factor, &f) || !result.add(t, f)) return false;
  }
  int128 c = 0;
  return !__builtin_mul_overflow(x.constant(), factor, &c) && result.add_constant(c);
}

bool divide_exactly(const LinearForm& x, int128 d, LinearForm& q) {
  if (x.constant() % d != 0) return false;
  for (const Term& t : x.terms()) {
    if (t.factor % d != 0 || !q.add(t, t.factor / d)) return false;
  }
  return q.add_constant(x.constant() / d);
}

/// Divisors of `d` worth trying: `d` and what it shares with a factor of a term.
Divisors candidates(const LinearForm& x, int128 d) {
  Divisors result;
  result.add(d);
  for (const Term& t : x.terms())
    if (const int128 f = gcd(t.factor, d); f > 1) result.add(f);
  return result;
}

using Congruence = std::optional<std::tuple<const Node*, int128, const Node*>>;

Congruence find_congruence(Graph& g, const LinearForm& x, int128 d) {
  const Vocabulary& v = g.vocabulary();
  const bool negative = d < 0;
  LinearForm turned;
  if (negative && !multiply(x, -1, turned)) return {};
  const LinearForm& numerator = negative ? turned : x;
  const TermBounds bounds(v, numerator);
  const Divisors divisors = candidates(numerator, absolute(d));
  for (const int128 f : divisors.greatest_first()) {
    if (f == 1) continue;
    if (negative && f != -d) { // a common factor leaves the signs as they are
      LinearForm q;
      if (divide_exactly(x, f, q)) {
        return std::tuple{q.build(g), f, g.constant(Value::of_int(0), v.weak_int)};
      }
    }
    LinearForm q, r;
    if (!divide_by_bounds(numerator, bounds.span(), f, q, r)) continue;
    if (!negative) return std::tuple{q.build(g), f, r.build(g)};
    LinearForm rest;
    if (!multiply(r, -1, rest)) return {};
    return std::tuple{q.build(g), -f, rest.build(g)};
  }
  return {};
}

// --- residue
// --------------------------------------------------------------------------------------------------------

/// The numerator of `t`, an inner remainder whose divisor times the factor of `t` is a multiple of
/// `d`; else null.
const Node* without_remainder(const Vocabulary& v, const Term& t, const Divisor& d) {
  if (t.count != 1 || t.first[0]->op != OpId(Op::FLOORMOD) || t.first[0]->dtype != v.weak_int) {
    return nullptr;
  }
  Divisor inner;
  if (!inner.read(v, t.first[0]->src(1))) return nullptr;
  Term period = inner.term();
  if (__builtin_mul_overflow(period.factor, t.factor, &period.factor)) return nullptr;
  LinearForm multiple;
  return multiple.add_quotient(period, d.term()) ? t.first[0]->src(0) : nullptr;
}

/// True if `d` divides `t` by what is known of its variables.
bool is_multiple(const Term& t, int128 d) {
  int128 rest = floor_mod(t.factor, d);
  for (const Node* const n : t.product()) {
    if (n->op == OpId(Op::VAR)) rest = floor_mod(rest * var_multiple_of(n), d);
  }
  return rest == 0;
}

/// Appends the part of `t` that counts modulo `d`; `changed` tells whether that is less than `t`.
bool add_residue(const Vocabulary& v, const Term& t, const Divisor& d, LinearForm& rest,
                 bool& changed) {
  LinearForm multiple;
  if (d.is_constant() ? is_multiple(t, d.term().factor) : multiple.add_quotient(t, d.term())) {
    changed = true;
    return true;
  }
  if (d.is_constant() && t.factor != 1 && floor_mod(t.factor, d.term().factor) == 1) {
    changed = true;
    return rest.add(t, 1);
  }
  const Node* const inner = without_remainder(v, t, d);
  LinearForm numerator;
  if (inner == nullptr || !numerator.read(v, inner, Sums::Whole)) return rest.add(t, t.factor);
  changed = true;
  return multiply(numerator, t.factor, rest);
}

// --- cancel
// ---------------------------------------------------------------------------------------------------------

/// The factors common to `d` and all terms of `x` that are not 0, with the common integer factor.
Term common_factor(const Vocabulary& v, const LinearForm& x, const Divisor& d,
                   std::array<const Node*, 8>& factors) {
  int128 factor = gcd(d.term().factor, x.constant());
  for (const Term& t : x.terms())
    factor = gcd(factor, t.factor);
  unsigned count = 0;
  for (const Node* const n : d.term().product()) {
    if (x.constant() != 0 || count == factors.size() || !is_nonzero(v, n)) continue;
    factors[count++] = n;
    const Term common{1, nullptr, factors.data(), count};
    const bool everywhere = std::all_of(x.terms().begin(), x.terms().end(), [&](const Term& t) {
      LinearForm ignored;
      return ignored.add_quotient({1, nullptr, t.first, t.count}, common);
    });
    if (!everywhere) --count;
  }
  return {factor, nullptr, factors.data(), count};
}

// --- beyond_quotient
// ------------------------------------------------------------------------------------------------

/// `x // divisor` is the quotient looked for.
struct Numerator {
  LinearForm form;
  int128 divisor = 0;
};

/// For `x` of the form `y // k + c`: `x // d` is also `(y + c * k) // (d * k)`.
bool read_merged(const Vocabulary& v, const Node* x, int128 d, Numerator& result) {
  LinearForm outer;
  if (!outer.read(v, x, Sums::Whole) || outer.terms().size() != 1) return false;
  const Term& t = outer.terms()[0];
  if (t.factor != 1 || t.count != 1 || t.first[0]->op != OpId(Op::FLOORDIV)) return false;
  const std::optional<int128> k = integer_literal(v, t.first[0]->src(1));
  int128 shift = 0;
  return k && *k > 0 && !__builtin_mul_overflow(*k, d, &result.divisor) && fits(result.divisor) &&
         !__builtin_mul_overflow(*k, outer.constant(), &shift) &&
         result.form.read(v, t.first[0]->src(0), Sums::Expanded) && result.form.add_constant(shift);
}

/// Appends (a - b) / d to `result`; false if `d` does not divide it.
bool add_difference(const LinearForm& a, const LinearForm& b, int128 d, LinearForm& result) {
  const auto factor_in = [](const LinearForm& form, const Term& t) -> int128 {
    for (const Term& other : form.terms()) {
      if (same_product(other.product(), t.product())) return other.factor;
    }
    return 0;
  };
  const int128 c = a.constant() - b.constant();
  if (c % d != 0 || !result.add_constant(c / d)) return false;
  for (const Term& t : a.terms()) {
    const int128 f = t.factor - factor_in(b, t);
    if (f % d != 0 || !result.add(t, f / d)) return false;
  }
  for (const Term& t : b.terms()) {
    if (factor_in(a, t) != 0) continue;
    if (t.factor % d != 0 || !result.add(t, -(t.factor / d))) return false;
  }
  return true;
}

/// If `u` is `numerator // divisor + w`, appends w to `result`.
bool add_beyond(const Vocabulary& v, const Node* u, const Numerator& n, LinearForm& result) {
  const std::optional<int128> divisor = integer_literal(v, u->src(1));
  if (!divisor || *divisor != n.divisor) return false;
  LinearForm numerator;
  return numerator.read(v, u->src(0), Sums::Expanded) &&
         add_difference(numerator, n.form, n.divisor, result);
}

const Node* find_beyond(Graph& g, const LinearForm& sum, const Numerator& n) {
  const Vocabulary& v = g.vocabulary();
  for (const Term& t : sum.terms()) {
    if (t.factor != 1 || t.count != 1 || t.first[0]->op != OpId(Op::FLOORDIV)) continue;
    LinearForm result;
    if (!add_beyond(v, t.first[0], n, result) || !result.add_constant(sum.constant())) continue;
    bool complete = true;
    for (const Term& other : sum.terms()) {
      if (&other != &t) complete = complete && result.add(other, other.factor);
    }
    if (complete) return result.build(g);
  }
  return nullptr;
}

} // namespace

Quotient split_multiple(Match& m, const Node* x, const Node* d) {
  Graph& g = m.graph();
  Divisor divisor;
  if (!divisor.read(g.vocabulary(), d)) return {};
  if (divisor.is_constant() && absolute(divisor.term().factor) > 1 && is_atom(g.vocabulary(), x))
    return {};
  return on_sums(g.vocabulary(), x, [&](const LinearForm& sum) -> Quotient {
    LinearForm quotient, rest;
    for (const Term& t : sum.terms()) {
      if (!split_term(t, divisor, quotient, rest)) return {};
    }
    const int128 c = sum.constant(), f = divisor.term().factor;
    const int128 multiple = divisor.is_constant() ? floor_div(c, f) : 0;
    if (!quotient.add_constant(multiple) || !rest.add_constant(c - multiple * f)) return {};
    if (quotient.is_zero()) return {};
    return std::tuple{quotient.build(g), rest.build(g)};
  });
}

Congruence congruent(Match& m, const Node* x, int128 d) {
  if (!fits(d)) return {};
  Graph& g = m.graph();
  return on_sums(g.vocabulary(), x,
                 [&](const LinearForm& sum) { return find_congruence(g, sum, d); });
}

const Node* residue(Match& m, const Node* x, const Node* d) {
  Graph& g = m.graph();
  const Vocabulary& v = g.vocabulary();
  Divisor divisor;
  if (!divisor.read(v, d)) return nullptr;
  return on_sums(v, x, [&](const LinearForm& sum) -> const Node* {
    LinearForm rest;
    bool changed = false;
    for (const Term& t : sum.terms()) {
      if (!add_residue(v, t, divisor, rest, changed)) return nullptr;
    }
    if (!rest.add_constant(sum.constant())) return nullptr;
    if (divisor.is_constant()) {
      const int128 c = rest.constant(), kept = floor_mod(c, divisor.term().factor);
      changed = changed || kept != c;
      if (!rest.add_constant(kept - c)) return nullptr;
    }
    return changed ? rest.build(g) : nullptr;
  });
}

std::optional<std::tuple<const Node*, const Node*, const Node*>> cancel(Match& m, const Node* x,
                                                                        const Node* d) {
  using Result = std::optional<std::tuple<const Node*, const Node*, const Node*>>;
  Graph& g = m.graph();
  const Vocabulary& v = g.vocabulary();
  Divisor divisor;
  if (!divisor.read(v, d)) return {};
  return on_sums(v, x, [&](const LinearForm& sum) -> Result {
    std::array<const Node*, 8> factors;
    const Term common = common_factor(v, sum, divisor, factors);
    if (common.factor == 1 && common.count == 0) return {};
    LinearForm numerator, denominator, factor;
    for (const Term& t : sum.terms()) {
      if (!numerator.add_quotient(t, common)) return {};
    }
    if (!numerator.add_constant(sum.constant() / common.factor)) return {};
    if (!denominator.add_quotient(divisor.term(), common)) return {};
    if (common.count == 0 ? !factor.add_constant(common.factor)
                          : !factor.add(common, common.factor)) {
      return {};
    }
    return std::tuple{numerator.build(g), denominator.build(g), factor.build(g)};
  });
}

const Node* beyond_quotient(Match& m, const Node* v, const Node* x, int128 d) {
  Graph& g = m.graph();
  const Vocabulary& vocabulary = g.vocabulary();
  LinearForm sum;
  if (!fits(d) || d < 0 || !sum.read(vocabulary, v, Sums::Expanded)) return nullptr;
  Numerator plain;
  plain.divisor = d;
  if (plain.form.read(vocabulary, x, Sums::Expanded)) {
    if (const Node* const result = find_beyond(g, sum, plain)) return result;
  }
  Numerator merged;
  return read_merged(vocabulary, x, d, merged) ? find_beyond(g, sum, merged) : nullptr;
}

const Node* negated(Match& m, const Node* x) {
  LinearForm sum, result;
  if (!sum.read(m.vocabulary(), x, Sums::Whole)) return nullptr;
  const auto negative = std::count_if(sum.terms().begin(), sum.terms().end(),
                                      [](const Term& t) { return t.factor < 0; });
  if (2 * static_cast<size_t>(negative) <= sum.terms().size()) return nullptr;
  return multiply(sum, -1, result) ? result.build(m.graph()) : nullptr;
}

} // namespace tenet::rules
