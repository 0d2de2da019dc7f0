#pragma once

#include "core/base/small_array.h"
#include "core/codegen/symbolic/linear_form.h"

#include <span>

namespace tenet {

/// Bounds of the products of a form, in its order.
class TermBounds {
public:
  TermBounds(const Vocabulary& v, const LinearForm& x);
  std::span<const Interval> span() const { return bounds_.span(); }

private:
  SmallArray<Interval, 8> bounds_;
};

/// x == q * d + r with 0 <= r < d by bounds: appends to `q` and `r`. False if no such division is
/// found; the forms are then of no use. `d` is positive and fits 64 bits; `bounds` are those of the
/// products of `x`.
///
/// The factor of each term is split into a multiple of `d` and a remainder, which may be taken
/// negative: 13*x + 17 by 18 with x in 0 .. 3 is 18 * x + (17 - 5*x), which stays below 18. Three
/// choices are tried for all terms alike, remainders of least size, positive ones and negative
/// ones; a search over choices by term found nothing more.
bool divide_by_bounds(const LinearForm& x, std::span<const Interval> bounds, int128 d,
                      LinearForm& q, LinearForm& r);

} // namespace tenet
