#include "backends/interp/evaluate.h"
#include "core/base/error.h"
#include "core/ir/text.h"
#include "patterns/ops.h"

#include <catch2/catch.hpp>

namespace {

using tenet::Graph;
using tenet::Value;
using tenet::interp::Environment;

/// The value of a graph as text: `[1 2 3]`, or one value.
std::string value_of(const std::string& graph_text, const Environment& environment = {}) {
  Graph g(tenet::rules::vocabulary());
  const tenet::text::ReadResult read = tenet::text::read(g, graph_text);
  if (!read) return to_string(read.error);
  const tenet::interp::Tensor t = tenet::interp::evaluate(g, read.node, environment);
  std::string text;
  for (const Value& v : t.values)
    text += (text.empty() ? "" : " ") + to_string(v);
  return t.shape.empty() ? text : "[" + text + "]";
}

std::string error_of(const std::string& graph_text, const Environment& environment = {}) {
  try {
    return "no error: " + value_of(graph_text, environment);
  } catch (const tenet::Error& e) {
    return e.what();
  }
}

std::vector<Value> ints(std::initializer_list<int> list) {
  std::vector<Value> values;
  for (int v : list)
    values.push_back(Value::of_int(v));
  return values;
}

} // namespace

TEST_CASE("division by zero gives 0 and its remainder the dividend, in both modes") {
  CHECK(value_of("(floordiv (const -7 int32) (const 0 int32))") == "0");
  CHECK(value_of("(floormod (const -7 int32) (const 0 int32))") == "-7");
  CHECK(value_of("(cdiv (const -7 int32) (const 0 int32))") == "0");
  CHECK(value_of("(cmod (const -7 int32) (const 0 int32))") == "-7");
}

TEST_CASE("the least integer divided by -1 wraps and leaves no remainder") {
  CHECK(value_of("(floordiv (const -2147483648 int32) (const -1 int32))") == "-2147483648");
  CHECK(value_of("(floormod (const -2147483648 int32) (const -1 int32))") == "0");
}

TEST_CASE("floor and truncating division differ below zero") {
  CHECK(value_of("(floordiv (const -21 int32) (const 5 int32))") == "-5");
  CHECK(value_of("(floormod (const -21 int32) (const 5 int32))") == "4");
  CHECK(value_of("(cdiv (const -21 int32) (const 5 int32))") == "-4");
  CHECK(value_of("(cmod (const -21 int32) (const 5 int32))") == "-1");
}

TEST_CASE("fixed widths wrap at each node and weakint does not") {
  CHECK(value_of("(mul (const 127 int8) (const 127 int8))") == "1");
  CHECK(value_of("(add (const 255 uint8) (const 1 weakint))") == "0");
  CHECK(value_of("(mul (const 9223372036854775807 weakint) (const 2 weakint))") ==
        "18446744073709551614");
}

TEST_CASE("shifts by the width or more give 0 or the sign, negative ones 0") {
  CHECK(value_of("(shl (const 1 int32) (const 32 weakint))") == "0");
  CHECK(value_of("(shr (const -1 int32) (const 40 weakint))") == "-1");
  CHECK(value_of("(shr (const 8 uint32) (const 40 weakint))") == "0");
  CHECK(value_of("(shl (const 1 int32) (const -1 weakint))") == "0");
}

TEST_CASE("floats convert to integers by truncation, saturation to int64 and wrapping") {
  CHECK(value_of("(cast (const -1.5 float32) uint8)") == "255");
  CHECK(value_of("(cast (const 256.0 float32) uint8)") == "0");
  CHECK(value_of("(cast (const nan float32) int32)") == "0");
  CHECK(value_of("(cast (const nan float32) bool)") == "true");
  CHECK(value_of("(cast (const 1e30 float32) int64)") == "9223372036854775807");
}

TEST_CASE("maximum keeps NaN in either place") {
  CHECK(value_of("(max (const nan float32) (const 1.0 float32))") == "nan");
  CHECK(value_of("(max (const 1.0 float32) (const nan float32))") == "nan");
}

TEST_CASE("each float operation rounds to its dtype") {
  CHECK(value_of("(cast (cast (const 0.14285714924335480 float32) bfloat16) float32)") ==
        "0.142578125");
  CHECK(value_of("(cast (cast (const 0.3 float32) fp8e4m3) float32)") == "0.3125");
}

TEST_CASE("a branch that is not taken may be invalid") {
  CHECK(value_of("(where (const true bool) (const 3 weakint) (const invalid bool))") == "3");
  CHECK(value_of("(add (where (const false bool) (const 3 weakint) (const invalid bool)) (const 1 "
                 "weakint))") == "invalid");
  CHECK(value_of("(and (const false bool) (const invalid bool))") == "false");
  CHECK(value_of("(and (const true bool) (const invalid bool))") == "invalid");
}

TEST_CASE("an index outside its buffer reads 0") {
  const Environment e{{{"i", Value::of_int(7)}}, {{0, ints({5, 6, 7})}}, 1000};
  CHECK(value_of("(index (param 0 int32 (3)) (const 1 weakint))", e) == "6");
  CHECK(value_of("(load (index (param 0 int32 (3)) (var i 0 9)))", e) == "0");
  CHECK(value_of("(load (index (param 0 int32 (3)) (const invalid bool)))", e) == "0");
}

TEST_CASE("a reduction runs over its ranges, and over nothing gives the identity") {
  CHECK(value_of("(reduce (mul (range (const 4 weakint) 0 reduce) (const 10 weakint)) (range "
                 "(const 4 weakint) 0 "
                 "reduce) add)") == "60");
  CHECK(value_of(
            "(reduce (range (const 0 weakint) 0 reduce) (range (const 0 weakint) 0 reduce) add)") ==
        "0");
}

TEST_CASE("movement ops move elements") {
  const Environment e{{}, {{0, ints({0, 1, 2, 3, 4, 5})}}, 1000};
  const std::string x = "(param 0 int32 (2 3))";
  CHECK(value_of("(permute " + x + " (1 0))", e) == "[0 3 1 4 2 5]");
  CHECK(value_of("(flip " + x + " (1))", e) == "[2 1 0 5 4 3]");
  CHECK(value_of("(shrink " + x + " (0 1) (2 3))", e) == "[1 2 4 5]");
  CHECK(value_of("(pad (shrink " + x + " (0 0) (1 2)) (0 1) (0 0))", e) == "[0 0 1]");
  CHECK(value_of("(expand (const 7 int32) (const 2 weakint))") == "[7 7]");
}

TEST_CASE("a movement that does not fit its source is an error") {
  const Environment e{{}, {{0, ints({0, 1, 2, 3, 4, 5})}}, 1000};
  const std::string x = "(param 0 int32 (2 3))";
  for (const std::string& bad :
       {"(permute " + x + " (0 0))", "(permute " + x + " (0))", "(flip " + x + " (2))",
        "(shrink " + x + " (0) (1 1))", "(shrink " + x + " (0 2) (2 9))",
        "(shrink " + x + " (-1 0) (1 1))", "(shrink " + x + " (1 0) (0 1))",
        "(pad " + x + " (0) (0))", "(pad " + x + " (-9 0) (0 0))",
        "(expand " + x + " (const 3 weakint))",
        "(expand " + x + " (const 2 weakint) (const 4 weakint))",
        "(reshape " + x + " (const 5 weakint))", std::string("(param 0 int32 (-6))")})
    CHECK_THAT(error_of(bad, e), !Catch::Contains("no error"));
  CHECK_THAT(error_of("(expand (const 1 int32) (const 4000000000 weakint))", e),
             Catch::Contains("more than 1000 elements"));
}

TEST_CASE("what has no value says so with the node") {
  CHECK_THAT(error_of("(add (var x 0 8) (const 1 weakint))"),
             Catch::Contains("no value is given for `x`"));
  CHECK_THAT(error_of("(index (param 3 int32 (2)) (const 0 weakint))"),
             Catch::Contains("no contents are given for slot 3"));
  CHECK_THAT(error_of("(sink (const 1 weakint))"), Catch::Contains("it has no value"));
  const Environment short_buffer{{}, {{0, ints({1})}}, 1000};
  CHECK_THAT(error_of("(index (param 0 int32 (2)) (const 0 weakint))", short_buffer),
             Catch::Contains("holds 1 elements; expected 2"));
}

TEST_CASE("evaluation stops when its steps are spent") {
  const Environment e{{}, {}, 100};
  CHECK_THAT(error_of("(reduce (const 1 weakint) (range (const 1000000 weakint) 0 reduce) add)", e),
             Catch::Contains("more than 100 elements"));
}
