#include "core/codegen/symbolic/remainders.h"

namespace tenet {

namespace {

/// Which remainder of a term's factor is taken: that of least size, one that is positive, or
/// negative.
enum class Residue : uint8_t { Near, Positive, Negative };

/// `rest` is the positive one.
int128 residue_of(int128 rest, int128 d, Residue kind) {
  if (rest == 0 || kind == Residue::Positive) return rest;
  return kind == Residue::Near && rest <= d - rest ? rest : rest - d;
}

/// At least `d` apart, so that their quotients by `d` differ.
bool wider_than(const Interval& x, int128 d) {
  return static_cast<uint128>(x.hi) - static_cast<uint128>(x.lo) >= static_cast<uint128>(d);
}

/// The bounds of `constant` and the sum of remainders by `d`; unknown if they are too wide for one
/// quotient.
Interval residue_bounds(int128 constant, std::span<const int128> rests,
                        std::span<const Interval> bounds, int128 d, Residue kind) {
  Interval sum = Interval::of(constant, constant);
  for (size_t i = 0; i < bounds.size(); ++i) {
    const int128 r = residue_of(rests[i], d, kind);
    if (r == 0) continue;
    sum = interval::add(sum, interval::mul(bounds[i], Interval::of(r, r)));
    if (!sum.is_int() || wider_than(sum, d)) return {};
  }
  return sum;
}

} // namespace

TermBounds::TermBounds(const Vocabulary& v, const LinearForm& x) : bounds_(x.terms().size()) {
  size_t n = 0;
  for (const Term& t : x.terms())
    bounds_[n++] = product_bounds(v, t);
}

bool divide_by_bounds(const LinearForm& x, std::span<const Interval> bounds, int128 d,
                      LinearForm& q, LinearForm& r) {
  const std::span<const Term> terms = x.terms();
  SmallArray<int128, 8> rests(terms.size());
  for (size_t i = 0; i < terms.size(); ++i)
    rests[i] = floor_mod(terms[i].factor, d);
  for (const Residue kind : {Residue::Near, Residue::Positive, Residue::Negative}) {
    const Interval b = residue_bounds(x.constant(), rests.span(), bounds, d, kind);
    if (!b.is_int()) continue;
    const int128 shift = floor_div(b.lo, d);
    if (shift != floor_div(b.hi, d)) continue;
    for (size_t i = 0; i < terms.size(); ++i) {
      const Term& t = terms[i];
      const int128 rest = residue_of(rests[i], d, kind);
      if (!q.add(t, floor_div(t.factor - rest, d)) || !r.add(t, rest)) return false;
    }
    return q.add_constant(shift) && r.add_constant(x.constant() - shift * d);
  }
  return false;
}

} // namespace tenet
