#include "core/base/error.h"
#include "core/ir/fields.h"
#include "core/rewrite/printer.h"
#include "tests/core/rewrite/terms.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace tenet::test {
namespace {

void give(Match& m, TextResult::Kind kind, std::vector<std::string> lines) {
  m.text.kind = kind;
  m.text.lines = std::move(lines);
}
template <char op>
bool infix(Match& m, const Node* n) {
  give(m, TextResult::Kind::Expr,
       {"(" + std::string(m.text_of(n->src(0))) + op + std::string(m.text_of(n->src(1))) + ")"});
  return true;
}
bool variable(Match& m, const Node* n) {
  give(m, TextResult::Kind::Expr, {std::string(text_of(record_of(n->arg)[0]))});
  return true;
}
bool constant(Match& m, const Node* n) {
  give(m, TextResult::Kind::Expr, {to_string(literal_value(vocabulary(), n))});
  return true;
}
bool range(Match& m, const Node* n) {
  const std::string name(m.name_of(n));
  give(m, TextResult::Kind::Stmt,
       {"for (int " + name + " = 0; " + name + " < " + std::string(m.text_of(n->src(0))) + "; " +
        name + "++) {"});
  return true;
}
bool end(Match& m, const Node* n) {
  give(m, TextResult::Kind::Lines, {"out += " + std::string(m.text_of(n->src(0))) + ";", "}"});
  return true;
}
const HandMade c("c", "c.rules", {"var", "const", "add", "mul", "range", "reduce"},
                 {{Op::VAR, nullptr, sink<0, variable>},
                  {Op::CONST, nullptr, sink<1, constant>},
                  {Op::ADD, nullptr, sink<2, infix<'+'>>},
                  {Op::MUL, nullptr, sink<3, infix<'*'>>},
                  {Op::RANGE, nullptr, sink<4, range>},
                  {Op::REDUCE, nullptr, sink<5, end>}},
                 {}, RulesetKind::Text);

Printed printed(Terms& t, const Node* n, PrintOptions options = {}) {
  const Chain chain(vocabulary(), {&c});
  Pass pass(chain);
  return Printer(pass, std::move(options)).print(t.graph, n);
}
Printed printed(Terms& t, std::string_view term, PrintOptions options = {}) {
  return printed(t, t(term), std::move(options));
}

} // namespace

TEST_CASE("an expression that is used once is put into its user's text") {
  Terms t;
  CHECK(printed(t, "(add (mul x 2) (mul (add y 1) z))").text == "((x*2)+((y+1)*z))\n");
}

TEST_CASE("an expression that is used twice gets a name and a line, a leaf does not") {
  Terms t;
  CHECK(printed(t, "(add (mul x 2) (mul (mul x 2) x))").text == "v0 = (x*2)\n(v0+(v0*x))\n");
  PrintOptions options;
  options.stem = [](const Node*) { return "alu"; };
  options.assign = [](const Node*, std::string_view name, std::string_view text) {
    return "int " + std::string(name) + " = " + std::string(text) + ";";
  };
  CHECK(printed(t, "(add (mul x 2) (mul x 2))", options).text ==
        "int alu0 = (x*2);\n(alu0+alu0)\n");
}

TEST_CASE("statements and lists are lines of their own, known by their names, and braces indent") {
  Terms t;
  CHECK(
      printed(
          t,
          "(reduce (mul (range (const 8 weakint) 0 weak) 2) (range (const 8 weakint) 0 weak) add)")
          .text == "for (int v0 = 0; v0 < 8; v0++) {\n"
                   "  out += (v0*2);\n"
                   "}\n");
}

TEST_CASE("every range of the text is known by the node that made it") {
  Terms t;
  const Node* n = t("(add (mul x x) (add (mul x x) (mul y 1)))");
  const Printed p = printed(t, n);
  REQUIRE(p.text == "v0 = (x*x)\n(v0+(v0+(y*1)))\n");
  std::vector<std::string> ranges;
  for (const Printed::Range& r : p.ranges)
    ranges.push_back(t.text(r.node) + ": " + p.text.substr(r.begin, r.end - r.begin));
  CHECK(ranges == std::vector<std::string>{
                      "(mul x x): v0 = (x*x)", "x: x", "x: x",
                      "(let ((t0 (mul x x))) (add t0 (add t0 (mul y 1)))): (v0+(v0+(y*1)))",
                      "(add (mul x x) (mul y 1)): (v0+(y*1))", "(mul y 1): (y*1)", "y: y", "1: 1"});
}

TEST_CASE("a long expression becomes a line, so that a deep one prints in linear size") {
  Terms t;
  const Node* n = t("x");
  for (int i = 0; i < 20000; ++i)
    n = t.graph.make(Op::ADD, {n, t("y")});
  const Printed p = printed(t, n);
  CHECK(p.text.size() < 200000);
  CHECK(p.text.substr(0, 10) == "v0 = (((((");
  CHECK(p.text.find("\nv1 = ((((((") != std::string::npos);
}

TEST_CASE("nodes are printed in the order that is given") {
  Terms t;
  const Node* a = t("(mul x 2)");
  const Node* b = t("(mul y 2)");
  const Chain chain(vocabulary(), {&c});
  Pass pass(chain);
  const std::vector<const Node*> order{t("y"), t("2"), b, t("x"), a};
  CHECK(Printer(pass, {}).print(t.graph, order).text == "(y*2)\n(x*2)\n");
}

TEST_CASE("a node that no rule prints is an error") {
  Terms t;
  CHECK_THROWS_WITH(printed(t, "(floordiv x y)"),
                    "pass `rewrite`: no rule prints `(floordiv (var x 0 8) (var y 0 8))`");
}

} // namespace tenet::test
