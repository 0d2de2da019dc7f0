#include "core/base/error.h"
#include "core/rewrite/chain.h"
#include "tests/core/rewrite/terms.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

namespace tenet::test {
namespace {

/// Rules that give their own number, so that a result says which of them fired.
template <int value>
const Node* give(Match& m, const Node*) {
  return number(m, value);
}
const Node* never(Match&, const Node*) {
  return nullptr;
}
const Node* itself(Match&, const Node* n) {
  return n;
}

const HandMade base("base", "base.rules", {"one"}, {{Op::ADD, in_order<0, give<1>>}});
const HandMade left("left", "left.rules", {"two"}, {{Op::ADD, in_order<0, give<2>>}}, {&base});
const HandMade right("right", "right.rules", {"three"}, {{Op::ADD, in_order<0, give<3>>}}, {&base});
const HandMade both("both", "both.rules", {"four"}, {{Op::ADD, in_order<0, give<4>>}},
                    {&left, &right});

std::vector<std::string> names(const Chain& chain) {
  std::vector<std::string> result;
  for (const Ruleset* r : chain.rulesets())
    result.emplace_back(r->name);
  return result;
}

/// What `x + y` becomes.
std::string sum(const Chain& chain, const RewriteOptions& options = {}) {
  Terms t;
  return t.text(rewrite(t.graph, t("(add x y)"), chain, options));
}

bool is_set(const void* context) {
  return *static_cast<const bool*>(context);
}

} // namespace

TEST_CASE("includes are spliced before a ruleset's own rules, and the first occurrence wins") {
  CHECK(names(Chain(vocabulary(), {&both})) ==
        std::vector<std::string>{"base", "left", "right", "both"});
  CHECK(names(Chain(vocabulary(), {&right, &left, &right, &base})) ==
        std::vector<std::string>{"base", "right", "left"});
}

TEST_CASE("compiled rulesets are linked, each once, never copied") {
  const Chain chain(vocabulary(), {&both, &left});
  const std::span<const Chain::Entry> entries = chain.matchers(Op::ADD);
  REQUIRE(entries.size() == 4);
  CHECK(entries[0].node == base.get().segments[0].matchers[0].node);
  CHECK(entries[0].rules == base.get().rules.data());
  CHECK(chain.matchers(Op::MUL).empty());
  CHECK(chain.rule_count() == 4);
}

TEST_CASE("rules are tried in order, across rulesets too") {
  CHECK(sum(Chain(vocabulary(), {&both})) == "1");
  static const HandMade failing("failing", "f.rules", {"never", "five", "six"},
                                {{Op::ADD, in_order<0, never, give<5>, give<6>>}});
  CHECK(sum(Chain(vocabulary(), {&failing, &base})) == "5");
  CHECK(sum(Chain(vocabulary(), {&base, &failing})) == "1");
}

TEST_CASE("a result that is the root counts as no match") {
  const HandMade same("same", "s.rules", {"itself"}, {{Op::ADD, itself}});
  CHECK(sum(Chain(vocabulary(), {&same})) == "(add x y)");
  CHECK(sum(Chain(vocabulary(), {&same, &right})) == "1");
}

TEST_CASE("when is decided once, when the chain is put together") {
  HandMade conditional("conditional", "c.rules", {"seven"}, {{Op::ADD, in_order<0, give<7>>}});
  conditional.when(is_set);
  bool on = true;
  const Chain with(vocabulary(), {&conditional, &base}, &on);
  on = false;
  const Chain without(vocabulary(), {&conditional, &base}, &on);
  CHECK(sum(with) == "7");
  CHECK(sum(without) == "1");
  on = true;
  CHECK(sum(without) == "1");
}

TEST_CASE("rules that need a relaxation are skipped unless the pass allows it") {
  HandMade relaxed("relaxed", "r.rules", {"eight"}, {{Op::ADD, in_order<0, give<8>>}});
  relaxed.needs(0, Unsound::Nsz);
  const Chain chain(vocabulary(), {&relaxed, &base});
  CHECK(sum(chain) == "1");
  RewriteOptions options;
  options.unsound = static_cast<uint8_t>(Unsound::Nnan);
  CHECK(sum(chain, options) == "1");
  options.unsound |= static_cast<uint8_t>(Unsound::Nsz);
  CHECK(sum(chain, options) == "8");
}

TEST_CASE("rules are switched off by the pass's filter") {
  const Chain chain(vocabulary(), {&both});
  RewriteOptions options;
  options.enable = [](const RuleInfo& rule) { return rule.name != "one" && rule.name != "two"; };
  CHECK(sum(chain, options) == "3");
}

TEST_CASE("one chain holds one kind of ruleset") {
  const HandMade listing("listing", "l.rules", {}, {}, {}, RulesetKind::Nodes);
  CHECK_THROWS_AS(Chain(vocabulary(), {&base, &listing}), InternalError);
}

TEST_CASE("a chain runs over graphs of its own vocabulary only") {
  Vocabulary other = vocabulary();
  const Chain chain(other, {&base});
  Terms t;
  CHECK_THROWS_AS(rewrite(t.graph, t("(add x y)"), chain), InternalError);
}

} // namespace tenet::test
