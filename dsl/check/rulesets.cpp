#include "dsl/check/rules.h"
#include "dsl/text/suggest.h"

#include <algorithm>
#include <set>

/// Headers of rulesets, the order that includes and uses give, then rules and tests.
namespace tenet::dsl {

namespace {

std::optional<uint32_t> ruleset_named(Checker& c, const syntax::Name& name) {
  const Names::Entry* e = c.names.find(Names::Space::Ruleset, name.text);
  if (e != nullptr) return e->index;
  c.error(name.span, "unknown ruleset `" + name.text + "`" +
                         did_you_mean(name.text, c.names.known(Names::Space::Ruleset)));
  return std::nullopt;
}

void references(Checker& c, const std::vector<syntax::Name>& names, std::string_view word,
                std::vector<uint32_t>& ids) {
  for (const syntax::Name& name : names) {
    const std::optional<uint32_t> id = ruleset_named(c, name);
    if (!id) continue;
    if (std::find(ids.begin(), ids.end(), *id) != ids.end())
      c.error(name.span, "ruleset `" + name.text + "` is " + std::string(word) + " twice");
    else
      ids.push_back(*id);
  }
}

void header(Checker& c, uint32_t index) {
  const syntax::Ruleset& tree = *c.ruleset_trees[index];
  Ruleset& r = c.module.rulesets[index];
  r.params = context_params(c, tree.params);
  references(c, tree.includes, "included", r.includes);
  references(c, tree.uses, "used", r.uses);
  uint32_t first_rule = ~0U;
  for (const syntax::RuleBlock& b : tree.blocks)
    first_rule = std::min(first_rule, b.span.begin);
  for (const syntax::Name& name : tree.includes)
    if (name.span.begin > first_rule)
      c.error(name.span, "`include` stands behind rules; included rules are the first");
}

/// What an included ruleset needs of the context, the including one has; both are of one kind.
void check_included(Checker& c, uint32_t index) {
  const syntax::Ruleset& tree = *c.ruleset_trees[index];
  const Ruleset& r = c.module.rulesets[index];
  const auto span_of = [&](const std::vector<syntax::Name>& names, uint32_t id) {
    for (const syntax::Name& n : names)
      if (n.text == c.module.rulesets[id].name) return n.span;
    return tree.name.span;
  };
  for (const uint32_t id : r.includes) {
    const Ruleset& inner = c.module.rulesets[id];
    if (inner.kind != r.kind)
      c.error(span_of(tree.includes, id),
              "ruleset `" + inner.name + "` is of another kind than `" + r.name + "`");
    for (const uint32_t p : inner.params)
      if (std::find(r.params.begin(), r.params.end(), p) == r.params.end())
        c.error(span_of(tree.includes, id),
                "ruleset `" + inner.name + "` needs the context parameter `" +
                    c.module.context_params[p].name + "`, which `" + r.name + "` has not");
  }
  for (const uint32_t id : r.uses)
    if (c.module.rulesets[id].kind != RulesetKind::Node)
      c.error(span_of(tree.uses, id),
              "`rewrite` needs a ruleset of nodes; `" + c.module.rulesets[id].name + "` is none");
}

/// Reports each circle of includes and uses once, by the names on it.
class Circles {
public:
  explicit Circles(Checker& c) : c_(c), states_(c.module.rulesets.size(), State::New) {}

  void find() {
    for (uint32_t i = 0; i < states_.size(); ++i)
      visit(i);
  }

private:
  enum class State : uint8_t { New, Open, Done };

  // NOLINTNEXTLINE(misc-no-recursion): each ruleset is entered once
  void visit(uint32_t i) {
    if (states_[i] == State::Done) return;
    if (states_[i] == State::Open) {
      report(i);
      return;
    }
    states_[i] = State::Open;
    path_.push_back(i);
    for (const uint32_t next : c_.module.rulesets[i].includes)
      visit(next);
    for (const uint32_t next : c_.module.rulesets[i].uses)
      visit(next);
    path_.pop_back();
    states_[i] = State::Done;
  }

  void report(uint32_t first) {
    std::string circle;
    auto at = std::find(path_.begin(), path_.end(), first);
    for (; at != path_.end(); ++at)
      circle += "`" + c_.module.rulesets[*at].name + "` -> ";
    circle += "`" + c_.module.rulesets[first].name + "`";
    c_.error(c_.module.rulesets[first].span,
             "rulesets include or use each other in a circle: " + circle);
    broken = true;
  }

  Checker& c_;
  std::vector<State> states_;
  std::vector<uint32_t> path_;

public:
  bool broken = false;
};

// --- rules and tests ----------------------------------------------------------------------------

std::optional<Expr> when(Checker& c, const Ruleset& owner, const syntax::RuleBlock& tree) {
  if (!tree.when) return std::nullopt;
  std::vector<Variable> none;
  Body body;
  body.variables = &none;
  body.params = &owner.params;
  return Expressions(c, body, Mode::Context).check(*tree.when, plain(Type::Kind::Bool));
}

void name_decision(Rule& rule, uint32_t& allows, uint32_t& denies) {
  if (!rule.is_allow_deny || !rule.name.empty()) return;
  const bool allow = rule.result.kind == Result::Kind::Allow;
  rule.name = (allow ? "allow_" : "deny_") + std::to_string(allow ? ++allows : ++denies);
}

void rules(Checker& c, uint32_t index) {
  const syntax::Ruleset& tree = *c.ruleset_trees[index];
  std::map<std::string, Span, std::less<>> seen;
  uint32_t allows = 0, denies = 0;
  for (const syntax::RuleBlock& b : tree.blocks) {
    RuleBlock block;
    block.when = when(c, c.module.rulesets[index], b);
    for (const syntax::Rule& r : b.rules) {
      if (r.name) {
        const auto [at, is_new] = seen.emplace(r.name.text, r.name.span);
        if (!is_new)
          c.error(r.name.span, "rule `" + r.name.text + "` is declared twice")
              .notes.push_back({"first declared here", at->second});
      }
      block.rules.push_back(check_rule(c, index, r));
      name_decision(block.rules.back(), allows, denies);
    }
    c.module.rulesets[index].blocks.push_back(std::move(block));
  }
}

bool has_rule(const syntax::Ruleset& r, const std::string& name) {
  for (const syntax::RuleBlock& b : r.blocks)
    for (const syntax::Rule& rule : b.rules)
      if (rule.name.text == name) return true;
  return false;
}

std::vector<std::string> rule_names(const syntax::Ruleset& r) {
  std::vector<std::string> names;
  for (const syntax::RuleBlock& b : r.blocks)
    for (const syntax::Rule& rule : b.rules)
      names.push_back(rule.name.text);
  return names;
}

void tests_of(Checker& c, uint32_t index) {
  const syntax::Ruleset& tree = *c.ruleset_trees[index];
  Ruleset& r = c.module.rulesets[index];
  for (const syntax::TestDecl& t : tree.tests) {
    if (!t.is_pass && !has_rule(tree, t.subject.text)) {
      c.error(t.subject.span, "ruleset `" + r.name + "` has no rule `" + t.subject.text + "`" +
                                  did_you_mean(t.subject.text, rule_names(tree)));
      continue;
    }
    (t.is_pass ? c.module.pass_tests : r.tests)
        .push_back(check_test(c, t, t.is_pass ? std::nullopt : std::optional(r.kind)));
  }
}

/// A test outside of rulesets belongs to the one that has such a rule.
void test_outside(Checker& c, const syntax::TestDecl& t) {
  if (t.is_pass) {
    c.module.pass_tests.push_back(check_test(c, t, std::nullopt));
    return;
  }
  std::vector<uint32_t> owners;
  std::vector<std::string> known;
  for (uint32_t i = 0; i < c.ruleset_trees.size(); ++i) {
    if (has_rule(*c.ruleset_trees[i], t.subject.text)) owners.push_back(i);
    for (std::string& n : rule_names(*c.ruleset_trees[i]))
      known.push_back(std::move(n));
  }
  if (owners.empty())
    c.error(t.subject.span,
            "unknown rule `" + t.subject.text + "`" + did_you_mean(t.subject.text, known));
  else if (owners.size() > 1)
    c.error(t.subject.span, "rules of `" + c.module.rulesets[owners[0]].name + "` and `" +
                                c.module.rulesets[owners[1]].name + "` are named `" +
                                t.subject.text + "`; expected the test inside of one");
  else {
    Ruleset& r = c.module.rulesets[owners[0]];
    r.tests.push_back(check_test(c, t, r.kind));
  }
}

} // namespace

void check_rulesets(Checker& c) {
  const auto count = static_cast<uint32_t>(c.module.rulesets.size());
  for (uint32_t i = 0; i < c.pipeline_trees.size(); ++i)
    c.module.pipelines[i].params = context_params(c, c.pipeline_trees[i]->params);
  for (uint32_t i = 0; i < count; ++i)
    header(c, i);
  for (uint32_t i = 0; i < count; ++i)
    check_included(c, i);
  Circles(c).find();
  for (uint32_t i = 0; i < count; ++i)
    rules(c, i);
  for (uint32_t i = 0; i < count; ++i)
    tests_of(c, i);
  for (const syntax::FileTree& file : c.trees)
    for (const syntax::TestDecl& t : file.tests)
      test_outside(c, t);
}

} // namespace tenet::dsl
