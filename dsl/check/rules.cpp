#include "dsl/check/rules.h"

#include "dsl/check/patterns.h"

#include <algorithm>
#include <cctype>

namespace tenet::dsl {

namespace {

using TK = Type::Kind;

/// The rule as written, white space made single.
std::string rule_text(std::string_view source) {
  std::string s;
  for (const char ch : source) {
    const bool blank = std::isspace(static_cast<unsigned char>(ch)) != 0;
    if (!blank)
      s += ch;
    else if (!s.empty() && s.back() != ' ')
      s += ' ';
  }
  while (!s.empty() && s.back() == ' ')
    s.pop_back();
  return s;
}

void families(Checker& c, const syntax::Rule& tree, Rule& rule, Body& body) {
  for (const syntax::Family& f : tree.families) {
    const std::optional<OpSet> set = set_of(c, f.set, SetKind::Ops);
    if (set && set->empty()) c.error(f.set.span, "no op is in this set; the rule can never match");
    if (body.scope.find(f.variable.text) != nullptr)
      c.error(f.variable.span, "`" + f.variable.text + "` is bound already");
    const VarId var = body.add_variable(f.variable.text, plain(TK::Op), f.variable.span);
    rule.family.emplace_back(var, set.value_or(OpSet{}));
    body.ops[var] = set.value_or(OpSet{});
    body.scope.add(
        {.name = f.variable.text, .span = f.variable.span, .var = var, .type = plain(TK::Op)});
  }
}

void unsound(Checker& c, const syntax::Rule& tree, Rule& rule) {
  if (!tree.unsound) return;
  rule.unsound = unsound_flags(c, tree.unsound->flags);
  if (tree.unsound->flags.empty())
    c.error(tree.unsound->span, "`unsound` names no relaxation; expected `unsound[nsz] \"why\"`");
  if (tree.unsound->why) rule.unsound_why = tree.unsound->why->plain;
  const bool blank = std::all_of(rule.unsound_why.begin(), rule.unsound_why.end(),
                                 [](unsigned char ch) { return std::isspace(ch) != 0; });
  if (blank)
    c.error(tree.unsound->span, "`unsound` gives no reason; expected a text behind the brackets");
}

/// After a mistake in the pattern, names that it did not bind are of any type, so that they are not
/// reported again.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void bind_lost_names(const syntax::Expr& e, Body& body) {
  const auto lost = [&](const std::string& name) {
    if (body.scope.find(name) == nullptr)
      body.scope.add({.name = name, .span = e.span, .var = body.add_variable(name, {}, e.span)});
  };
  const bool is_constant = e.kind == syntax::Expr::Kind::Constant;
  if (is_constant) lost("#" + e.text);
  if (is_constant || e.kind == syntax::Expr::Kind::Name) lost(e.text);
  for (const syntax::Name& name : e.names)
    lost(name.text);
  for (const syntax::Argument& a : e.args)
    bind_lost_names(a.value, body);
  // What is called, and what stands behind `:`, is no variable.
  const bool skips_first = e.kind == syntax::Expr::Kind::Call;
  const bool skips_last = e.kind == syntax::Expr::Kind::Typed;
  for (size_t i = skips_first ? 1 : 0; i + (skips_last ? 1 : 0) < e.children.size(); ++i)
    bind_lost_names(e.children[i], body);
}

/// Each variable of a family stands in the pattern, else nothing decides its op.
void check_families(Checker& c, const syntax::Rule& tree, const Rule& rule) {
  std::vector<const Pattern*> open = {&rule.pattern};
  std::vector<VarId> seen;
  while (!open.empty()) {
    const Pattern* p = open.back();
    open.pop_back();
    if (p->op_var) seen.push_back(*p->op_var);
    for (const Pattern& child : p->children)
      open.push_back(&child);
  }
  for (size_t i = 0; i < rule.family.size(); ++i)
    if (std::find(seen.begin(), seen.end(), rule.family[i].first) == seen.end())
      c.error(tree.families[i].variable.span,
              "`" + tree.families[i].variable.text + "` stands for no op of the pattern");
}

bool has_trait(const Checker& c, OpIndex op, std::string_view name) {
  const Names::Entry* trait = c.names.find(Names::Space::Trait, name);
  const auto& traits = c.op(op).traits;
  return trait != nullptr && std::find(traits.begin(), traits.end(), trait->index) != traits.end();
}

/// `rule extend` regroups a chain, which only an associative op allows, and floats only with
/// `unsound[reassoc]`.
void check_extend(Checker& c, const Rule& rule, RulesetKind kind) {
  if (!rule.extend) return;
  const Pattern& p = rule.pattern;
  if (kind != RulesetKind::Node) c.error(rule.span, "`extend` stands in rulesets of nodes only");
  const bool two = p.kind == Pattern::Kind::Op && p.children.size() == 2 &&
                   p.children[1].multiplicity == Pattern::Multiplicity::One;
  const bool associative = two && std::all_of(p.ops.begin(), p.ops.end(), [&](OpIndex op) {
                             return has_trait(c, op, "associative");
                           });
  if (!associative) {
    c.error(p.span, "the root of an `extend` rule is not an associative op with two sources");
    return;
  }
  constexpr uint8_t reassoc = 8;
  const DTypeSet dtypes = root_dtypes(c, rule);
  const bool on_floats = std::any_of(dtypes.begin(), dtypes.end(), [&](DTypeId d) {
    return c.module.dtypes[d].kind == DTypeDecl::Kind::Float;
  });
  if (on_floats && (rule.unsound & reassoc) == 0)
    c.error(p.span, "an `extend` rule regroups floats, which changes rounding; expected "
                    "`unsound[reassoc] \"why\"`, or a dtype class without floats");
}

void warn_unused(Checker& c, const Body& body) {
  for (const Local& l : body.scope.locals())
    if (l.warn_unused && !l.used && l.name[0] != '_')
      c.diagnostics.warning(l.span,
                            "`" + l.name + "` is never used; a name that begins with `_` may be");
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
const Expr* first_untyped(const Expr& e) {
  for (const Expr& child : e.children)
    if (const Expr* found = first_untyped(child)) return found;
  for (const auto& [name, value] : e.fields)
    if (const Expr* found = first_untyped(value)) return found;
  return is_unknown(e.type) ? &e : nullptr;
}

/// An expression without a type, such as an empty list that nothing gives one, is never passed on
/// in silence.
void check_typed(Checker& c, const Rule& rule) {
  std::vector<const Expr*> all;
  all.reserve(rule.clauses.size() + rule.result.effects.size() + 1);
  for (const Clause& clause : rule.clauses)
    all.push_back(&clause.value);
  for (const Expr& e : rule.result.effects)
    all.push_back(&e);
  if (rule.result.kind == Result::Kind::Expr && rule.result.effects.empty())
    all.push_back(&rule.result.value);
  for (const Expr* e : all)
    if (const Expr* untyped = first_untyped(*e)) {
      c.error(untyped->span, "nothing tells the type of this");
      return;
    }
}

bool check_rule_kind(Checker& c, const syntax::Rule& tree, RulesetKind kind) {
  const bool decides = tree.kind != syntax::Rule::Kind::Rewrite;
  if (decides == (kind == RulesetKind::Check)) return true;
  c.error(tree.name ? tree.name.span : tree.span,
          decides ? "`allow` and `deny` stand in `check` rulesets only"
                  : "a `check` ruleset has no rules; expected `allow` or `deny`");
  return false;
}

} // namespace

Rule check_rule(Checker& c, uint32_t ruleset, const syntax::Rule& tree) {
  const Ruleset& owner = c.module.rulesets[ruleset];
  Rule rule;
  rule.name = tree.name.text;
  rule.doc = tree.doc;
  rule.span = tree.name ? tree.name.span : tree.span;
  rule.text = rule_text(c.text_of(tree.span));
  rule.extend = tree.extend;
  rule.is_allow_deny = tree.kind != syntax::Rule::Kind::Rewrite;
  if (!check_rule_kind(c, tree, owner.kind)) return rule;
  Body body;
  body.variables = &rule.variables;
  body.clauses = &rule.clauses;
  body.params = &owner.params;
  body.uses = &owner.uses;
  body.has_root_properties = rule.is_allow_deny;
  body.has_made_lists = owner.kind == RulesetKind::NodeStar;
  const size_t errors = c.diagnostics.count(Severity::Error);
  families(c, tree, rule, body);
  rule.pattern = Patterns(c, body, body.scope).root(tree.pattern);
  if (c.diagnostics.count(Severity::Error) == errors)
    check_families(c, tree, rule);
  else
    bind_lost_names(tree.pattern, body);
  Expressions expressions(c, body, Mode::Result);
  for (const syntax::Clause& clause : tree.clauses) {
    Clause checked = expressions.clause(clause);
    rule.clauses.push_back(std::move(checked));
  }
  unsound(c, tree, rule);
  rule.result = check_result(c, expressions, owner.kind, tree);
  if (c.diagnostics.count(Severity::Error) != errors) return rule;
  warn_unused(c, body);
  if (!c.diagnostics.has_errors()) check_typed(c, rule);
  check_extend(c, rule, owner.kind);
  if (owner.kind == RulesetKind::Node) check_dtypes(c, rule);
  return rule;
}

} // namespace tenet::dsl
