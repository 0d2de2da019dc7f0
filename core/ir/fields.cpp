#include "core/ir/fields.h"

#include "core/base/int128.h"

#include <array>
#include <cmath>
#include <limits>

namespace tenet::field {

Word of_float(double v) {
  return std::bit_cast<Word>(std::isnan(v) ? std::numeric_limits<double>::quiet_NaN() : v);
}

Word of_value(Graph& g, const Value& v) {
  std::array<Word, 3> parts{static_cast<Word>(v.kind), 0, 0};
  if (v.is_float()) {
    parts[1] = of_float(v.f);
  } else if (v.is_integral()) {
    parts[1] = static_cast<Word>(v.i);
    parts[2] = static_cast<Word>(v.i >> 64);
  }
  return g.intern(std::span<const Word>(parts));
}

Value to_value(Word w) {
  const std::span<const Word> parts = list_of(w);
  const uint128 bits = uint128{parts[2]} << 64 | parts[1];
  switch (static_cast<Value::Kind>(parts[0])) {
  case Value::Kind::None:
    return {};
  case Value::Kind::Invalid:
    return Value::invalid();
  case Value::Kind::Bool:
    return Value::of_bool(parts[1] != 0);
  case Value::Kind::Int:
    return Value::of_int(static_cast<int128>(bits));
  case Value::Kind::Float:
    return Value::of_float(std::bit_cast<double>(parts[1]));
  }
  return {};
}

} // namespace tenet::field
