#include "tests/patterns/symbolic_record.h"

#include "core/base/error.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace tenet::corpus {
namespace {

using nlohmann::json;

/// A decimal integer of up to 128 bits, or none.
std::optional<int128> parse_int128(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  if (digits.empty()) return std::nullopt;
  int128 value = 0;
  for (char c : digits) {
    if (c < '0' || c > '9' || __builtin_mul_overflow(value, int128{10}, &value) ||
        __builtin_add_overflow(value, int128{c - '0'}, &value))
      return std::nullopt;
  }
  return negative ? -value : value;
}

Value parse_value(const json& j) {
  if (j.is_boolean()) return Value::of_bool(j.get<bool>());
  if (j.is_number_unsigned()) return Value::of_int(static_cast<int128>(j.get<uint64_t>()));
  if (j.is_number_integer()) return Value::of_int(j.get<int64_t>());
  if (j.is_number_float()) return Value::of_float(j.get<double>());
  if (j.is_string()) {
    const auto text = j.get<std::string>();
    if (text == "invalid") return Value::invalid();
    if (text == "nan") return Value::of_float(std::nan(""));
    if (text == "inf") return Value::of_float(std::numeric_limits<double>::infinity());
    if (text == "-inf") return Value::of_float(-std::numeric_limits<double>::infinity());
    if (const std::optional<int128> v = parse_int128(text)) return Value::of_int(*v);
  }
  throw Error("not a value: " + j.dump());
}

Sample parse_sample(const json& j) {
  Sample s;
  for (const auto& [key, value] : j.items()) {
    if (key == "value") {
      if (value.is_array())
        for (const json& v : value)
          s.values.push_back(parse_value(v));
      else
        s.values.push_back(parse_value(value));
    } else if (key == "valid") {
      s.valid = value.get<bool>();
    } else if (key == "valid_out") {
      s.valid_out = value.get<bool>();
    } else {
      s.variables[key] = parse_value(value);
    }
  }
  return s;
}

std::optional<Bounds> parse_bounds(const json& j, const char* min, const char* max) {
  if (!j.contains(min) || !j.contains(max)) return std::nullopt;
  return Bounds{parse_value(j[min]), parse_value(j[max])};
}

void parse_method(const json& j, SymbolicRecord& r) {
  r.method = j.value("method", "");
  if (!j.contains("result")) return;
  if (j.contains("args") && j["args"].is_array())
    for (const json& a : j["args"])
      r.args.push_back(a.is_string() ? a.get<std::string>() : a.dump());
  const json& result = j["result"];
  if (result.is_null()) return;
  if (!result.is_string()) {
    r.result_value = parse_value(result);
    return;
  }
  r.result_text = result.get<std::string>();
  r.result_raises = r.result_text.starts_with("raises");
}

} // namespace

SymbolicRecord parse_symbolic_record(std::string_view line) {
  try {
    const json j = json::parse(line);
    SymbolicRecord r;
    r.id = j.at("id").get<std::string>();
    r.kind = j.at("kind").get<std::string>();
    r.pass = j.value("pass", "");
    r.dtype = j.value("dtype", "");
    r.in = j.at("in").get<std::string>();
    if (j.contains("out")) r.out = j["out"].get<std::string>();
    r.bounds = parse_bounds(j, "vmin", "vmax");
    r.bounds_in = parse_bounds(j, "vmin_in", "vmax_in");
    if (j.contains("samples"))
      for (const json& s : j["samples"])
        r.samples.push_back(parse_sample(s));
    r.nodes_in = j.value("nodes_in", size_t{0});
    r.nodes_out = j.value("nodes_out", size_t{0});
    r.reference_wrong = j.value("reference_wrong", false);
    parse_method(j, r);
    return r;
  } catch (const json::exception& e) {
    throw Error(std::string("not a record: ") + e.what());
  }
}

} // namespace tenet::corpus
