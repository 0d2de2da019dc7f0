#include "dsl/syntax/build.h"
#include "dsl/text/suggest.h"

#include <array>

namespace tenet::dsl::syntax {

using antlr4::tree::TerminalNode;

std::optional<Ruleset> Builder::ruleset(Grammar::RulesetDeclContext* context) {
  Ruleset out;
  out.doc = doc_before(context);
  out.span = span(context);
  for (Grammar::RulesetItemContext* each : context->rulesetItem())
    if (!is_broken(each)) ruleset_item(each, out);
  if (context->rulesetHead()->exception == nullptr) {
    ruleset_head(context->rulesetHead(), context->CHECK() != nullptr, out);
    return out;
  }
  note_broken(context);
  for (const RuleBlock& block : out.blocks)
    for (const Rule& rule : block.rules)
      if (rule.name) broken_.push_back(rule.name);
  return std::nullopt;
}

void Builder::ruleset_head(Grammar::RulesetHeadContext* context, bool is_check, Ruleset& out) {
  out.name = name(context->NAME(0));
  out.params = params(context->params());
  out.uses = names(context->nameList());
  if (context->ARROW() != nullptr) out.kind = ruleset_kind(context);
  if (!is_check) return;
  out.kind = RulesetKind::Check;
  if (context->ARROW() != nullptr)
    diagnostics_.error(span(context->ARROW()),
                       "found `->` behind `check`; expected `{`: a check gives nothing");
}

RulesetKind Builder::ruleset_kind(Grammar::RulesetHeadContext* context) {
  const std::array<std::string, 5> words{"node", "nodes", "text", "visit", "check"};
  constexpr std::array kinds{RulesetKind::Node, RulesetKind::Nodes, RulesetKind::Text,
                             RulesetKind::Visit, RulesetKind::Check};
  const Name written = name(context->NAME(1));
  const bool star = context->STAR() != nullptr;
  for (size_t i = 0; i < words.size(); ++i)
    if (written.text == words[i] && (!star || i == 0))
      return star ? RulesetKind::NodeStar : kinds[i];
  diagnostics_.error(written.span,
                     "unknown kind of ruleset `" + written.text + (star ? "*" : "") +
                         "`; expected `node`, `nodes`, `node*`, `text`, `visit` or `check`" +
                         did_you_mean(written.text, words));
  return RulesetKind::Node;
}

void Builder::ruleset_item(Grammar::RulesetItemContext* context, Ruleset& out) {
  if (auto* c = dynamic_cast<Grammar::IncludeItemContext*>(context)) {
    for (Name& each : names(c->nameList()))
      out.includes.push_back(std::move(each));
  } else if (auto* c = dynamic_cast<Grammar::TestItemContext*>(context)) {
    out.tests.push_back(test(c->test()));
  } else if (auto* c = dynamic_cast<Grammar::WhenBlockContext*>(context)) {
    when_block(c, out);
  } else {
    if (out.blocks.empty() || out.blocks.back().when)
      out.blocks.emplace_back().span = span(context);
    RuleBlock& block = out.blocks.back();
    block.span.end = span(context).end;
    block.rules.push_back(rule(dynamic_cast<Grammar::RuleItemContext*>(context)->ruleDecl()));
  }
}

void Builder::when_block(Grammar::WhenBlockContext* context, Ruleset& out) {
  RuleBlock block;
  block.span = span(context);
  const bool head_is_read = context->whenHead()->exception == nullptr;
  if (head_is_read) block.when = expr(context->whenHead()->expr());
  for (Grammar::WhenItemContext* each : context->whenItem()) {
    if (is_broken(each)) continue;
    if (each->test() != nullptr)
      out.tests.push_back(test(each->test()));
    else
      block.rules.push_back(rule(each->ruleDecl()));
  }
  if (head_is_read) {
    out.blocks.push_back(std::move(block));
    return;
  }
  for (const Rule& rule : block.rules)
    if (rule.name) broken_.push_back(rule.name);
}

// --- rules ---

Rule Builder::rule(Grammar::RuleDeclContext* context) {
  if (auto* c = dynamic_cast<Grammar::RewriteRuleContext*>(context)) return rewrite_rule(c);
  Rule out;
  out.doc = doc_before(context);
  out.span = span(context);
  Grammar::MessageContext* message = nullptr;
  if (auto* c = dynamic_cast<Grammar::AllowRuleContext*>(context)) {
    out.kind = Rule::Kind::Allow;
    out.pattern = expr(c->expr());
    where_clauses(c->whereClauses(), out.clauses);
    message = c->message();
  } else {
    auto* deny = dynamic_cast<Grammar::DenyRuleContext*>(context);
    out.kind = Rule::Kind::Deny;
    out.pattern = expr(deny->expr());
    where_clauses(deny->whereClauses(), out.clauses);
    message = deny->message();
  }
  if (message != nullptr) out.message = text(message->text());
  return out;
}

Rule Builder::rewrite_rule(Grammar::RewriteRuleContext* context) {
  Rule out;
  out.doc = doc_before(context);
  out.span = span(context);
  out.name = name(context->NAME());
  out.extend = context->EXTEND() != nullptr;
  if (Grammar::FamilyContext* family = context->family())
    for (size_t i = 0; i < family->NAME().size(); ++i)
      out.families.push_back({name(family->NAME(i)), expr(family->expr(i))});
  std::vector<Expr> all = exprs(context->expr());
  out.pattern = std::move(all.front());
  for (size_t i = 1; i < all.size(); ++i)
    out.results.push_back(std::move(all[i]));
  rule_clauses(context->ruleClauses(), out);
  out.done = context->DONE() != nullptr;
  return out;
}

void Builder::rule_clauses(const std::vector<Grammar::RuleClausesContext*>& contexts, Rule& out) {
  for (Grammar::RuleClausesContext* each : contexts) {
    if (each->whereClauses() != nullptr) {
      where_clauses({each->whereClauses()}, out.clauses);
      continue;
    }
    if (out.unsound)
      diagnostics_.error(span(each), "`unsound` stands here twice; expected all flags in one list");
    out.unsound = Unsound{span(each), names(each->nameList()), optional_string(each->STRING())};
  }
}

void Builder::where_clauses(const std::vector<Grammar::WhereClausesContext*>& contexts,
                            std::vector<Clause>& out) {
  for (Grammar::WhereClausesContext* context : contexts)
    for (Grammar::ClauseContext* each : context->clause())
      out.push_back(clause(each));
}

Clause Builder::clause(Grammar::ClauseContext* context) {
  Clause out;
  out.span = span(context);
  out.value = expr(context->expr());
  if (context->LET() == nullptr) return out;
  out.kind = context->NAME() != nullptr ? Clause::Kind::Let : Clause::Kind::LetTuple;
  out.names = names(context->nameList());
  if (context->NAME() != nullptr) out.names.push_back(name(context->NAME()));
  return out;
}

// --- tests ---

TestDecl Builder::test(Grammar::TestContext* context) {
  TestDecl out;
  out.doc = doc_before(context);
  out.span = span(context);
  out.is_pass = context->PASS() != nullptr;
  const std::vector<TerminalNode*> strings = context->STRING();
  const size_t first_title = context->NAME() == nullptr ? 1 : 0;
  out.subject = name_or_string(context->NAME(), strings.empty() ? nullptr : strings[0]);
  if (strings.size() > first_title) out.title = string(strings[first_title]);
  for (Grammar::BindingContext* each : context->binding())
    out.bindings.push_back(binding(each));
  out.input = expr(context->expr(0));
  out.expected = optional_expr(context->expr(1));
  return out;
}

TestBinding Builder::binding(Grammar::BindingContext* context) {
  TestBinding out;
  out.span = span(context);
  out.is_constant = context->HASH() != nullptr;
  out.name = name(context->NAME());
  out.closed = context->DOTDOTEQ() != nullptr;
  if (context->IN() != nullptr) {
    out.min = bound(context->bound(0));
    out.max = bound(context->bound(1));
  }
  out.dtype = optional_expr(context->expr());
  return out;
}

Expr Builder::bound(Grammar::BoundContext* context) {
  auto* last = dynamic_cast<TerminalNode*>(context->children.back());
  Expr number = leaf(Expr::Kind::Name, span(last), name(last).text);
  if (context->INT() != nullptr) number.kind = Expr::Kind::Int;
  if (context->FLOAT() != nullptr) number.kind = Expr::Kind::Float;
  if (context->TRUE() != nullptr || context->FALSE() != nullptr) number.kind = Expr::Kind::Bool;
  if (context->MINUS() == nullptr) return number;
  Expr out = leaf(Expr::Kind::Unary, span(context), "-");
  out.operator_span = span(context->MINUS());
  out.children.push_back(std::move(number));
  return out;
}

} // namespace tenet::dsl::syntax
