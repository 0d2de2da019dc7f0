// NOLINTBEGIN(misc-no-recursion): over syntax, under the nesting limits of parse.h

#include "dsl/syntax/build.h"

namespace tenet::dsl::syntax {

namespace {

using antlr4::tree::TerminalNode;
using Kind = Expr::Kind;

/// True if the unsigned number fits in 128 bits.
bool fits_128_bits(std::string_view digits) {
  constexpr std::string_view greatest = "340282366920938463463374607431768211455";
  constexpr size_t greatest_hex_digits = 32;
  const bool hex = digits.size() > 1 && (digits[1] == 'x' || digits[1] == 'X');
  if (hex) digits.remove_prefix(2);
  while (digits.size() > 1 && digits.front() == '0')
    digits.remove_prefix(1);
  if (hex) return digits.size() <= greatest_hex_digits;
  return digits.size() < greatest.size() ||
         (digits.size() == greatest.size() && digits <= greatest);
}

} // namespace

/// `n@m@x.y(z):class`.
Expr Builder::operand(Grammar::TermContext* context) {
  Expr out = with_trailers(atom(context->atom()), context->trailer());
  const uint32_t end = span(context).end;
  if (Grammar::ClassRefContext* class_context = context->classRef()) {
    Expr typed = leaf(Kind::Typed, {out.span.file, out.span.begin, end}, "");
    typed.children.push_back(std::move(out));
    typed.children.push_back(class_of(class_context));
    out = std::move(typed);
  }
  const std::vector<TerminalNode*> binders = context->BINDER();
  for (auto binder = binders.rbegin(); binder != binders.rend(); ++binder) {
    const Name bound = name(*binder);
    Expr at = leaf(Kind::At, {bound.span.file, bound.span.begin, end}, "");
    at.names.push_back(bound);
    at.children.push_back(std::move(out));
    out = std::move(at);
  }
  return out;
}

Expr Builder::atom(Grammar::AtomContext* context) {
  const Span whole = span(context);
  switch (token(context->getStart()).kind) {
  case Grammar::NAME: {
    std::string written(text_of(source_, token(context->getStart())));
    const Kind kind = written == "_" ? Kind::Wildcard : Kind::Name;
    return leaf(kind, whole, std::move(written));
  }
  case Grammar::HASH:
    return constant(context);
  case Grammar::HASH_EVAL:
    return evaluated(context);
  case Grammar::LPAREN:
    return parens(context);
  case Grammar::LBRACK:
    return list(context);
  case Grammar::STRING:
  case Grammar::STRING_OPEN: {
    Expr out = leaf(Kind::String, whole, "");
    out.string = text(context->text());
    return out;
  }
  case Grammar::OUTPUT: {
    Expr out = leaf(Kind::Output, whole, name(context->OUTPUT()).text);
    out.string = text(context->text());
    return out;
  }
  case Grammar::SET_LBRACE: {
    Expr out = leaf(Kind::Set, whole, "");
    out.children = exprs(context->expr());
    return out;
  }
  default:
    return literal(context);
  }
}

/// `#c` and `#(e)`.
Expr Builder::constant(Grammar::AtomContext* context) {
  if (context->NAME() != nullptr)
    return leaf(Kind::Constant, span(context), name(context->NAME()).text);
  Expr out = leaf(Kind::Computed, span(context), "");
  out.children.push_back(expr(context->expr(0)));
  return out;
}

/// `#eval(op, a)`.
Expr Builder::evaluated(Grammar::AtomContext* context) {
  Expr out = leaf(Kind::Computed, span(context), "");
  Expr call =
      leaf(Kind::Call, {out.span.file, out.span.begin + 1, out.span.end}, ""); // without `#`
  const uint32_t end_of_word = span(context->HASH_EVAL()).end;
  call.children.push_back(
      leaf(Kind::Name, {out.span.file, out.span.begin + 1, end_of_word}, "eval"));
  for (Expr& each : items(context->items()))
    call.children.push_back(std::move(each));
  out.is_eval = true;
  out.children.push_back(std::move(call));
  return out;
}

Expr Builder::literal(Grammar::AtomContext* context) {
  const Token& written = token(context->getStart());
  Expr out = leaf(Kind::Int, span(context), std::string(text_of(source_, written)));
  if (written.kind == Grammar::FLOAT)
    out.kind = Kind::Float;
  else if (written.kind == Grammar::TRUE || written.kind == Grammar::FALSE)
    out.kind = Kind::Bool;
  else if (written.kind == Grammar::INVALID)
    out.kind = Kind::Invalid;
  else if (written.kind == Grammar::NONE)
    out.kind = Kind::None;
  else if (!fits_128_bits(out.text))
    diagnostics_.error(out.span, "integer of more than 128 bits; expected at most 2^128 - 1");
  return out;
}

/// `(e)` is e itself, `(a, b)` a tuple.
Expr Builder::parens(Grammar::AtomContext* context) {
  std::vector<Expr> inside = items(context->items());
  if (inside.empty())
    diagnostics_.error(span(context), "found `()`; expected an expression in the parentheses");
  for (const Expr& each : inside)
    if (each.kind == Kind::Rest || each.kind == Kind::Every || each.kind == Kind::Arrow ||
        (each.kind == Kind::Comprehension && !each.parenthesized))
      diagnostics_.error(
          each.span,
          "this stands only among the sources of a call or in `[…]`; expected an expression");
  if (inside.size() == 1) {
    Expr out = std::move(inside[0]);
    out.parenthesized = true;
    out.span = span(context);
    return out;
  }
  Expr out = leaf(Kind::Tuple, span(context), "");
  out.children = std::move(inside);
  return out;
}

Expr Builder::list(Grammar::AtomContext* context) {
  std::vector<Expr> inside = items(context->items());
  if (inside.size() == 1 && inside[0].kind == Kind::Comprehension && inside[0].text == "for") {
    inside[0].span = span(context);
    inside[0].text.clear();
    return std::move(inside[0]);
  }
  for (const Expr& each : inside)
    if (each.kind == Kind::Comprehension && each.text == "for")
      diagnostics_.error(each.span, "found `for` in a list of several items; expected `[item for x "
                                    "in list]` alone in its brackets");
  Expr out = leaf(Kind::List, span(context), "");
  out.children = std::move(inside);
  return out;
}

std::vector<Expr> Builder::items(Grammar::ItemsContext* context) {
  std::vector<Expr> out;
  for (Grammar::ItemContext* each : context->item())
    out.push_back(item(each));
  return out;
}

/// A bare `e for x in l` is given as a Comprehension with text `for`: what it means is for the
/// brackets around it to say.
Expr Builder::item(Grammar::ItemContext* context) {
  const size_t first = token(context->getStart()).kind;
  if (first == Grammar::STAR || first == Grammar::ELLIPSIS) {
    Expr out = leaf(first == Grammar::STAR ? Kind::Every : Kind::Rest, span(context), "");
    out.children = exprs(context->expr());
    return out;
  }
  if (context->ARROW() != nullptr) {
    Expr out = leaf(Kind::Arrow, span(context), "");
    out.children = exprs(context->expr());
    return out;
  }
  Grammar::ComprehensionContext* loop = context->comprehension();
  if (loop == nullptr) return expr(context->expr(0));
  Expr out = leaf(Kind::Comprehension, span(context), "for");
  out.names = loop_names(loop->loopNames());
  std::vector<Expr> source_and_condition = exprs(loop->expr());
  out.children.push_back(std::move(source_and_condition[0]));
  out.children.push_back(expr(context->expr(0)));
  if (source_and_condition.size() > 1) out.children.push_back(std::move(source_and_condition[1]));
  return out;
}

std::vector<Name> Builder::loop_names(Grammar::LoopNamesContext* context) const {
  return names(context->nameList());
}

Expr Builder::with_trailers(Expr first, const std::vector<Grammar::TrailerContext*>& trailers) {
  Expr out = std::move(first);
  bool ordered = false;
  for (size_t i = 0; i < trailers.size(); ++i) {
    Grammar::TrailerContext* each = trailers[i];
    const size_t next = i + 1 < trailers.size() ? token(trailers[i + 1]->getStart()).kind : 0;
    const Span whole{out.span.file, out.span.begin, span(each).end};
    switch (token(each->getStart()).kind) {
    case Grammar::LPAREN:
      out = call(std::move(out), each, ordered);
      ordered = false;
      break;
    case Grammar::LBRACK:
      out = brackets(std::move(out), each, next == Grammar::LPAREN || next == Grammar::BANG);
      break;
    case Grammar::BANG:
      ordered = true;
      if (next != Grammar::LPAREN && next != Grammar::LBRACK)
        diagnostics_.error(span(each), "found `!` without sources; expected `op!(x, y)`");
      break;
    case Grammar::DOT: {
      Expr field = leaf(Kind::Field, whole, name(each->NAME()).text);
      field.operator_span = span(each->NAME());
      field.children.push_back(std::move(out));
      out = std::move(field);
      break;
    }
    default: {
      Expr made = leaf(Kind::Made, whole, "");
      made.children.push_back(std::move(out));
      out = std::move(made);
    }
    }
  }
  return out;
}

/// `f(…)`, and `f[…](…)`, of which `f[…]` is read already.
Expr Builder::call(Expr callee, Grammar::TrailerContext* context, bool ordered) {
  const Span whole{callee.span.file, callee.span.begin, span(context).end};
  Expr out = leaf(Kind::Call, whole, "");
  if (callee.kind == Kind::Index && !callee.parenthesized) {
    out = std::move(callee);
    out.kind = Kind::Call;
    out.span = whole;
  } else {
    out.children.push_back(std::move(callee));
  }
  out.ordered = ordered;
  std::vector<Expr> sources = items(context->items());
  const auto is_for = [](const Expr& e) {
    return e.kind == Kind::Comprehension && e.text == "for";
  };
  const Expr& called = out.children[0];
  const bool quantifies =
      called.kind == Kind::Name && (called.text == "all" || called.text == "any");
  if (sources.size() == 1 && is_for(sources[0]) && quantifies)
    return quantifier(std::move(sources[0]), called.text, whole);
  for (Expr& source : sources) {
    if (is_for(source))
      diagnostics_.error(
          source.span,
          "found `for` among sources; expected it in brackets: `[item for x in list]`");
    out.children.push_back(std::move(source));
  }
  return out;
}

Expr Builder::quantifier(Expr loop, const std::string& word, Span whole) {
  loop.kind = Kind::Quantifier;
  loop.text = word;
  loop.span = whole;
  if (loop.children.size() > 2)
    diagnostics_.error(loop.children[2].span,
                       "found `if` in `" + word +
                           "`; expected the whole condition in front of `for`");
  return loop;
}

/// Arguments; without any and without a call behind them, a collecting `x[]`.
Expr Builder::brackets(Expr first, Grammar::TrailerContext* context, bool call_follows) {
  const Span whole{first.span.file, first.span.begin, span(context).end};
  const std::vector<Grammar::BracketItemContext*> contexts = context->bracketItem();
  Expr out = leaf(contexts.empty() && !call_follows ? Kind::Collect : Kind::Index, whole, "");
  out.has_args = out.kind == Kind::Index;
  out.children.push_back(std::move(first));
  for (Grammar::BracketItemContext* each : contexts) {
    Argument& argument = out.args.emplace_back();
    if (each->FIELD_NAME() != nullptr) argument.field = name(each->FIELD_NAME());
    argument.value = expr(each->expr());
  }
  return out;
}

Expr Builder::class_of(Grammar::ClassRefContext* context) {
  if (context->SET_LBRACE() != nullptr) {
    Expr out = leaf(Kind::Set, span(context), "");
    out.children = exprs(context->expr());
    return out;
  }
  if (context->LPAREN() != nullptr) {
    Expr out = expr(context->expr(0));
    out.parenthesized = true;
    out.span = span(context);
    return out;
  }
  const std::vector<TerminalNode*> parts = context->NAME();
  Expr out = leaf(Kind::Name, span(parts[0]), name(parts[0]).text);
  for (size_t i = 1; i < parts.size(); ++i) {
    Expr field =
        leaf(Kind::Field, {out.span.file, out.span.begin, span(parts[i]).end}, name(parts[i]).text);
    field.operator_span = span(parts[i]);
    field.children.push_back(std::move(out));
    out = std::move(field);
  }
  return out;
}

} // namespace tenet::dsl::syntax

// NOLINTEND(misc-no-recursion)
