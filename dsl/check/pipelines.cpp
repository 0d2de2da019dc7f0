#include "dsl/check/rules.h"
#include "dsl/text/suggest.h"

#include <algorithm>
#include <set>

/// Pipelines: passes in order, what each needs of earlier ones, and where the context comes from.
namespace tenet::dsl {

namespace {

using TK = Type::Kind;
using PK = syntax::PassDecl::Kind;

class PipelineChecker {
public:
  PipelineChecker(Checker& c, const syntax::Pipeline& tree, Pipeline& pipeline)
      : c_(c), tree_(tree), p_(pipeline) {}

  void check() {
    p_.unsound = unsound_flags(c_, tree_.allows);
    for (const syntax::PassDecl& pass : tree_.passes)
      one(pass);
    for (const syntax::TestDecl& t : tree_.tests) {
      const bool known =
          t.is_pass && std::find(names_.begin(), names_.end(), t.subject.text) != names_.end();
      if (!known)
        c_.error(t.subject.span, "pipeline `" + p_.name + "` has no pass `" + t.subject.text + "`" +
                                     did_you_mean(t.subject.text, names_));
      else
        c_.module.pass_tests.push_back(check_test(c_, t, std::nullopt));
    }
  }

private:
  void one(const syntax::PassDecl& tree) {
    PassDecl pass;
    pass.kind = static_cast<PassDecl::Kind>(tree.kind);
    pass.name = tree.name.text;
    pass.span = tree.name.span;
    pass.order = static_cast<PassDecl::Order>(tree.order);
    pass.enters_regions = tree.enters_regions;
    if (std::find(names_.begin(), names_.end(), pass.name) != names_.end() &&
        tree.kind != PK::Check)
      c_.error(tree.name.span, "pass `" + pass.name + "` stands twice");
    Body body;
    std::vector<Variable> root = {{"root", plain(TK::Node), tree.name.span}};
    body.variables = &root;
    body.root = 0;
    body.params = &p_.params;
    Expressions expressions(c_, body, Mode::Context);
    switch (tree.kind) {
    case PK::Pass:
      rulesets(tree, pass);
      break;
    case PK::Check:
      check_pass(tree, pass);
      break;
    case PK::Step:
      step(tree, pass, expressions);
      break;
    }
    if (tree.when) pass.when = expressions.check(*tree.when, plain(TK::Bool));
    context(tree, pass, expressions);
    needs(tree, pass);
    names_.push_back(pass.name);
    p_.passes.push_back(std::move(pass));
  }

  std::optional<uint32_t> ruleset(const syntax::Name& name) {
    const Names::Entry* e = c_.names.find(Names::Space::Ruleset, name.text);
    if (e != nullptr) return e->index;
    c_.error(name.span, "unknown ruleset `" + name.text + "`" +
                            did_you_mean(name.text, c_.names.known(Names::Space::Ruleset)));
    return std::nullopt;
  }

  void rulesets(const syntax::PassDecl& tree, PassDecl& pass) {
    for (const syntax::Name& name : tree.rulesets) {
      const std::optional<uint32_t> id = ruleset(name);
      if (!id) continue;
      const RulesetKind kind = c_.module.rulesets[*id].kind;
      if (kind == RulesetKind::Check)
        c_.error(name.span, "`" + name.text + "` is a `check` ruleset; expected `check " +
                                name.text + "` as a pass of its own");
      else if (!pass.rulesets.empty() && c_.module.rulesets[pass.rulesets[0]].kind != kind)
        c_.error(name.span,
                 "ruleset `" + name.text + "` is of another kind than the first of the pass");
      if (std::find(pass.rulesets.begin(), pass.rulesets.end(), *id) != pass.rulesets.end())
        c_.error(name.span, "ruleset `" + name.text + "` stands twice in the pass");
      pass.rulesets.push_back(*id);
    }
  }

  void check_pass(const syntax::PassDecl& tree, PassDecl& pass) {
    const std::optional<uint32_t> id = ruleset(tree.name);
    if (!id) return;
    if (c_.module.rulesets[*id].kind != RulesetKind::Check)
      c_.error(tree.name.span, "`" + tree.name.text + "` is no `check` ruleset");
    pass.rulesets.push_back(*id);
  }

  /// A step is an extern that takes the root, then what the pipeline gives it.
  void step(const syntax::PassDecl& tree, PassDecl& pass, Expressions& expressions) {
    const Names::Entry* e = c_.names.find(Names::Space::Value, tree.name.text, Names::Kind::Extern);
    if (e == nullptr) {
      c_.error(tree.name.span,
               "unknown extern `" + tree.name.text + "`" +
                   did_you_mean(tree.name.text,
                                c_.names.known(Names::Space::Value, Names::Kind::Extern)));
      return;
    }
    const ExternDecl& decl = c_.module.externs[e->index];
    pass.function = e->index;
    const bool fits = !decl.params.empty() && decl.params[0].type.kind == TK::Node &&
                      decl.result.kind == TK::Node;
    if (!fits) {
      c_.error(tree.name.span, "`" + decl.name +
                                   "` is no step; expected an extern from the root, a `Node`, and "
                                   "arguments to a `Node`")
          .notes.push_back({"declared here", decl.span});
      return;
    }
    if (tree.arguments.size() != decl.params.size() - 1)
      c_.error(tree.name.span, "`" + decl.name + "` has " + std::to_string(tree.arguments.size()) +
                                   " arguments besides the root; expected " +
                                   std::to_string(decl.params.size() - 1));
    for (size_t i = 0; i < tree.arguments.size(); ++i)
      pass.arguments.push_back(expressions.check(
          tree.arguments[i], i + 1 < decl.params.size() ? decl.params[i + 1].type : Type{}));
  }

  /// Every context param that a ruleset of the pass needs, by itself or through others, comes from
  /// somewhere.
  void context(const syntax::PassDecl& tree, PassDecl& pass, Expressions& expressions) {
    std::set<uint32_t> needed, given(p_.params.begin(), p_.params.end());
    for (const uint32_t id : pass.rulesets)
      collect_needs(id, needed);
    for (const syntax::PassDecl::With& w : tree.with) {
      const auto at = c_.context.find(w.name.text);
      if (at == c_.context.end() || needed.count(at->second) == 0) {
        std::vector<std::string> known;
        known.reserve(needed.size());
        for (const uint32_t p : needed)
          known.push_back(c_.module.context_params[p].name);
        c_.error(w.name.span, "no ruleset of the pass has a context parameter `" + w.name.text +
                                  "`" + did_you_mean(w.name.text, known));
        continue;
      }
      given.insert(at->second);
      pass.with.emplace_back(w.name.text,
                             expressions.check(w.value, c_.module.context_params[at->second].type));
    }
    for (const uint32_t p : needed) {
      if (given.count(p) != 0) continue;
      const std::string& name = c_.module.context_params[p].name;
      std::string message = "the pass needs the context parameter `";
      message += name;
      message += "`; expected it in the pipeline's header, or `with ";
      message += name;
      message += " = …`";
      c_.error(tree.name.span, message);
    }
  }

  void collect_needs(uint32_t first, std::set<uint32_t>& needed) {
    std::vector<uint32_t> open = {first};
    std::set<uint32_t> seen = {first};
    while (!open.empty()) {
      const Ruleset& r = c_.module.rulesets[open.back()];
      open.pop_back();
      needed.insert(r.params.begin(), r.params.end());
      for (const auto* more : {&r.includes, &r.uses})
        for (const uint32_t id : *more)
          if (seen.insert(id).second) open.push_back(id);
    }
  }

  void needs(const syntax::PassDecl& tree, PassDecl& pass) {
    for (const syntax::PassDecl::After& a : tree.after) {
      const std::string reason = a.reason ? a.reason->plain : "";
      if (reason.empty())
        c_.error(a.pass.span,
                 "`after " + a.pass.text + "` gives no reason; expected a text behind it");
      if (std::find(names_.begin(), names_.end(), a.pass.text) == names_.end()) {
        const bool later = std::any_of(tree_.passes.begin(), tree_.passes.end(),
                                       [&](const auto& p) { return p.name.text == a.pass.text; });
        c_.error(a.pass.span,
                 later ? "pass `" + a.pass.text + "` comes later; it must run before `" +
                             tree.name.text + "`"
                       : "unknown pass `" + a.pass.text + "`" + did_you_mean(a.pass.text, names_));
      }
      pass.after.push_back({a.pass.text, reason});
    }
  }

  Checker& c_;
  const syntax::Pipeline& tree_;
  Pipeline& p_;
  std::vector<std::string> names_; ///< of the passes so far
};

void check_pass_tests(Checker& c) {
  std::vector<std::string> known;
  for (const Pipeline& p : c.module.pipelines)
    for (const PassDecl& pass : p.passes)
      known.push_back(pass.name);
  for (const InlineTest& t : c.module.pass_tests)
    if (std::find(known.begin(), known.end(), t.rule) == known.end())
      c.error(t.span, "unknown pass `" + t.rule + "`" + did_you_mean(t.rule, known));
}

} // namespace

void check_pipelines(Checker& c) {
  for (size_t i = 0; i < c.pipeline_trees.size(); ++i)
    PipelineChecker(c, *c.pipeline_trees[i], c.module.pipelines[i]).check();
  check_pass_tests(c);
}

} // namespace tenet::dsl
