#include "dsl/syntax/brackets.h"

#include <algorithm>

namespace tenet::dsl::syntax {

namespace {

/// Operators in a row make a tree as deep as they are many. No list that people write is longer.
constexpr int height_limit = 1000;

std::string_view closer_of(Bracket kind) {
  switch (kind) {
  case Bracket::Paren:
    return ")";
  case Bracket::List:
  case Bracket::Args:
    return "]";
  case Bracket::Angle:
    return ">";
  default:
    return "}";
  }
}

std::string quoted(std::string_view text) {
  return "`" + std::string(text) + "`";
}

} // namespace

size_t Brackets::owner() const {
  for (auto at = open_.rbegin(); at != open_.rend(); ++at)
    if (at->kind == Bracket::Block) return at->owner;
  return antlr4::Token::EOF;
}

bool Brackets::in_hole() const {
  return std::any_of(open_.begin(), open_.end(),
                     [](const Open& open) { return open.kind == Bracket::Hole; });
}

void Brackets::open(Bracket kind, const Token& token, size_t owner) {
  open_.push_back({kind, token, owner});
  if (kind == Bracket::Block) ++blocks_;
}

void Brackets::pop() {
  const Open closed = open_.back();
  open_.pop_back();
  if (closed.kind == Bracket::Block) {
    --blocks_;
    return;
  }
  int& height = in_expression() ? open_.back().height : outer_height_;
  height += std::max(closed.height, closed.best_height) + 1;
}

bool Brackets::close(const Token& token, Bracket kind) {
  const auto same = [&](const Open& open) { return closer_of(open.kind) == closer_of(kind); };
  size_t match = open_.size();
  while (match > 0 && !same(open_[match - 1]) && open_[match - 1].kind != Bracket::Block &&
         open_[match - 1].kind != Bracket::Hole)
    --match;
  if (match == 0 || !same(open_[match - 1])) return close_wrong(token);
  if (match < open_.size()) unended(open_.back(), token);
  while (open_.size() >= match)
    pop();
  return true;
}

/// Nothing of the token's kind is open. What is open is then taken to be meant.
bool Brackets::close_wrong(const Token& token) {
  tokens_.mistakes.push_back(token.begin);
  const Span span{tokens_.file, token.begin, token.end};
  const std::string found = quoted(text_of(source_, token));
  if (!in_expression() || in(Bracket::Hole)) {
    diagnostics_.error(span, found + " closes nothing");
    return false;
  }
  const Open& opened = open_.back();
  Diagnostic& diagnostic =
      diagnostics_.error(span, "found " + found + "; expected " + quoted(closer_of(opened.kind)));
  diagnostic.notes.push_back({quoted(text_of(source_, opened.token)) + " is opened here",
                              Span{tokens_.file, opened.token.begin, opened.token.end}});
  pop();
  return true;
}

bool Brackets::close_brace(const Token& token, Bracket& closed) {
  size_t match = open_.size();
  while (match > 0 && open_[match - 1].kind != Bracket::Block &&
         open_[match - 1].kind != Bracket::Set && open_[match - 1].kind != Bracket::Hole)
    --match;
  if (match == 0 || open_[match - 1].kind == Bracket::Hole) {
    tokens_.mistakes.push_back(token.begin);
    diagnostics_.error({tokens_.file, token.begin, token.end}, "`}` closes nothing");
    return false;
  }
  if (match < open_.size()) unended(open_.back(), token);
  closed = open_[match - 1].kind;
  while (open_.size() >= match)
    pop();
  return true;
}

void Brackets::end_expressions(const Token& token) {
  if (in_expression()) unended(open_.back(), token);
  drop_expressions();
}

void Brackets::end_block(const Token& token) {
  end_expressions(token);
  unended(open_.back(), token);
  pop();
}

void Brackets::drop_expressions() {
  while (in_expression())
    open_.pop_back();
}

void Brackets::drop_block() {
  drop_expressions();
  pop();
}

void Brackets::unended(const Open& open, const Token& because) {
  tokens_.mistakes.push_back(open.token.begin);
  const std::string before = because.kind == antlr4::Token::EOF ? "the end of the file"
                                                                : quoted(text_of(source_, because));
  Diagnostic& diagnostic =
      diagnostics_.error({tokens_.file, open.token.begin, open.token.end},
                         quoted(text_of(source_, open.token)) + " without end; expected " +
                             quoted(closer_of(open.kind)) + " before " + before);
  if (because.kind != antlr4::Token::EOF)
    diagnostic.notes.push_back(
        {"it should be closed before this", Span{tokens_.file, because.begin, because.end}});
}

void Brackets::grow() {
  ++(in_expression() ? open_.back().height : outer_height_);
}

bool Brackets::too_deep() const {
  return (in_expression() ? open_.back().height : outer_height_) > height_limit;
}

void Brackets::next_expression() {
  if (!in_expression()) {
    outer_height_ = 0;
    return;
  }
  Open& open = open_.back();
  open.best_height = std::max(open.best_height, open.height);
  open.height = 0;
}

} // namespace tenet::dsl::syntax
