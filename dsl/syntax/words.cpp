/// Most words of the language are also good names: `range`, `end`, `index` and `where` are ops,
/// `dtype` and `shape` fields, `rule` a variable. What a word is follows from where it stands. Two
/// operands never stand side by side, so a word behind an operand can only be an operator or a
/// keyword (`x where`, `]  dtype`), and a word where an operand is expected is a name (`=> where(c,
/// x, y)`), the few words that begin an operand apart (`if`, `not`, `true`). A word that begins a
/// declaration does so behind an operand or a brace, or on a line of its own with the right thing
/// behind it.
///
/// With that known, brackets that are open at such a word are mistakes where they were opened, and
/// are closed here: one missing brace is one error, and the declarations behind it are read as if
/// it were there.

#include "dsl/syntax/words.h"

#include "dsl/syntax/word_reader.h"

#include <utility>

namespace tenet::dsl::syntax {

namespace {

bool is_operator(size_t kind) {
  return kind >= Grammar::AND && kind <= Grammar::FOLD;
}

/// True for the keywords inside declarations behind which an expression of its own begins.
bool begins_expression(size_t kind) {
  return kind >= Grammar::EXTEND;
}

} // namespace

void WordReader::emit(const Token& token, size_t kind) {
  out_.list.push_back(token);
  out_.list.back().kind = kind;
  out_.list.back().depth = brackets_.depth();
}

void WordReader::step(const Token& token) {
  switch (token.kind) {
  case Grammar::NAME:
    return word(token);
  case end_of_file:
    return end_file(token);
  default:
    break;
  }
  if (skipping_) return;
  switch (token.kind) {
  case Grammar::LPAREN:
  case Grammar::LBRACK:
  case Grammar::LBRACE:
  case Grammar::HOLE_OPEN:
    return open(token);
  case Grammar::RPAREN:
  case Grammar::RBRACK:
  case Grammar::RBRACE:
  case Grammar::HOLE_CLOSE:
    return close(token);
  case Grammar::LT:
  case Grammar::GT:
  case Grammar::SHR:
    return angle(token);
  default:
    return mark(token);
  }
}

void WordReader::mark(const Token& token) {
  if (token.kind == Grammar::IMPLIES && !brackets_.in_hole()) brackets_.end_expressions(token);
  const bool separates = token.kind == Grammar::COMMA || token.kind == Grammar::IMPLIES;
  if (separates)
    brackets_.next_expression();
  else
    brackets_.grow();
  if (brackets_.too_deep()) return too_deep(token, too_many_operators);
  emit(token, token.kind);
}

void WordReader::word(const Token& token) {
  if (const std::optional<size_t> item = item_word(token)) {
    const ItemWord* known = find_item_word(text(token));
    begin_item(token, *item, known != nullptr ? known->place : ItemWord::Place::Anywhere);
    return;
  }
  if (skipping_) return;
  size_t kind = Grammar::NAME;
  if (const std::optional<size_t> named = name_behind_keyword(token))
    kind = *named;
  else if (brackets_.owner() == Grammar::DTYPES)
    kind = entry_of_dtypes(token);
  else if (behind_operand())
    kind = word_behind_operand(token);
  else
    kind = word_as_operand(token);
  if (kind == Grammar::HASH_EVAL) {
    out_.list.back().kind = kind;
    out_.list.back().end = token.end;
    return;
  }
  if (begins_expression(kind))
    brackets_.next_expression();
  else if (is_operator(kind))
    brackets_.grow();
  if (brackets_.too_deep()) return too_deep(token, too_many_operators);
  emit(token, kind);
  out_.list.back().starts_item = kind == Grammar::DTYPE_NAME || kind == Grammar::PROMOTE;
}

/// Behind a keyword that wants a name, or a dot, any word is one.
std::optional<size_t> WordReader::name_behind_keyword(const Token& token) const {
  const std::string_view word = text(token);
  switch (before()) {
  case Grammar::DOT:
    return Grammar::NAME;
  case Grammar::RULE:
    return word == "extend" && next().kind == Grammar::NAME ? Grammar::EXTEND : Grammar::NAME;
  case Grammar::TEST:
    return word == "pass" && (next().kind == Grammar::NAME || next().kind == Grammar::STRING)
               ? Grammar::PASS
               : Grammar::NAME;
  case Grammar::EXTERN:
  case Grammar::EFFECT:
    if (word == "fn") return Grammar::FN;
    return word == "type" ? Grammar::TYPE : Grammar::NAME;
  case Grammar::PASS:
    return before(2) == Grammar::TEST ? std::optional<size_t>(Grammar::NAME) : std::nullopt;
  case Grammar::EXTEND:
  case Grammar::CLASS:
  case Grammar::GROUP:
  case Grammar::ENUM:
  case Grammar::STRUCT:
  case Grammar::TRAIT:
  case Grammar::ROLE:
  case Grammar::OP:
  case Grammar::FN:
  case Grammar::TYPE:
  case Grammar::RULESET:
  case Grammar::CHECK:
  case Grammar::PIPELINE:
  case Grammar::INCLUDE:
  case Grammar::STEP:
  case Grammar::USES:
  case Grammar::WITH:
  case Grammar::AFTER:
  case Grammar::ENTERS:
  case Grammar::FOLD:
  case Grammar::CLOSES:
    return Grammar::NAME;
  default:
    return std::nullopt;
  }
}

size_t WordReader::entry_of_dtypes(const Token& token) const {
  const bool begins =
      token.first_on_line || before() == Grammar::LBRACE || next().kind == Grammar::COLON;
  if (text(token) == "promote" && next().kind == Grammar::NAME && begins) return Grammar::PROMOTE;
  return begins ? Grammar::DTYPE_NAME : Grammar::NAME;
}

size_t WordReader::word_behind_operand(const Token& token) {
  const std::string_view word = text(token);
  if (word == "not") return text(next()) == "in" ? Grammar::NOT : Grammar::NAME;
  if (item_ == Grammar::PASS && before() == Grammar::STRING && before(2) == Grammar::PASS) {
    if (word == "pre") return Grammar::PRE;
    if (word == "post") return Grammar::POST;
    if (word == "walk") return Grammar::WALK;
  }
  const std::optional<size_t> inner = find_inner_word(word, item_);
  if (!inner) return Grammar::NAME;
  if (*inner == Grammar::EVAL) {
    size_t n = 1;
    while (next(n).kind == Grammar::NAME &&
           (next(n + 1).kind == Grammar::COMMA || next(n + 1).kind == Grammar::PIPE))
      n += 2;
    if (next(n).kind == Grammar::NAME && next(n + 1).kind == Grammar::COLON)
      classes_until_ = at_ + n + 1;
  }
  return *inner;
}

size_t WordReader::word_as_operand(const Token& token) {
  const std::string_view word = text(token);
  if (word == "in" && before() == Grammar::NOT) return Grammar::IN;
  if (at_ < classes_until_) return Grammar::CLASS_NAME;
  if (next().kind == Grammar::AT) return Grammar::BINDER;
  const bool first_in_list = before() == Grammar::LBRACK || before() == Grammar::COMMA;
  if (brackets_.in(Bracket::Args) && first_in_list && next().kind == Grammar::COLON)
    return Grammar::FIELD_NAME;
  if (before() == Grammar::HASH)
    return word == "eval" && next().kind == Grammar::LPAREN ? Grammar::HASH_EVAL : Grammar::NAME;
  if (word == "same" && before() == Grammar::IMPLIES && next().kind == Grammar::RBRACE)
    return Grammar::SAME;
  if (word == "let" && (before() == Grammar::WHERE || before() == Grammar::COMMA) &&
      (next().kind == Grammar::NAME || next().kind == Grammar::EQ ||
       next().kind == Grammar::LPAREN) &&
      !brackets_.in_expression())
    return Grammar::LET;
  if (word == "fold" && next().kind == Grammar::NAME && next(2).kind == Grammar::EQ)
    return Grammar::FOLD;
  const bool before_string = next().kind == Grammar::STRING || next().kind == Grammar::STRING_OPEN;
  if (before_string && (word == "expr" || word == "stmt" || word == "error"))
    return Grammar::OUTPUT;
  if (before() == Grammar::ELSE && before_string) return Grammar::NAME;
  if (const std::optional<size_t> operand = find_operand_word(word)) return *operand;
  return Grammar::NAME;
}

Tokens tell_words_apart(const SourceFile& source, Tokens tokens, Diagnostics& diagnostics) {
  std::vector<Token> list = std::exchange(tokens.list, {});
  tokens.list.reserve(list.size());
  WordReader(source, std::move(list), tokens, diagnostics).run();
  return tokens;
}

} // namespace tenet::dsl::syntax
