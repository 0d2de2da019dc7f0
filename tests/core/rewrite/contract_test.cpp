// What the language promises about matching, held against compiled rules: contract.rules.
#include "core/base/error.h"
#include "core/ir/text.h"
#include "core/rewrite/engine.h"
#include "core/rewrite/kinds.h"
#include "core/rewrite/printer.h"
#include "tests/core/rewrite/ops.h"
#include "tests/core/rewrite/rules.h"
#include "tests/core/rewrite/short_text.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace contract::rules {

namespace {
int numbers_given = 0;
std::vector<const Node*> noted;
} // namespace

int128 fresh(Match&, const Node*) {
  return ++numbers_given;
}
void note(Match&, const Node* x) {
  noted.push_back(x);
}

namespace {

using tenet::Chain;
using tenet::Graph;
using tenet::Ruleset;

const Node* read(Graph& g, std::string_view term) {
  const tenet::text::ReadResult r = tenet::text::read(g, tenet::test::lengthened(term));
  if (!r) throw std::runtime_error(tenet::text::to_string(r.error) + " in " + std::string(term));
  return r.node;
}

std::string text(const Node* n) {
  return tenet::test::shortened(tenet::text::to_string(vocabulary(), n));
}

/// What `rules` make of a term, in order walk: each node once, so that one firing is seen alone.
std::string becomes(const Ruleset& rules, std::string_view term, const Context& context = {}) {
  Graph g(vocabulary());
  tenet::RewriteOptions options;
  options.order = tenet::Order::Walk;
  return text(tenet::rewrite(g, read(g, term), Chain(vocabulary(), {&rules}, &context), options));
}

bool stays(const Ruleset& rules, std::string_view term) {
  Graph g(vocabulary());
  const std::string result = becomes(rules, term);
  return result == text(read(g, term));
}

} // namespace

// --- meaning
// --------------------------------------------------------------------------------------------------------

TEST_CASE("D1: a result of another dtype or shape than the root is no match") {
  CHECK(becomes(types, "(where (cmplt x 3) x:int32 y:int32)") == "x:int32");
  CHECK(stays(types, "(where (cmplt x 3) 5 y:int32)"));
  CHECK(becomes(types, "(mul x:float32 y:float32)") == "x:float32");
  // A scalar times a vector, in both orders.
  CHECK(becomes(types, "(mul x:float32 (param 0 float32 (4)))") == "(param 0 float32 (4))");
  CHECK(becomes(types, "(mul (param 0 float32 (4)) x:float32)") == "(param 0 float32 (4))");
}

TEST_CASE("D3: rules in order; a failed guard tries the next rule") {
  CHECK(becomes(order_of_rules, "(sqrt (var a 0 3 float32))") == "(exp2 (var a 0 3 float32))");
  CHECK(becomes(order_of_rules, "(sqrt x:float32)") == "(sin x:float32)");
}

TEST_CASE("D3: the written operand order comes first, then swaps") {
  CHECK(becomes(order_of_expansions, "(max (var a 4 8) (var b 5 8))") == "(var a 4 8)");
  CHECK(becomes(order_of_expansions, "(max (var a 0 8) (var b 5 8))") == "(var b 5 8)");
  CHECK(stays(order_of_expansions, "(max x y)"));
}

TEST_CASE("D3: swaps of the outermost op are the slowest") {
  CHECK(becomes(order_of_expansions, "(and (or x (var b 5 8)) (or (var c 6 8) y))") ==
        "(var b 5 8)");
  CHECK(becomes(order_of_expansions, "(and (or x z) (or y (var c 6 8)))") == "(var c 6 8)");
}

TEST_CASE("D3: a failed let tries the next expansion") {
  CHECK(becomes(failed_let, "(max 6 8)") == "(mul 6 3)");
  CHECK(stays(failed_let, "(max 6 x)"));
  CHECK(stays(failed_let, "(max 2 x)"));
}

TEST_CASE("D3: a result that is the root counts as no match") {
  CHECK(becomes(root_is_no_match, "(sqrt x:float32)") == "(exp2 x:float32)");
}

TEST_CASE("D4: a chain is its rulesets spliced in place, the first occurrence wins") {
  CHECK(becomes(included, "(trunc x:float32)") == "(exp2 x:float32)");
  CHECK(becomes(included, "(log2 x:float32)") == "x:float32");
  CHECK(becomes(right, "(log2 x:float32)") == "(sqrt x:float32)");
  CHECK(Chain(vocabulary(), {&included}).rulesets().size() == 4);
}

// --- notation
// -------------------------------------------------------------------------------------------------------

TEST_CASE("N0: precedence is Python's, comparisons bind loosest") {
  CHECK(becomes(reading, "(cmplt (add x (mul y z)) w)") == "(cmplt (mulacc y z x) w)");
  CHECK(stays(reading, "(cmplt (mul (add x y) z) w)"));
}

TEST_CASE("N0: alternatives stand in parentheses and are tried in order") {
  CHECK(becomes(reading, "(mul (sqrt x:float32) 0.0)") == "x:float32");
  CHECK(becomes(reading, "(mul (exp2 x:float32) 0.0)") == "x:float32");
  CHECK(stays(reading, "(mul (sin x:float32) 0.0)"));
}

TEST_CASE("N0: in brackets an enumerator is that value, another name binds, _ is any") {
  CHECK(becomes(reading, "(range (const 8 weakint) 1 reduce)") == "8");
  CHECK(becomes(reading, "(range (const 8 weakint) 3 unroll)") == "8");
  CHECK(stays(reading, "(range (const 8 weakint) 3 upcast)"));
  CHECK(stays(reading, "(range (const 8 weakint) 4 unroll)"));
}

TEST_CASE("N0: without brackets nothing is asked, and bare ... is an unnamed rest") {
  CHECK(stays(reading, "(xor (stack x y z) 2)"));
  CHECK(stays(reading, "(stack x)"));
}

TEST_CASE("N1: a name at a pattern binds the node; n(s) is its op and argument on new sources") {
  CHECK(becomes(rebuild, "(sqrt (where (cmplt x 3) y:float32 invalid))") ==
        "(where (cmplt x 3) (sqrt y:float32) invalid)");
  CHECK(stays(rebuild, "(cast (where (cmplt x 3) y:float32 invalid) float16)"));
}

TEST_CASE("N1: n[f: e](s) changes a field, n[f: e] keeps the sources") {
  CHECK(becomes(rebuild, "(range (const 8 weakint) 5 weak)") == "(range 8 6 weak)");
  CHECK(becomes(rebuild, "(range (const 8 weakint) 7 weak)") == "(range 8 7 reduce)");
}

TEST_CASE("N2: #c in a result is the matched node, #c twice means equal values") {
  CHECK(becomes(constants, "(max x:int8 0:int8)") == "0:int8");
  CHECK(becomes(constants, "(xor (xor x 5) 5)") == "x");
  CHECK(becomes(constants, "(xor (xor x:int8 5) 5:int8)") == "x:int8");
  CHECK(stays(constants, "(xor (xor x 5) 6)"));
}

TEST_CASE("N2: a literal that is the whole result has the root's dtype, an operand is weak") {
  CHECK(becomes(constants, "(floormod x:int32 1)") == "0:int32");
  CHECK(becomes(constants, "(floordiv x:int32 2)") == "(shr x:int32 1)");
}

TEST_CASE("N2: #(e) is exact, and a value outside its parent's dtype is no match; #eval wraps") {
  CHECK(becomes(constants, "(add (add x:int8 100:int8) 27:int8)") == "(add x:int8 127:int8)");
  CHECK(stays(constants, "(add (add x:int8 100:int8) 28:int8)"));
  CHECK(becomes(constants, "(add (add x:uint8 200:uint8) 100:uint8)") == "(add x:uint8 44:uint8)");
}

TEST_CASE("N2: #(e) takes the least upper dtype of its names, #(e): t says it outright") {
  CHECK(becomes(constants, "(add (add x:int8 100) 27)") == "(add x:int8 127)");
  CHECK(becomes(constants, "(floormod x:int16 7)") == "(and x:int16 7:int16)");
}

TEST_CASE("N2: a constant's value is taken in the dtype that its parent computes in") {
  CHECK(becomes(constants, "(and x:uint8 -1)") == "x:uint8");
  CHECK(becomes(constants, "(and x:uint8 255)") == "x:uint8");
  CHECK(stays(constants, "(and x:uint8 254)"));
}

TEST_CASE("N2: literals compare by value, and 0 is not -0.0") {
  CHECK(becomes(constants, "(add x:float32 0.0)") == "x:float32");
  CHECK(becomes(constants, "(add x:float32 0)") == "x:float32");
  CHECK(stays(constants, "(add x:float32 -0.0)"));
}

TEST_CASE("N3: functions are inlined, in patterns and in results") {
  CHECK(becomes(functions, "(cmpne (cmpne (cmplt x 3) true) true)") == "(cmplt x 3)");
  CHECK(becomes(functions, "(mul x 2)") == "(add x x)");
  CHECK(becomes(functions, "(sqrt x:float16)") == "(exp2 x:float16)");
  CHECK(becomes(functions, "(floordiv x y)") == "(floormod y x)");
  CHECK(becomes(functions, "(floormod x 6)") == "(and x 6)");
  CHECK(becomes(functions, "(floormod x 3)") == "(or x 3)");
}

TEST_CASE("N4: lists: comprehensions, a rest twice, indices out of range are no match") {
  CHECK(becomes(lists, "(sink (noop) (noop x) (noop))") == "(sink (noop x))");
  CHECK(becomes(lists, "(group x:int32 y:int32 z:int32)") == "(group y:int32 z:int32)");
  CHECK(stays(lists, "(group x:int32 y:int32 z)"));
  CHECK(becomes(lists, "(stack (group x y) (group x y))") == "(stack (group x y) (group))");
  CHECK(stays(lists, "(stack (group x y) (group y x))"));
  CHECK(becomes(lists, "(noop x y z)") == "(noop z)");
  CHECK(stays(lists, "(noop x y)"));
  CHECK(becomes(associative, "(or (add (add x y) z) 0)") ==
        "(add (add (mul x 2) (mul y 2)) (mul z 2))");
}

TEST_CASE("N5: groups with |, - and {...}, and the guard is") {
  CHECK(becomes(groups, "(exp2 x:float32)") == "(sin x:float32)");
  CHECK(stays(groups, "(log2 x:float32)"));
  CHECK(becomes(groups, "(max x:int64 x:int64)") == "(max x:int64 1)");
  CHECK(stays(groups, "(floordiv x:int64 x:int64)"));
  CHECK(becomes(groups, "(floordiv (mul x y) z)") == "(floormod (mul x y) z)");
  CHECK(stays(groups, "(floordiv (mul x y) (mul x z))"));
}

TEST_CASE("N6: rule extend matches in a longer chain too") {
  CHECK(becomes(extended, "(add (mul x 2) (mul x 3))") == "(mul x 5)");
  CHECK(becomes(extended, "(add (add y (mul x 2)) (mul x 3))") == "(add y (mul x 5))");
  CHECK(becomes(extended, "(add (add (mul x 2) y) (mul x 3))") == "(add y (mul x 5))");
}

TEST_CASE("N7: o!(x, y) matches in this order only, for every op of a family") {
  CHECK(becomes(ordered, "(add 3 x)") == "(add x 3)");
  CHECK(stays(ordered, "(add x 3)"));
  CHECK(becomes(ordered, "(max 3 x)") == "(max x 3)");
}

TEST_CASE("N8: rewrite[...] and subst in results") {
  CHECK(becomes(nested, "(floordiv (mul x (add 2 3)) 1)") == "(mul x 5)");
  CHECK(becomes(nested, "(floormod (floormod (add y z) y) z)") == "(add z y)");
}

TEST_CASE("N9: an effect is called once per firing, after every guard has succeeded") {
  numbers_given = 0;
  CHECK(becomes(effects, "(trunc x)") == "(trunc x)");
  CHECK(numbers_given == 0);
  CHECK(becomes(effects, "(trunc (var a 4 8))") == "(add (var a 4 8) 1)");
  CHECK(numbers_given == 1);
}

TEST_CASE("kind visit: rules call the context") {
  noted.clear();
  Graph g(vocabulary());
  const Context context;
  const Node* n = read(g, "(sink (sqrt x:float32) (sqrt x:float16))");
  CHECK(tenet::visit(g, n, Chain(vocabulary(), {&visiting}, &context)) == 1);
  CHECK(noted == std::vector<const Node*>{read(g, "x:float32")});
}

TEST_CASE("N10: when is constant for a pass") {
  Context context;
  context.fast = true;
  CHECK(becomes(conditional, "(sqrt x:float32)", context) == "(exp2 x:float32)");
  context.fast = false;
  CHECK(becomes(conditional, "(sqrt x:float32)", context) == "(sin x:float32)");
}

TEST_CASE("N11: error ends the pass with the node") {
  CHECK_THROWS_WITH(becomes(errors, "(threefry x:uint64 y:uint64)"),
                    Catch::StartsWith("no random numbers here: uint64 at `(threefry "));
}

TEST_CASE("N15: *P asks every source, a plain name is the same node, x[] and #i[] collect") {
  CHECK(becomes(every_source, "(stack (sqrt x:float32))") == "(stack (sqrt x:float32))");
  CHECK(becomes(every_source, "(stack (add x 1) (add y 1))") == "(stack x y)");
  CHECK(stays(every_source, "(stack (add x 1) (add y 2))"));
  CHECK(stays(every_source, "(stack (add x 1) (mul y 1))"));
}

TEST_CASE("N16: exact and vmin of an expression that is not built") {
  CHECK(becomes(bounds, "(cmplt (add x:int32 3) 7)") == "(cmplt x:int32 4)");
  CHECK(stays(bounds, "(cmplt (add (var a 0 2147483647 int32) 3) 7)"));
  CHECK(becomes(bounds, "(max (var a 60 70 int32) (var b 60 70 int32))") == "(var a 60 70 int32)");
  CHECK(stays(bounds, "(max (var a 40 70 int32) (var b 40 70 int32))"));
}

TEST_CASE("N16: a guard that fails has built nothing") {
  Graph g(vocabulary());
  const Context context;
  const Node* n = read(g, "(max (var a 40 70 int32) (var b 40 70 int32))");
  const size_t before = g.node_count();
  CHECK(tenet::rewrite(g, n, Chain(vocabulary(), {&bounds}, &context)) == n);
  CHECK(g.node_count() == before);
}

// --- other kinds
// ----------------------------------------------------------------------------------------------------

namespace {

std::string printed(std::string_view term) {
  Graph g(vocabulary());
  const Context context;
  const Chain chain(vocabulary(), {&printing}, &context);
  tenet::Pass pass(chain);
  return tenet::Printer(pass, {}).print(g, read(g, term)).text;
}

} // namespace

TEST_CASE("N12: expr is inlined, stmt is a line, a list is lines, {xs, \", \"} is joined") {
  CHECK(printed("(add (add x 1) y)") == "((x+1)+y)\n");
  CHECK(printed("(add (add x 1) (add x 1))") == "v0 = (x+1)\n(v0+v0)\n");
  CHECK(printed("(sink x (add x y) 3)") == "all: x, (x+y), 3\n");
  CHECK(printed("(and x 255)") == "x & 0xff\n");
  CHECK(
      printed("(end (add (range (const 8 weakint) 0 weak) 1) (range (const 8 weakint) 0 weak))") ==
      "for (int v0 = 0; v0 < 8; v0++) {\n  use((v0+1));\n}\n");
}

TEST_CASE("N13: node* makes lists, sources first, and x' is the list of a source") {
  Graph g(vocabulary());
  const Context context;
  const Chain chain(vocabulary(), {&halves}, &context);
  tenet::Pass pass(chain);
  tenet::OneToMany lists(pass);
  const Node* n = read(g, "(add x y)");
  lists.run(g, n);
  REQUIRE(lists.made(n).size() == 2);
  CHECK(text(lists.made(n)[0]) == "(add (floordiv x 4) (floordiv y 4))");
  CHECK(text(lists.made(n)[1]) == "(add (floormod x 4) (floormod y 4))");
}

TEST_CASE("kind nodes: a list with none in it") {
  Graph g(vocabulary());
  const Context context;
  const Chain chain(vocabulary(), {&sources}, &context);
  tenet::Pass pass(chain);
  const Node* n = read(g, "(where (cmplt x 3) (mul y z) z)");
  pass.begin(g, n);
  CHECK(tenet::apply_nodes(pass, n) == std::vector<const Node*>{nullptr, n->src(1), nullptr});
  CHECK(tenet::apply_nodes(pass, n->src(1)) == std::vector<const Node*>{n->src(2), read(g, "y")});
  CHECK(!tenet::apply_nodes(pass, n->src(2)));
}

TEST_CASE("kind check: the first decision wins, undecided is a violation") {
  const auto complaints = [](std::string_view term) {
    Graph g(vocabulary());
    const Context context;
    std::string result;
    for (const tenet::Violation& v :
         tenet::check(g, read(g, term), Chain(vocabulary(), {&legal}, &context)))
      result += v.message + "\n";
    return result;
  };
  CHECK(complaints("(add x 3)") == "");
  CHECK(complaints("(add (mul x y) 3)") == "products are gone by now\n");
  CHECK(complaints("(max x 3)") == "no rule allows `max`\n");
  CHECK(complaints("(floordiv 3 x)") == "");
  CHECK(complaints("(floordiv 3 (var b 0 99))") == "(var b 0 99) may be large\n");
}

} // namespace contract::rules
