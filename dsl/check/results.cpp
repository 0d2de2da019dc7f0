#include "dsl/check/rules.h"

/// Results, by the kind of ruleset.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;

std::string_view kind_text(RulesetKind kind) {
  constexpr std::string_view names[] = {"node", "nodes", "node*", "text", "visit", "check"};
  return names[static_cast<size_t>(kind)];
}

/// The results of one rule, in its ruleset.
class Results {
public:
  Results(Checker& c, Expressions& e, RulesetKind kind) : c_(c), e_(e), kind_(kind) {}

  Result read(const syntax::Rule& tree) {
    Result r;
    r.done = tree.done;
    if (tree.kind != syntax::Rule::Kind::Rewrite) {
      r.kind = tree.kind == syntax::Rule::Kind::Allow ? Result::Kind::Allow : Result::Kind::Deny;
      if (tree.message)
        r.text = e_.text(*tree.message);
      else if (r.kind == Result::Kind::Deny)
        c_.error(tree.span, "`deny` says nothing; expected a message");
      return r;
    }
    if (tree.done && kind_ != RulesetKind::Node)
      c_.error(tree.span, "`done` ends rules on nodes only");
    if (tree.results.empty()) return r; // reported by the parser
    e_.allow_effects();
    if (kind_ == RulesetKind::Visit) return visit(tree, std::move(r));
    if (tree.results.size() > 1)
      c_.error(tree.results[1].span,
               "a rule has one result; several stand in `visit` rulesets only");
    one(tree.results[0], r);
    return r;
  }

private:
  void one(const syntax::Expr& e, Result& r) {
    if (is_error(e)) {
      r.kind = Result::Kind::Error;
      r.text = e_.text(e.string);
      return;
    }
    switch (kind_) {
    case RulesetKind::Text:
      text(e, r);
      break;
    case RulesetKind::Nodes:
      r.value = e_.check(e, list_of(optional_of(plain(TK::Node))));
      break;
    case RulesetKind::NodeStar:
      r.value = node_list(e);
      break;
    default:
      if (is_text(e)) {
        c_.error(e.span, "a rule of a `" + std::string(kind_text(kind_)) +
                             "` ruleset has no text; expected `-> text` behind the ruleset's name");
        return;
      }
      r.value = e_.check(e, plain(TK::Node));
      make_whole(r.value);
    }
  }

  static bool is_error(const syntax::Expr& e) { return e.kind == SK::Output && e.text == "error"; }
  static bool is_text(const syntax::Expr& e) { return e.kind == SK::Output && e.text != "error"; }

  /// A list of nodes; one node is a list of one.
  Expr node_list(const syntax::Expr& e) {
    const Type nodes = list_of(plain(TK::Node));
    const bool is_list_tree = e.kind == SK::List || e.kind == SK::Comprehension;
    Expr value = e_.infer(e, is_list_tree ? nodes : Type{});
    if (value.type.kind == TK::Error || is_list(value.type))
      return e_.convert(std::move(value), nodes);
    Expr list;
    list.kind = EK::List;
    list.type = nodes;
    list.span = value.span;
    list.children.push_back(e_.convert(std::move(value), plain(TK::Node)));
    return list;
  }

  void text(const syntax::Expr& e, Result& r) {
    if (is_text(e)) {
      r.kind = e.text == "expr" ? Result::Kind::TextExpr : Result::Kind::TextStmt;
      r.lines.push_back(e_.text(e.string));
      return;
    }
    if (e.kind == SK::String) {
      r.kind = Result::Kind::TextExpr;
      r.lines.push_back(e_.text(e.string));
      return;
    }
    if (e.kind != SK::List) {
      c_.error(e.span, "a rule of a `text` ruleset has a text; expected `expr \"…\"`, `stmt \"…\"` "
                       "or a list of lines");
      return;
    }
    r.kind = Result::Kind::TextLines;
    for (const syntax::Expr& line : e.children) {
      const bool is_line = line.kind == SK::String || (is_text(line) && line.text == "stmt");
      if (is_line)
        r.lines.push_back(e_.text(line.string));
      else
        c_.error(line.span, "a line is a text; expected `stmt \"…\"`");
    }
  }

  Result visit(const syntax::Rule& tree, Result r) {
    for (const syntax::Expr& e : tree.results) {
      if (is_error(e) && tree.results.size() == 1) {
        one(e, r);
        return r;
      }
      Expr call = e_.infer(e);
      const bool effect = call.kind == EK::ExternCall && c_.module.externs[call.decl].effect;
      if (call.type.kind != TK::Error && !effect)
        c_.error(e.span, "a rule of a `visit` ruleset calls effects of its context; this is none");
      r.effects.push_back(std::move(call));
    }
    return r;
  }

  Checker& c_;
  Expressions& e_;
  RulesetKind kind_;
};

} // namespace

Result check_result(Checker& c, Expressions& expressions, RulesetKind kind,
                    const syntax::Rule& tree) {
  return Results(c, expressions, kind).read(tree);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void make_whole(Expr& e) {
  if (e.kind == EK::If) {
    make_whole(e.children[1]);
    make_whole(e.children[2]);
  }
  const bool is_constant = e.kind == EK::Literal || e.kind == EK::Constant;
  if (!is_constant || e.constant == Expr::ConstantDType::Stated) return;
  e.constant = Expr::ConstantDType::LikeRoot;
  e.vars.clear();
}

} // namespace tenet::dsl
