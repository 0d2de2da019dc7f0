#include "core/ir/text_fields.h"

#include "core/ir/fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

namespace tenet::text {
namespace {

using Kind = ArgType::Kind;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_plain(std::string_view s) {
  return !s.empty() && is_letter(s[0]) && std::all_of(s.begin(), s.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '.';
  });
}

std::optional<double> parse_double(std::string_view s) {
  if (!s.empty() && s[0] == '+') s.remove_prefix(1);
  if (s == "inf") return HUGE_VAL;
  if (s == "-inf") return -HUGE_VAL;
  if (s == "nan") return std::nan("");
  const std::string_view digits = !s.empty() && s[0] == '-' ? s.substr(1) : s;
  if (digits.empty() || (!is_digit(digits[0]) && digits[0] != '.')) return std::nullopt;
  double v = 0;
  const std::from_chars_result r = std::from_chars(s.data(), s.data() + s.size(), v);
  if (r.ptr != s.data() + s.size()) return std::nullopt;
  if (r.ec == std::errc()) return v;
  if (r.ec != std::errc::result_out_of_range) return std::nullopt;
  // Out of range is infinity or zero; the exponent's sign says which.
  const bool small =
      s.find("e-") != std::string_view::npos || s.find("E-") != std::string_view::npos;
  return std::copysign(small ? 0.0 : HUGE_VAL, s[0] == '-' ? -1.0 : 1.0);
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
std::string list_text(const Vocabulary& v, const ArgType& type, Word w) {
  std::string text = "(";
  for (const Word element : list_of(w)) {
    if (text.size() > 1) text += ' ';
    text += field_text(v, *type.element, element);
  }
  return text + ")";
}

std::string quoted_unless_plain(std::string_view s, bool always) {
  return !always && is_plain(s) ? std::string(s) : quote(s);
}

/// Number of edits from one word to the other, by rows.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

} // namespace

std::string quote(std::string_view s) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string r = "\"";
  for (const char c : s) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      r += '\\';
      r += c;
    } else if (c == '\n') {
      r += "\\n";
    } else if (c == '\t') {
      r += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      r += "\\x";
      r += hex[byte >> 4];
      r += hex[byte & 15];
    } else {
      r += c;
    }
  }
  return r + "\"";
}

std::optional<Value> parse_value(std::string_view s) {
  if (s == "true" || s == "false") return Value::of_bool(s == "true");
  if (s == "invalid") return Value::invalid();
  if (s == "none") return Value();
  if (const std::optional<int128> whole = parse_int128(s)) return Value::of_int(*whole);
  const std::string_view digits = s.substr(!s.empty() && (s[0] == '-' || s[0] == '+') ? 1 : 0);
  // A whole number beyond 128 bits is no float.
  if (!digits.empty() && std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  if (const std::optional<double> number = parse_double(s)) return Value::of_float(*number);
  return std::nullopt;
}

std::string literal_text(const Value& v, const DTypeInfo& t) {
  if (!v.is_float() || !std::isfinite(v.f) || t.mantissa_bits >= 52) return to_string(v);
  // The fewest digits that the dtype rounds to this number.
  for (int digits = 1; digits < 17; ++digits) {
    std::array<char, 40> buffer;
    const std::to_chars_result end = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                                   v.f, std::chars_format::general, digits);
    std::string text(buffer.data(), end.ptr);
    const std::optional<double> back = parse_double(text);
    if (!back || !identical(convert(Value::of_float(*back), t), v)) continue;
    // The shortest spelling of that number: 16777216.0, not 1.6777216e+07.
    return to_string(Value::of_float(*back));
  }
  return to_string(v);
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
std::string field_text(const Vocabulary& v, const ArgType& type, Word w) {
  switch (type.kind) {
  case Kind::Int:
    return std::to_string(field::to_int(w));
  case Kind::Bool:
    return field::to_bool(w) ? "true" : "false";
  case Kind::Float:
    return to_string(Value::of_float(field::to_float(w)));
  case Kind::Str:
    return quoted_unless_plain(text_of(w), false);
  case Kind::Value:
    return to_string(field::to_value(w));
  case Kind::DType:
    return w < v.dtypes.size() ? std::string(v.dtypes[w].name) : "none";
  case Kind::Op:
    return w < v.ops.size() ? std::string(v.ops[w].text) : "none";
  case Kind::Enum:
    return w < type.enumerators.size() ? std::string(type.enumerators[w]) : "none";
  case Kind::List:
    return list_text(v, type, w);
  case Kind::Struct: {
    std::string text = fields_text(v, type.fields, record_of(w), true);
    if (!text.empty()) text.erase(0, 1);
    return "(" + text + ")";
  }
  }
  return {};
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
std::string fields_text(const Vocabulary& v, std::span<const ArgType::Field> fields,
                        std::span<const Word> words, bool quote_all) {
  std::string kept, named;
  std::string
      waiting; // fields with their default, which are written only if a positional one follows
  for (size_t i = 0; i < fields.size() && i < words.size(); ++i) {
    const ArgType::Field& f = fields[i];
    std::string text = f.type->kind == Kind::Str
                           ? quoted_unless_plain(text_of(words[i]), quote_all || f.has_default)
                           : field_text(v, *f.type, words[i]);
    const bool is_default = f.has_default && text == f.default_text;
    if (f.named) {
      if (!is_default) named += " " + std::string(f.name) + " " + text;
    } else if (is_default) {
      waiting += " " + text;
    } else {
      kept += waiting;
      kept += ' ';
      kept += text;
      waiting.clear();
    }
  }
  return kept + named;
}

std::string nearest(std::string_view word, std::span<const std::string_view> choices) {
  std::string_view best;
  size_t least = word.size() < 4 ? 2 : 3; // exclusive
  if (word.size() > 64) return {};
  for (const std::string_view c : choices) {
    const size_t d = distance(word, c);
    if (d >= least) continue;
    least = d;
    best = c;
  }
  return std::string(best);
}

} // namespace tenet::text
