#include "core/ir/text.h"
#include "tests/core/test_vocabulary.h"

#include <catch2/catch.hpp>
#include <sstream>

using tenet::Graph;

namespace {

std::string error(std::string_view text) {
  Graph g(tenet::test::vocabulary());
  const tenet::text::ReadResult r = tenet::text::read(g, text);
  std::istringstream in{std::string(text)};
  Graph h(tenet::test::vocabulary());
  const tenet::text::ReadResult streamed = tenet::text::read(h, in);
  CHECK(static_cast<bool>(r) == static_cast<bool>(streamed));
  CHECK(tenet::text::to_string(r.error) == tenet::text::to_string(streamed.error));
  return r ? "read" : tenet::text::to_string(r.error);
}

} // namespace

TEST_CASE("an error in the form names its place, what was found and what would be right") {
  CHECK(error("") == "1:1: the text is empty; expected a graph");
  CHECK(error(" ; nothing\n") == "2:1: the text is empty; expected a graph");
  CHECK(error("add") == "1:1: `add` is bound by no `let`; expected a graph");
  CHECK(error(")") == "1:1: found `)`; expected a graph");
  CHECK(error("(") == "1:2: found the end of the text; expected the name of an op");
  CHECK(error("((add))") == "1:2: found `(`; expected the name of an op");
  CHECK(error("(add\n  (var x 0 8)") == "2:14: found the end of the text; expected a graph");
  CHECK(error("(sink (sink)") ==
        "1:13: found the end of the text; expected `)` of the `sink` at 1:1");
  CHECK(error("(sink) (sink)") == "1:8: found `(`; expected the end of the text after one graph");
  CHECK(error("(sink))") == "1:7: found `)`; expected the end of the text after one graph");
  CHECK(error("(sink \x01)") == "1:7: byte 1 is no text; expected a graph");
  CHECK(error("\"sink\"") == "1:1: found the string \"sink\"; expected a graph");
}

TEST_CASE("an error in a name offers the nearest one") {
  CHECK(error("(ad (var x 0 8) (var y 0 8))") == "1:2: unknown op `ad`; expected `add`?");
  CHECK(error("(transmogrify)") ==
        "1:2: unknown op `transmogrify`; expected an op of this vocabulary");
  CHECK(error("(const 1 int33)") == "1:10: unknown dtype `int33`; expected `int32`?");
  CHECK(error("(range (const 8 weakint) 0 reduced)") ==
        "1:28: unknown Kind for `kind` `reduced`; expected `reduce`?");
  CHECK(error("(range (const 8 weakint) 0 spiral)") ==
        "1:28: unknown Kind for `kind` `spiral`; expected one of `weak`, `reduce`");
  CHECK(error("(reduce (var x 0 8) mull)") == "1:21: unknown op `mull`; expected `mul`?");
}

TEST_CASE("an error in an argument says what it should be") {
  CHECK(error("(var x 0)") == "1:9: found `)`; expected argument `max` of `var`, of type Value");
  CHECK(error("(var)") == "1:5: found `)`; expected argument `name` of `var`, of type str");
  CHECK(error("(var x zero 8)") == "1:8: found `zero`; expected a value of type Value for `min`");
  CHECK(error("(var x 0 8 int32 (sink))") ==
        "1:18: found `(`; expected `)`: `var` has no more arguments");
  CHECK(error("(var x 0 8 multiple_of)") ==
        "1:23: found `)`; expected a value of type int for `multiple_of`, of 64 bits");
  CHECK(error("(var x 0 8 multiple_of 2 multiple_of 2)") ==
        "1:38: found `2`; expected argument `multiple_of` once");
  CHECK(error("(param 99999999999999999999 float32)") ==
        "1:8: found `99999999999999999999`; expected a value of type int for `slot`, of 64 bits");
  CHECK(error("(param 0 float32 3)") ==
        "1:18: found `3`; expected a value of type list<int> for `shape` in parentheses");
  CHECK(error("(param 0 float32 (3 x))") ==
        "1:21: found `x`; expected a value of type int for `shape`, of 64 bits");
  CHECK(error("(param 0 float32 (3") ==
        "1:20: found the end of the text; expected a value of type int for `shape`, "
        "of 64 bits");
  CHECK(error("(const 1.5e weakfloat)") ==
        "1:8: found `1.5e`; expected a value of type Value for `value`");
  CHECK(error("(const 999999999999999999999999999999999999999999 weakint)") ==
        "1:8: found `999999999999999999999999999999999999999999`; expected a value of type Value "
        "for `value`");
  CHECK(error("(const invalid int32)") == "1:1: `invalid` of dtype `int32`; expected dtype `bool`");
  CHECK(error("(const none int32)") ==
        "1:1: `const` is no value of its dtype; expected a number of at most 128 bits");
  CHECK(error("(table (((a) maybe)))") ==
        "1:14: found `maybe`; expected a value of type float for `weight`");
  CHECK(error("(table (((a) 1") == "1:15: found the end of the text; expected `)` of `pairs`");
  CHECK(error("(table (((a) 1 maybe)))") ==
        "1:16: found `maybe`; expected a value of type bool for `on`");
}

TEST_CASE("an error in a string says so") {
  CHECK(error("(var \"x 0 8)") == "1:6: the line ends inside a string; expected `\"`");
  CHECK(error("(var \"x\\q\" 0 8)") == "1:6: unknown escape in a string; expected \\\", \\\\, \\n, "
                                       "\\t or \\x with two hexadecimal digits");
}

TEST_CASE("what `make` rejects is an error at the node") {
  CHECK(error("(add\n (where (var b false true bool) (var i 0 8 int32))\n 1)") ==
        "2:2: `where` has 2 sources; expected 3");
  CHECK(error("(add (var i 0 8 int32) (var f 0.0 8.0 float32))") ==
        "1:1: `add` has operands of dtype `int32` and `float32`; expected at most one dtype that "
        "is not weak: cast one "
        "of them");
  CHECK(error("(where (var i 0 8) (var i 0 8) (var i 0 8))") ==
        "1:1: source `cond` of `where` is of dtype `weakint`; expected `bool`");
  CHECK(error("(stack)") ==
        "1:1: `stack` has no dtype for this argument; expected sources that fit together");
}

TEST_CASE("an error in a let says what is bound") {
  CHECK(error("(let)") == "1:5: found `)`; expected `(` and the bindings of `let`");
  CHECK(error("(let (a) (sink))") == "1:7: found `a`; expected a binding `(NAME GRAPH)`, or `)`");
  CHECK(error("(let ((0 (sink))) (sink))") == "1:8: found `0`; expected a name to bind");
  CHECK(error("(let ((a (sink)) (a (sink))) a)") ==
        "1:19: `a` is bound already; expected another name");
  CHECK(error("(let ((a (sink) (sink))) a)") ==
        "1:17: found `(`; expected `)` of the `let` at 1:1");
  CHECK(error("(let ((a b) (b (sink))) a)") == "1:10: `b` is bound by no `let`; expected a graph");
  CHECK(error("(sink (let ((a (sink))) a) a)") ==
        "1:28: found `a`; expected `)`: `sink` has no more arguments");
}

TEST_CASE("the first line may give the version, which must be 1") {
  CHECK(error(";; tenet 1\n(sink)") == "read");
  CHECK(error(";; tenet 1\r\n(sink)") == "read");
  CHECK(error(";; some comment\n(sink)") == "read");
  CHECK(error(";; tenet 2\n(sink)") == "1:10: version `2` of the text form; expected `1`");
  CHECK(error("\n;; tenet 2\n(sink)") == "read");
}

TEST_CASE("nesting of a million levels is read, and its missing end is found") {
  std::string text;
  for (int i = 0; i < 1000000; ++i)
    text += "(sink";
  CHECK(error(text) ==
        "1:5000001: found the end of the text; expected `)` of the `sink` at 1:4999996");
  text.append(1000000, ')');
  CHECK(error(text) == "read");
}

TEST_CASE("text longer than the reader's buffer is read from a stream") {
  std::string text = "(sink";
  for (int i = 0; i < 20000; ++i)
    text += "\n (var some_variable_" + std::to_string(i) + " 0 8)";
  CHECK(error(text + " (var x 0))") ==
        "20001:40: found `)`; expected argument `max` of `var`, of type Value");
  CHECK(error(text + ")") == "read");
}
