#include "gen/cpp/test_value.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace tenet::gen {
namespace {

using Integer = TestValue::Integer;
using Kind = TestValue::Kind;

std::string float_text(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{}", v);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::optional<TestValue> integer(Integer v) {
  return TestValue{Kind::Int, v, 0};
}

std::optional<TestValue> parse_integer(std::string_view digits, bool negative) {
  const bool hexadecimal = digits.starts_with("0x");
  if (hexadecimal) digits.remove_prefix(2);
  Integer v = 0;
  for (const char c : digits) {
    const bool letter = hexadecimal && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
    if (!letter && (c < '0' || c > '9')) return std::nullopt;
    const int digit = letter ? (c | 0x20) - 'a' + 10 : c - '0';
    if (__builtin_mul_overflow(v, hexadecimal ? 16 : 10, &v)) return std::nullopt;
    if (__builtin_add_overflow(v, negative ? -digit : digit, &v)) return std::nullopt;
  }
  return integer(v);
}

/// Division to minus infinity; x // 0 is 0 and x % 0 is x, as everywhere.
Integer floor_div(Integer a, Integer b) {
  if (b == 0) return 0;
  const Integer q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

Integer power(Integer base, Integer exponent, bool& overflow) {
  Integer result = 1;
  for (Integer i = 0; i < exponent && !overflow; ++i)
    overflow = __builtin_mul_overflow(result, base, &result);
  return result;
}

std::optional<TestValue> apply_integer(std::string_view op, Integer a, Integer b) {
  Integer r = 0;
  bool overflow = false;
  if (op == "+")
    overflow = __builtin_add_overflow(a, b, &r);
  else if (op == "-")
    overflow = __builtin_sub_overflow(a, b, &r);
  else if (op == "*")
    overflow = __builtin_mul_overflow(a, b, &r);
  else if (op == "//")
    r = floor_div(a, b);
  else if (op == "%")
    r = a - floor_div(a, b) * b;
  else if (op == "cdiv")
    r = b == 0 ? 0 : a / b;
  else if (op == "cmod")
    r = b == 0 ? a : a % b;
  else if (op == "&")
    r = a & b;
  else if (op == "|")
    r = a | b;
  else if (op == "^")
    r = a ^ b;
  else if (op == "<<")
    overflow = b < 0 || b > 120 || __builtin_mul_overflow(a, Integer{1} << static_cast<int>(b), &r);
  else if (op == ">>")
    r = b < 0 ? 0 : a >> static_cast<int>(std::min<Integer>(b, 127));
  else if (op == "min")
    r = std::min(a, b);
  else if (op == "max")
    r = std::max(a, b);
  else if (op == "pow" && b >= 0)
    r = power(a, std::min<Integer>(b, 1000), overflow);
  else if (op == "gcd") {
    for (r = a < 0 ? -a : a; b != 0;)
      r = std::exchange(b, r % b);
    r = r < 0 ? -r : r;
  } else
    return std::nullopt;
  if (overflow) return std::nullopt;
  return integer(r);
}

std::optional<TestValue> apply_float(std::string_view op, double a, double b) {
  const auto number = [](double v) { return TestValue{Kind::Float, 0, v}; };
  if (op == "+") return number(a + b);
  if (op == "-") return number(a - b);
  if (op == "*") return number(a * b);
  if (op == "/") return number(a / b);
  if (op == "min") return number(std::min(a, b));
  if (op == "max") return number(std::max(a, b));
  return std::nullopt;
}

} // namespace

std::string TestValue::text() const {
  switch (kind) {
  case Kind::Int:
    return fmt::format("{}", integer);
  case Kind::Float:
    return float_text(number);
  case Kind::Bool:
    return integer != 0 ? "true" : "false";
  case Kind::Invalid:
    return "invalid";
  }
  return {};
}

std::optional<TestValue> parse_test_value(std::string_view text) {
  if (text == "true" || text == "false") return TestValue{Kind::Bool, text == "true" ? 1 : 0, 0};
  if (text == "invalid") return TestValue{Kind::Invalid, 0, 0};
  const bool negative = text.starts_with('-');
  std::string_view digits = text.substr(negative ? 1 : 0);
  while (digits.starts_with(' '))
    digits.remove_prefix(1);
  if (digits.empty()) return std::nullopt;
  if (const std::optional<TestValue> v = parse_integer(digits, negative)) return v;
  const std::string copy(digits);
  char* end = nullptr;
  const double v = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) return std::nullopt;
  return TestValue{Kind::Float, 0, negative ? -v : v};
}

TestValue middle(const TestValue& from, const TestValue& to) {
  if (from.kind == Kind::Float || to.kind == Kind::Float)
    return {Kind::Float, 0, from.as_double() + (to.as_double() - from.as_double()) / 2};
  if (from.kind != Kind::Int) return from;
  return {Kind::Int, from.integer / 2 + to.integer / 2 + (from.integer % 2 + to.integer % 2) / 2,
          0};
}

std::optional<TestValue> apply_operator(std::string_view op, const TestValue& a,
                                        const TestValue& b) {
  if (a.kind == Kind::Invalid || b.kind == Kind::Invalid) return std::nullopt;
  if (a.kind == Kind::Bool && b.kind == Kind::Bool && (op == "and" || op == "&"))
    return TestValue{Kind::Bool, a.integer & b.integer, 0};
  if (a.kind == Kind::Bool && b.kind == Kind::Bool && (op == "or" || op == "|"))
    return TestValue{Kind::Bool, a.integer | b.integer, 0};
  if (a.kind == Kind::Float || b.kind == Kind::Float || op == "/")
    return apply_float(op, a.as_double(), b.as_double());
  return apply_integer(op, a.integer, b.integer);
}

} // namespace tenet::gen
