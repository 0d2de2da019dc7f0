#pragma once

#include "core/base/int128.h"
#include "core/ir/dtype.h"

#include <cstdint>

/// Binary floating-point formats of up to 64 bits, by the widths in a `DTypeInfo`: sign, exponent,
/// mantissa, IEEE 754 layout with subnormals. A `finite` format has no infinity, one NaN (all ones)
/// and uses the rest of the top exponent for numbers (fp8 e4m3fn); with `unsigned_zero` the code of
/// -0 is the NaN, every other code a number, and the bias one more (fp8 fnuz). Every number of such
/// a format is a double.
namespace tenet::float_format {

/// Nearest number of the format, ties to even, beyond the greatest: infinity, or NaN in a finite
/// format.
double round(double v, const DTypeInfo& t);
/// The same for an integer, rounded once.
double round(int128 v, const DTypeInfo& t);
/// The greatest number of the format.
double greatest(const DTypeInfo& t);

/// Bits of a number of the format; NaN is the positive quiet one.
uint64_t encode(double v, const DTypeInfo& t);
double decode(uint64_t bits, const DTypeInfo& t);

} // namespace tenet::float_format
