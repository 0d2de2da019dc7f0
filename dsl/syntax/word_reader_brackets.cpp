/// What each bracket opens and closes, and the limits of nesting.

#include "dsl/syntax/parse.h"
#include "dsl/syntax/word_reader.h"

namespace tenet::dsl::syntax {

void WordReader::open(const Token& token) {
  if (brackets_.size() >= static_cast<size_t>(nesting_limit))
    return too_deep(token, "brackets nested too deeply; expected at most " +
                               std::to_string(nesting_limit) + " levels");
  if (token.kind == Grammar::LBRACE) return open_brace(token);
  Bracket kind = Bracket::Paren;
  if (token.kind == Grammar::HOLE_OPEN) kind = Bracket::Hole;
  if (token.kind == Grammar::LBRACK) kind = behind_operand() ? Bracket::Args : Bracket::List;
  emit(token, token.kind);
  brackets_.open(kind, token, item_);
}

void WordReader::open_brace(const Token& token) {
  const bool family =
      before() == Grammar::NAME && (before(2) == Grammar::RULE || before(2) == Grammar::EXTEND);
  const bool of_pass =
      item_ == Grammar::PASS && (before(2) == Grammar::PASS || before(3) == Grammar::PASS);
  const bool block = before() == Grammar::DTYPES || behind_operand();
  if (block && !family && !of_pass && !brackets_.in_expression()) {
    emit(token, Grammar::LBRACE);
    brackets_.open(Bracket::Block, token, item_);
    if (heads_block(item_)) item_ = end_of_file;
    return;
  }
  emit(token, Grammar::SET_LBRACE);
  brackets_.open(Bracket::Set, token, item_);
}

void WordReader::close(const Token& token) {
  size_t kind = token.kind;
  if (kind == Grammar::RBRACE) {
    Bracket closed = Bracket::Block;
    if (!brackets_.close_brace(token, closed)) return;
    if (closed == Bracket::Set)
      kind = Grammar::SET_RBRACE;
    else
      item_ = end_of_file;
  } else {
    const Bracket bracket = kind == Grammar::RPAREN   ? Bracket::Paren
                            : kind == Grammar::RBRACK ? Bracket::List
                                                      : Bracket::Hole;
    if (!brackets_.close(token, bracket)) return;
  }
  if (brackets_.too_deep()) return too_deep(token, too_many_operators);
  emit(token, kind);
}

/// `list<list<int>>`: here `<` and `>` are brackets, and `>>` two of them.
void WordReader::angle(const Token& token) {
  if (token.kind == Grammar::LT && before() == Grammar::NAME && text(out_.list.back()) == "list") {
    if (brackets_.size() >= static_cast<size_t>(nesting_limit)) return open(token);
    emit(token, Grammar::TYPE_LT);
    brackets_.open(Bracket::Angle, token, item_);
    return;
  }
  if (token.kind == Grammar::LT || !brackets_.in(Bracket::Angle)) return mark(token);
  Token half = token;
  half.end = token.begin + 1;
  for (; half.end <= token.end; ++half.begin, ++half.end)
    if (brackets_.in(Bracket::Angle) && brackets_.close(half, Bracket::Angle))
      emit(half, Grammar::TYPE_GT);
    else
      emit(half, Grammar::GT);
}

/// One error for the declaration; the rest of it is not read.
void WordReader::too_deep(const Token& token, std::string message) {
  out_.mistakes.push_back(token.begin);
  diagnostics_.error({out_.file, token.begin, token.end}, std::move(message));
  skipping_ = true;
  lost_ = true;
  brackets_.drop_expressions();
  emit(token, Grammar::PLUS); // an operand is missing now: what was read is no declaration
}

void WordReader::end_file(const Token& token) {
  skipping_ = false;
  if (lost_)
    brackets_.drop_expressions();
  else
    brackets_.end_expressions(token);
  while (!brackets_.empty()) {
    if (lost_)
      brackets_.drop_block();
    else
      brackets_.end_block(token);
    emit_closing_brace(token);
  }
  emit(token, end_of_file);
}

} // namespace tenet::dsl::syntax
