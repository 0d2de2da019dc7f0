#include "dsl/check/check.h"
#include "dsl/check/load.h"
#include "gen/lower/arrange.h"
#include "gen/lower/lower.h"
#include "gen/program/dump.h"
#include "tests/support/golden.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace tenet::gen {
namespace {

dsl::Module load(const std::string& path) {
  dsl::Diagnostics diagnostics;
  dsl::Loaded loaded = dsl::load({path}, {}, diagnostics);
  std::optional<dsl::Module> module;
  if (!diagnostics.has_errors())
    module = dsl::check(std::move(loaded.trees), loaded.files, diagnostics);
  INFO(dsl::render(diagnostics, loaded.files));
  REQUIRE(module);
  return std::move(*module);
}

const dsl::Module& numbers() {
  static const dsl::Module module = load("tests/gen/lower/numbers.rules");
  return module;
}

const dsl::Rule& rule(std::string_view name) {
  for (const dsl::Ruleset& ruleset : numbers().rulesets)
    for (const dsl::RuleBlock& block : ruleset.blocks)
      for (const dsl::Rule& r : block.rules)
        if (r.name == name) return r;
  FAIL("no such rule");
  return numbers().rulesets[0].blocks[0].rules[0];
}

/// Where the variable lies, in each arrangement of the rule's pattern.
std::vector<std::string> places(std::string_view rule_name, std::string_view variable) {
  const dsl::Rule& r = rule(rule_name);
  std::vector<std::string> result;
  for (const Arrangement& a : arrange(numbers(), r.pattern))
    for (const program::Binding& b : a.bindings)
      if (r.variables[b.var].name == variable) result.push_back(program::to_text(b.access));
  return result;
}

const program::Action& action(const program::Program& program, std::string_view name) {
  for (const program::Ruleset& ruleset : program.rulesets)
    for (const program::Action& a : ruleset.actions)
      if (a.name == name) return a;
  FAIL("no such action");
  return program.rulesets[0].actions[0];
}

using Strings = std::vector<std::string>;

TEST_CASE("the operands of a commutative op are tried as written, then swapped") {
  CHECK(places("add_zero", "x") == Strings{".0", ".1"});
}

TEST_CASE("an outer swap varies slower than an inner one") {
  CHECK(places("absorb", "y") == Strings{".0.1", ".0.0", ".1.1", ".1.0"});
}

TEST_CASE("arrangements that cannot be told apart are kept once") {
  CHECK(arrange(numbers(), rule("idempotent").pattern).size() == 1);
  CHECK(arrange(numbers(), rule("ne_self").pattern).size() == 1);
}

TEST_CASE("operands in a fixed order are not swapped") {
  CHECK(places("order_first", "x") == Strings{".0"});
}

TEST_CASE("alternatives are tried in order") {
  CHECK(places("where_same", "x") == Strings{".1", ".1", ".2"});
}

TEST_CASE("the second form of an extending rule has the rest of the chain on either side") {
  const program::Program program = lower(numbers());
  const program::Action& second = action(program, "combine_extended");
  CHECK(second.result.value.kind == program::Expr::Kind::Build);
  CHECK(program.symbols.ops[second.result.value.decl].name == "ADD");
  const auto of_rest = [&](const program::Binding& b) {
    return second.variables[b.var].name == "rest";
  };
  std::vector<std::string> places;
  for (const program::Ruleset& ruleset : program.rulesets)
    for (const program::Segment& segment : ruleset.segments)
      for (const program::Matcher& m : segment.matchers)
        for (const program::Candidate& c : m.candidates)
          if (&ruleset.actions[c.action] == &second)
            places.push_back(program::to_text(
                std::find_if(c.bindings.begin(), c.bindings.end(), of_rest)->access));
  for (const char* place : {".0.0", ".0.1", ".1.0", ".1.1"})
    CHECK(std::find(places.begin(), places.end(), place) != places.end());
}

TEST_CASE("a guard runs before every let that it does not need") {
  using Kind = program::Clause::Kind;
  const program::Program program = lower(numbers());
  std::vector<Kind> kinds;
  for (const program::Clause& c : action(program, "lt_halve").clauses)
    kinds.push_back(c.kind);
  CHECK(kinds == std::vector<Kind>{Kind::Where, Kind::Where, Kind::Where, Kind::Let});
}

TEST_CASE("ops that the same rules can match share a matcher") {
  const program::Program program = lower(numbers());
  const auto check = std::find_if(program.rulesets.begin(), program.rulesets.end(),
                                  [](const program::Ruleset& r) { return r.name == "small"; });
  REQUIRE(check != program.rulesets.end());
  CHECK(check->segments[0].matchers.size() == 2); // VAR, and all others
}

TEST_CASE("match programs are as they were") {
  const program::Program program = lower(numbers());
  for (const program::Ruleset& ruleset : program.rulesets)
    testing::check_golden("tests/gen/lower/golden/" + ruleset.name + ".txt",
                          program::dump(program, ruleset));
}

} // namespace
} // namespace tenet::gen
