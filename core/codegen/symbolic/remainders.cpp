#include "core/codegen/symbolic/remainders.h"

namespace tenet {

namespace {

/// Which remainder of a term's factor is taken: that of least size, one that is positive, or
/// negative.
enum class Residue : uint8_t { Near, Positive, Negative };

int128 residue_of(int128 factor, int128 d, Residue kind) {
  const int128 m = floor_mod(factor, d);
  if (m == 0 || kind == Residue::Positive) return m;
  return kind == Residue::Near && m <= d - m ? m : m - d;
}

/// The bounds of the sum of remainders by `d`, or unknown.
Interval residue_bounds(const LinearForm& x, std::span<const Interval> bounds, int128 d,
                        Residue kind) {
  Interval sum = Interval::of(x.constant(), x.constant());
  for (size_t i = 0; i < bounds.size(); ++i) {
    const int128 r = residue_of(x.terms()[i].factor, d, kind);
    if (r == 0) continue;
    sum = interval::add(sum, interval::mul(Interval::of(r, r), bounds[i]));
    if (!sum.is_int()) return {};
  }
  return sum;
}

} // namespace

std::span<const Interval> term_bounds(const Vocabulary& v, const LinearForm& x,
                                      std::array<Interval, LinearForm::max_terms>& storage) {
  size_t n = 0;
  for (const Term& t : x.terms())
    storage[n++] = product_bounds(v, t);
  return {storage.data(), n};
}

bool divide_by_bounds(const LinearForm& x, std::span<const Interval> bounds, int128 d,
                      LinearForm& q, LinearForm& r) {
  for (const Residue kind : {Residue::Near, Residue::Positive, Residue::Negative}) {
    const Interval b = residue_bounds(x, bounds, d, kind);
    if (!b.is_int() || floor_div(b.lo, d) != floor_div(b.hi, d)) continue;
    const int128 shift = floor_div(b.lo, d);
    for (const Term& t : x.terms()) {
      const int128 rest = residue_of(t.factor, d, kind);
      if (!q.add(t, (t.factor - rest) / d) || !r.add(t, rest)) return false;
    }
    return q.add_constant(shift) && r.add_constant(x.constant() - shift * d);
  }
  return false;
}

} // namespace tenet
