#include "gen/cpp/test_value.h"

#include <catch2/catch.hpp>

namespace tenet::gen {
namespace {

std::string parsed(std::string_view text) {
  const std::optional<TestValue> v = parse_test_value(text);
  return v ? v->text() : "none";
}

std::string computed(std::string_view a, std::string_view op, std::string_view b) {
  const std::optional<TestValue> v = apply_operator(op, *parse_test_value(a), *parse_test_value(b));
  return v ? v->text() : "none";
}

TEST_CASE("values of tests are read and written in the text form of graphs") {
  CHECK(parsed("-17") == "-17");
  CHECK(parsed("0x1F") == "31");
  CHECK(parsed("18446744073709551616") == "18446744073709551616");
  CHECK(parsed("1.0") == "1.0");
  CHECK(parsed("2.5e-3") == "0.0025");
  CHECK(parsed("-inf") == "-inf");
  CHECK(parsed("nan") == "nan");
  CHECK(parsed("true") == "true");
  CHECK(parsed("invalid") == "invalid");
  CHECK(parsed("x") == "none");
  CHECK(parsed("") == "none");
}

TEST_CASE("arithmetic on values of tests follows the numeric policies") {
  CHECK(computed("-7", "//", "2") == "-4");
  CHECK(computed("-7", "%", "2") == "1");
  CHECK(computed("7", "//", "0") == "0");
  CHECK(computed("7", "%", "0") == "7");
  CHECK(computed("-7", "cdiv", "2") == "-3");
  CHECK(computed("-7", "cmod", "2") == "-1");
  CHECK(computed("12", "gcd", "-18") == "6");
  CHECK(computed("3", "pow", "4") == "81");
  CHECK(computed("1", "<<", "100") == "1267650600228229401496703205376");
  CHECK(computed("1", "<<", "127") == "none");
  CHECK(computed("170141183460469231731687303715884105727", "+", "1") == "none");
  CHECK(computed("1", "+", "0.5") == "1.5");
  CHECK(computed("true", "and", "false") == "false");
  CHECK(computed("invalid", "+", "1") == "none");
}

TEST_CASE("the middle of a range lies in it, at the ends of what integers can be too") {
  CHECK(middle(*parse_test_value("0"), *parse_test_value("9")).text() == "4");
  CHECK(middle(*parse_test_value("-3"), *parse_test_value("-3")).text() == "-3");
  CHECK(middle(*parse_test_value("-170141183460469231731687303715884105727"),
               *parse_test_value("170141183460469231731687303715884105727"))
            .text() == "0");
  CHECK(middle(*parse_test_value("0.0"), *parse_test_value("1.0")).text() == "0.5");
}

} // namespace
} // namespace tenet::gen
