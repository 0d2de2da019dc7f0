/// The grammar gives an expression as a chain of terms with operators between them. Here operators
/// take their operands by precedence climbing, which is as Python's: from `or`, the loosest, to
/// `*`, with comparisons all alike and unchained.

// NOLINTBEGIN(misc-no-recursion): over syntax, under the nesting limits of parse.h

#include "dsl/syntax/build.h"

#include <algorithm>

namespace tenet::dsl::syntax {

namespace {

using antlr4::tree::TerminalNode;

constexpr int precedence_of_not = 3;
constexpr int precedence_of_comparisons = 4;

int precedence(size_t kind) {
  switch (kind) {
  case Grammar::OR:
    return 1;
  case Grammar::AND:
    return 2;
  case Grammar::DOTDOT:
  case Grammar::DOTDOTEQ:
    return 5;
  case Grammar::PIPE:
    return 6;
  case Grammar::CARET:
    return 7;
  case Grammar::AMP:
    return 8;
  case Grammar::SHL:
  case Grammar::SHR:
    return 9;
  case Grammar::PLUS:
  case Grammar::MINUS:
  case Grammar::PLUSPLUS:
    return 10;
  case Grammar::STAR:
  case Grammar::SLASH:
  case Grammar::SLASHSLASH:
  case Grammar::PERCENT:
    return 11;
  default:
    return precedence_of_comparisons;
  }
}

bool is_comparison(const Expr& e) {
  if (e.parenthesized) return false;
  if (e.kind == Expr::Kind::In || e.kind == Expr::Kind::Is) return true;
  return e.kind == Expr::Kind::Binary && (e.text == "<" || e.text == "<=" || e.text == ">" ||
                                          e.text == ">=" || e.text == "==" || e.text == "!=");
}

} // namespace

Expr Builder::leaf(Expr::Kind kind, Span span, std::string text) const {
  Expr out;
  out.kind = kind;
  out.span = span;
  out.text = std::move(text);
  return out;
}

std::optional<Expr> Builder::optional_expr(Grammar::ExprContext* context) {
  if (context == nullptr) return std::nullopt;
  return expr(context);
}

std::vector<Expr> Builder::exprs(const std::vector<Grammar::ExprContext*>& contexts) {
  std::vector<Expr> out;
  out.reserve(contexts.size());
  for (Grammar::ExprContext* context : contexts)
    out.push_back(expr(context));
  return out;
}

Expr Builder::expr(Grammar::ExprContext* context) {
  const size_t first = token(context->getStart()).kind;
  if (first == Grammar::IF) {
    Expr out = leaf(Expr::Kind::If, span(context), "");
    out.children = exprs(context->expr());
    return out;
  }
  if (first == Grammar::FOLD) {
    Expr out = leaf(Expr::Kind::Fold, span(context), "");
    out.names.push_back(name(context->NAME()));
    for (Name& each : loop_names(context->loopNames()))
      out.names.push_back(std::move(each));
    out.children = exprs(context->expr());
    return out;
  }
  Chain chain;
  for (antlr4::tree::ParseTree* child : context->children) {
    auto* term = dynamic_cast<Grammar::TermContext*>(child);
    if (term == nullptr)
      chain.signs.back().push_back(dynamic_cast<TerminalNode*>(child));
    else {
      chain.terms.push_back(term);
      chain.signs.emplace_back();
    }
  }
  return climb(chain, 0, 0);
}

/// From the term at hand, without its first prefixes, as far as operators bind at least so tightly.
Expr Builder::climb(Chain& chain, int least, size_t first_prefix) {
  Expr left = prefixed(chain, first_prefix);
  while (chain.at < chain.terms.size()) {
    const std::vector<TerminalNode*>& signs = chain.signs[chain.at - 1];
    const size_t kind = signs.back()->getSymbol()->getType();
    const int tightness = precedence(kind);
    if (tightness < least) break;
    Expr joined = leaf(Expr::Kind::Binary, left.span, "");
    joined.operator_span = span(signs.back());
    joined.negated = signs.size() > 1; // `not in`
    size_t skipped_prefixes = 0;
    if (kind == Grammar::IN)
      joined.kind = Expr::Kind::In;
    else if (kind == Grammar::DOTDOT || kind == Grammar::DOTDOTEQ)
      joined.kind = Expr::Kind::Range;
    else if (kind == Grammar::IS) {
      joined.kind = Expr::Kind::Is;
      joined.negated = token(chain.terms[chain.at]->getStart()).kind == Grammar::NOT; // `is not`
      skipped_prefixes = joined.negated ? 1 : 0;
    } else {
      joined.text = name(signs.back()).text;
    }
    joined.closed = kind == Grammar::DOTDOTEQ;
    Expr right = climb(chain, tightness + 1, skipped_prefixes);
    joined.span.end = right.span.end;
    joined.children.reserve(2);
    joined.children.push_back(std::move(left));
    joined.children.push_back(std::move(right));
    forbid_chain(joined);
    left = std::move(joined);
  }
  return left;
}

/// The term at hand with its prefixes from `first` on: `-` takes the term, `not` all that binds
/// tighter than itself.
Expr Builder::prefixed(Chain& chain, size_t first) {
  Grammar::TermContext* term = chain.terms[chain.at];
  const Token& sign = tokens_.list[term->getStart()->getTokenIndex() + first];
  if (sign.kind != Grammar::MINUS && sign.kind != Grammar::NOT) {
    ++chain.at;
    return operand(term);
  }
  Expr out = leaf(Expr::Kind::Unary, {tokens_.file, sign.begin, sign.end},
                  std::string(text_of(source_, sign)));
  out.operator_span = out.span;
  Expr inner = sign.kind == Grammar::MINUS ? prefixed(chain, first + 1)
                                           : climb(chain, precedence_of_not + 1, first + 1);
  out.span.end = inner.span.end;
  out.children.push_back(std::move(inner));
  return out;
}

/// Of a longer chain only its beginning is reported.
void Builder::forbid_chain(const Expr& comparison) {
  if (!is_comparison(comparison)) return;
  const auto compares = [](const Expr& e) { return is_comparison(e); };
  for (const Expr& child : comparison.children) {
    if (!is_comparison(child) ||
        std::any_of(child.children.begin(), child.children.end(), compares))
      continue;
    diagnostics_.error(comparison.operator_span,
                       "comparisons are not chained; expected `and` between "
                       "two of them, or parentheses");
    return;
  }
}

} // namespace tenet::dsl::syntax

// NOLINTEND(misc-no-recursion)
