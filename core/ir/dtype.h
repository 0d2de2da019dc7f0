#pragma once

#include "core/ir/value.h"

#include <cstdint>
#include <string_view>

namespace tenet {

/// A dtype of some vocabulary: an index into `Vocabulary::dtypes`. Equality is identity. There are
/// no lanes.
struct DType {
  uint8_t id = none_id;

  static constexpr uint8_t none_id = 255;
  static constexpr DType none() { return {}; }
  constexpr bool has_value() const { return id != none_id; }
  friend constexpr bool operator==(DType, DType) = default;
};

enum class DTypeKind : uint8_t { Void, Bool, Int, UInt, Float, Opaque };

struct DTypeInfo {
  std::string_view name;
  DTypeKind kind = DTypeKind::Opaque;
  bool weak =
      false; ///< takes part in no promotion until something commits it; weak Int has no width
  uint8_t bits = 0;          ///< width; 0 for void, opaque and weak Int
  uint8_t exponent_bits = 0; ///< floats
  uint8_t mantissa_bits = 0; ///< floats, without the hidden bit
  bool finite =
      false; ///< floats without infinities: overflow and the all-ones code are NaN (e4m3fn)
  bool unsigned_zero = false; ///< finite floats without -0, whose code is their one NaN (fnuz)

  bool is_integral() const { return kind == DTypeKind::Int || kind == DTypeKind::UInt; }
  bool is_float() const { return kind == DTypeKind::Float; }
  /// Has a width at which arithmetic wraps.
  bool wraps() const { return is_integral() && bits != 0; }
};

/// Least and greatest integer of the dtype (bool: 0, 1). Only for Bool and for integers with a
/// width.
int128 min_value(const DTypeInfo& t);
int128 max_value(const DTypeInfo& t);

/// The value as the dtype holds it: integers wrap, floats round to nearest even (overflow to
/// infinity, or to NaN where the dtype is `finite`), Bool is `x != 0`. A Float brought to an
/// integer dtype truncates, saturates to int64 (for uint64 to uint64 from 2^63 up), then wraps; NaN
/// gives 0. Invalid and None stay as they are.
Value convert(const Value& v, const DTypeInfo& to);

/// True if `convert` changes neither the number nor its exactness (-0.0 counts as representable in
/// floats only).
bool representable(const Value& v, const DTypeInfo& t);

/// The bits of a value of dtype `from` read as dtype `to`, both of the same width; None if the
/// widths differ.
Value reinterpret(const Value& v, const DTypeInfo& from, const DTypeInfo& to);

} // namespace tenet
