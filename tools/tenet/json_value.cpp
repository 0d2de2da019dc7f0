#include "tools/tenet/json_value.h"

#include "core/base/error.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace tenet::tool {
namespace {

using nlohmann::json;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A decimal integer of up to 128 bits; None if it is anything else.
Value parse_integer(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  if (digits.empty()) return {};
  int128 v = 0;
  for (char c : digits) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit || __builtin_mul_overflow(v, int128{10}, &v) ||
        __builtin_sub_overflow(v, int128{c - '0'}, &v))
      return {};
  }
  if (!negative && v == int128_min) return {};
  return Value::of_int(negative ? v : -v);
}

Value parse_word(std::string_view text) {
  if (text == "invalid") return Value::invalid();
  if (text == "nan") return Value::of_float(std::nan(""));
  if (text == "inf") return Value::of_float(infinity);
  if (text == "-inf") return Value::of_float(-infinity);
  return parse_integer(text);
}

} // namespace

json value_to_json(const Value& v) {
  switch (v.kind) {
  case Value::Kind::Bool:
    return v.i != 0;
  case Value::Kind::Int:
    if (fits_int64(v.i)) return static_cast<int64_t>(v.i);
    return to_string(v);
  case Value::Kind::Float:
    if (std::isfinite(v.f)) return v.f;
    return std::isnan(v.f) ? "nan" : v.f > 0 ? "inf" : "-inf";
  default:
    return "invalid";
  }
}

Value value_from_json(const json& j) {
  Value v;
  if (j.is_boolean()) v = Value::of_bool(j.get<bool>());
  if (j.is_number_unsigned()) v = Value::of_int(static_cast<int128>(j.get<uint64_t>()));
  if (j.is_number_integer() && !j.is_number_unsigned()) v = Value::of_int(j.get<int64_t>());
  if (j.is_number_float()) v = Value::of_float(j.get<double>());
  if (j.is_string()) v = parse_word(j.get<std::string>());
  if (!v.has_value())
    throw Error("`" + j.dump() +
                "` is no value; expected a number, true, false, \"nan\" or \"inf\"");
  return v;
}

Value value_from_text(std::string_view text) {
  if (text == "true" || text == "false") return Value::of_bool(text == "true");
  Value v = parse_word(text);
  double f = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), f);
  if (!v.has_value() && error == std::errc() && end == text.data() + text.size())
    v = Value::of_float(f);
  if (!v.has_value())
    throw Error("`" + std::string(text) +
                "` is no value; expected a number, true, false, nan or inf");
  return v;
}

std::map<int64_t, std::vector<Value>> buffers_from_json(const json& j) {
  if (!j.is_object()) throw Error("`buffers` is no object; expected {\"0\": [1, 2, 3]}");
  std::map<int64_t, std::vector<Value>> buffers;
  for (const auto& [slot, contents] : j.items()) {
    const Value number = parse_integer(slot);
    if (!number.has_value() || !fits_int64(number.i) || !contents.is_array())
      throw Error("buffer `" + slot + "` is no slot number with a list of values");
    std::vector<Value>& values = buffers[static_cast<int64_t>(number.i)];
    for (const json& v : contents)
      values.push_back(value_from_json(v));
  }
  return buffers;
}

} // namespace tenet::tool
