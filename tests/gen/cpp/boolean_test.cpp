// A generated library in use: its vocabulary has nothing of Tenet's tensors.
#include "core/base/error.h"
#include "core/ir/text.h"
#include "core/rewrite/pipeline.h"
#include "tests/gen/cpp/ops.h"
#include "tests/gen/cpp/rules.h"
#include "tests/gen/cpp/tests.h"

#include <catch2/catch.hpp>
#include <sstream>

namespace boolean::rules {
namespace {

std::string text(const Node* n) {
  return tenet::text::to_string(vocabulary(), n);
}

TEST_CASE("builders make nodes of the vocabulary, constants with no weak dtype among them") {
  Graph g(vocabulary());
  const Node* a = var(g, "a");
  CHECK(text(and_(g, a, const_(g, Value::of_bool(true), dtypes::bool_))) ==
        "(and (var a) (const true bool))");
  CHECK(text(any(g, {a, invert(g, a)})) == "(any (var a) (invert (var a)))");
  CHECK(and_(g, a, nullptr) == nullptr);
  CHECK(any(g)->n_src == 0);
}

TEST_CASE("argument fields, structs in them, keep their values") {
  Graph g(vocabulary());
  const Origin origin{.file = "a b.txt", .lines = {3, 1, 4}, .access = Access::Open};
  const Node* n = named(g, var(g, "a"), origin);
  CHECK(named_weight(n) == 1.5);
  const Origin read = named_origin(n);
  CHECK(read.file == "a b.txt");
  CHECK(read.lines == std::vector<int64_t>{3, 1, 4});
  CHECK(read.access == Access::Open);
  CHECK(Origin{}.access == Access::Register);
  CHECK(named(g, var(g, "a"), origin) == n);
  CHECK(named(g, var(g, "a"), origin, 2.0) != n);
}

TEST_CASE("clauses give bounds and values") {
  Graph g(vocabulary());
  const Node* falsehood = const_(g, Value::of_bool(false), dtypes::bool_);
  const Node* n = and_(g, var(g, "a"), falsehood);
  CHECK(identical(tenet::bounds_of(vocabulary(), n).max(), Value::of_int(0)));
  const Value both[] = {Value::of_bool(true), Value::of_bool(false)};
  const tenet::EvalSpec spec{.graph = g,
                             .op = Op::OR,
                             .dtype = dtypes::bool_,
                             .computed = dtypes::bool_,
                             .arg = 0,
                             .src = both,
                             .src_dtype = {}};
  CHECK(identical(vocabulary().op(Op::OR).eval(spec), Value::of_bool(true)));
  CHECK(identical(vocabulary()
                      .op(Op::INVERT)
                      .eval({g, Op::INVERT, dtypes::bool_, dtypes::bool_, 0, {both, 1}, {}}),
                  Value::of_bool(false)));
}

TEST_CASE("a pipeline runs pass by pass and checks what is left") {
  Graph g(vocabulary());
  const Node* a = var(g, "a");
  const Node* n =
      named(g, and_(g, invert(g, invert(g, a)), const_(g, Value::of_bool(true), dtypes::bool_)),
            Origin{});
  Context context;
  std::string passes;
  tenet::PipelineOptions options;
  options.on_pass = [&](const tenet::PassInfo& pass, const Node*, const Node*) {
    passes += std::string(pass.name) + "; ";
  };
  context.names = false;
  CHECK(tenet::run_pipeline(g, n, reduce, &context, options) == a);
  CHECK(passes == "simplify; plain; ");
  context.names = true;
  passes.clear();
  CHECK(tenet::run_pipeline(g, n, reduce, &context, options) == a);
  CHECK(passes == "simplify; top down; plain; ");
  options.stop_after = "simplfy";
  CHECK_THROWS_WITH(tenet::run_pipeline(g, n, reduce, &context, options),
                    "pipeline `reduce` has no pass `simplfy`");
}

TEST_CASE("a violated check ends the pipeline and names the nodes and the reasons") {
  Graph g(vocabulary());
  const Node* n = any(g, {invert(g, invert(g, var(g, "a"))), var(g, "b")});
  Context context;
  tenet::PassInfo check = reduce.passes[2];
  tenet::Pipeline only_check = reduce;
  only_check.passes = {&check, 1};
  CHECK_THROWS_WITH(
      tenet::run_pipeline(g, n, only_check, &context),
      Catch::StartsWith(
          "check `plain` is violated by 1 node\n  two negations: `(invert (invert (var a)))`"));
}

TEST_CASE("a pipeline prints as a table of contents") {
  CHECK(tenet::table_of_contents(reduce) ==
        "pipeline reduce\n"
        "1. pass \"simplify\" { simplify }\n"
        "2. pass \"top down\" pre { simplify } when names after \"simplify\": less to look at\n"
        "3. check plain\n");
}

TEST_CASE("inline tests hold, and one with a wrong expectation is seen with both graphs") {
  std::ostringstream out;
  CHECK(tenet::run_inline_tests(out, inline_tests()) == 0);
  CHECK(out.str().find("1..8") != std::string::npos);

  tenet::InlineTest wrong = inline_tests().tests[0];
  wrong.expected = "(const true bool)";
  CHECK(tenet::run_inline_test(inline_tests(), wrong) == "another result\n"
                                                         "  input:    (invert (invert (var a)))\n"
                                                         "  got:      (var a)\n"
                                                         "  expected: (const true bool)");
  wrong = inline_tests().tests[0];
  wrong.kind = tenet::InlineTest::Expected::Same;
  CHECK(tenet::run_inline_test(inline_tests(), wrong).starts_with("it fired, but must not"));
  wrong.input = "(var a)";
  wrong.kind = tenet::InlineTest::Expected::Graph;
  wrong.expected = "(invert (var a))";
  CHECK(tenet::run_inline_test(inline_tests(), wrong).starts_with("it did not fire"));
}

} // namespace
} // namespace boolean::rules
