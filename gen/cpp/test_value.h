#pragma once

#include "dsl/check/module.h"

#include <optional>
#include <string>
#include <string_view>

namespace tenet::gen {

/// The value of a constant in an inline test: computed while generating, exact for integers of up
/// to 128 bits.
struct TestValue {
  __extension__ using Integer = __int128;
  enum class Kind : uint8_t { Int, Float, Bool, Invalid };

  Kind kind = Kind::Int;
  Integer integer = 0; ///< Int, and Bool as 0 or 1
  double number = 0;   ///< Float

  double as_double() const { return kind == Kind::Float ? number : static_cast<double>(integer); }
  /// In the text form of graphs.
  std::string text() const;
};

/// From the text of a number, `true`, `false`, `inf`, `nan` or `invalid`; none for anything else.
std::optional<TestValue> parse_test_value(std::string_view text);
/// The value half way.
TestValue middle(const TestValue& from, const TestValue& to);
/// One of the operators of expressions on numbers; none where it is not defined, or overflows.
std::optional<TestValue> apply_operator(std::string_view op, const TestValue& a,
                                        const TestValue& b);

} // namespace tenet::gen
