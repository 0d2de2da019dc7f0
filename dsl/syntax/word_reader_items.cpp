/// Where declarations, rules and passes begin, and the blocks around them.

#include "dsl/syntax/word_reader.h"
#include "dsl/text/suggest.h"

namespace tenet::dsl::syntax {

/// The keyword, if the word begins a declaration or an entry here, be it misspelt.
std::optional<size_t> WordReader::item_word(const Token& token) {
  const ItemWord* known = find_item_word(text(token));
  if (known != nullptr)
    return item_word_stands_here(token, known->kind) ? std::optional(known->kind) : std::nullopt;
  const std::optional<std::string> meant = misspelt_item_word(token);
  if (!meant) return std::nullopt;
  const Span span{out_.file, token.begin, token.end};
  diagnostics_
      .error(span,
             "unknown keyword `" + std::string(text(token)) + "`; did you mean `" + *meant + "`?")
      .suggestion = Suggestion{span, *meant, ""};
  return find_item_word(*meant)->kind;
}

bool WordReader::item_word_stands_here(const Token& token, size_t kind) const {
  const bool in_passes = brackets_.owner() == Grammar::PIPELINE;
  if (kind == Grammar::WHEN && in_passes) return false; // belongs to the pass
  if (kind == Grammar::ALLOWS && item_ == Grammar::PIPELINE)
    return false; // and to the pipeline's head
  if (name_behind_keyword(token)) return false;
  const bool fits = followed_as_item(kind);
  if (skipping_ || brackets_.in_expression() || !in_item_block()) {
    const bool distinct = kind != Grammar::ALLOW && kind != Grammar::DENY && kind != Grammar::WHEN;
    return token.first_on_line && fits && distinct;
  }
  const bool between_items = before() == Grammar::LBRACE || before() == Grammar::RBRACE;
  if (between_items || behind_operand()) return fits || kind != Grammar::EFFECT;
  return token.first_on_line && fits;
}

/// True if what follows a word is what follows the keyword.
bool WordReader::followed_as_item(size_t kind) const {
  switch (kind) {
  case Grammar::USE:
  case Grammar::PASS:
    return next().kind == Grammar::STRING;
  case Grammar::DTYPES:
    return next().kind == Grammar::LBRACE;
  case Grammar::EXTERN:
    return text(next()) == "fn" || text(next()) == "type";
  case Grammar::EFFECT:
    return text(next()) == "fn";
  case Grammar::TEST:
    return next().kind == Grammar::STRING || next_is_name();
  case Grammar::ALLOWS:
    return next().kind == Grammar::LBRACK;
  case Grammar::ALLOW:
  case Grammar::DENY:
  case Grammar::WHEN:
    return next_is_name() || next().kind == Grammar::HASH || next().kind == Grammar::LPAREN;
  default:
    return next_is_name();
  }
}

/// Starts of items are known, so a keyword that is nearly right can be told from a name.
std::optional<std::string> WordReader::misspelt_item_word(const Token& token) const {
  const bool may_begin = before() == Grammar::LBRACE || behind_operand();
  if (!token.first_on_line || !may_begin || brackets_.in_expression() || !in_item_block() ||
      !(next_is_name() || next().kind == Grammar::STRING))
    return std::nullopt;
  if (find_inner_word(text(token), item_)) return std::nullopt;
  if (name_behind_keyword(token)) return std::nullopt;
  return nearest_name(text(token), item_words_of(brackets_.owner()));
}

bool WordReader::begins_on_top(size_t kind, ItemWord::Place place) const {
  if (kind != Grammar::CHECK) return place == ItemWord::Place::File;
  const size_t behind_name = next(2).kind;
  return behind_name == Grammar::LBRACE || behind_name == Grammar::LPAREN;
}

void WordReader::begin_item(const Token& token, size_t kind, ItemWord::Place place) {
  const bool on_top = begins_on_top(kind, place);
  if (lost_) {
    brackets_.drop_expressions();
  } else {
    brackets_.end_expressions(token);
  }
  while (!brackets_.empty() && (on_top || !in_item_block())) {
    if (lost_)
      brackets_.drop_block();
    else
      brackets_.end_block(token);
    emit_closing_brace(token);
  }
  if (on_top) lost_ = false;
  skipping_ = false;
  if (!on_top && heads_block(item_)) open_missing_brace(token);
  brackets_.next_expression();
  item_ = kind;
  emit(token, kind);
  out_.list.back().starts_item = true;
}

/// The head of a ruleset without its `{`: the items behind it show that there should be one.
void WordReader::open_missing_brace(const Token& because) {
  const Token& last = out_.list.back();
  const Span span{out_.file, last.begin, last.end};
  out_.mistakes.push_back(last.begin);
  diagnostics_.error(span, "`{` missing; expected `{` between `" + std::string(text(last)) +
                               "` and `" + std::string(text(because)) + "`");
  const Token brace{Grammar::LBRACE, last.end, last.end, 0, false, false};
  emit(brace, Grammar::LBRACE);
  brackets_.open(Bracket::Block, brace, item_);
}

/// A brace that is missing in the text, just in front of `because`.
void WordReader::emit_closing_brace(const Token& because) {
  const uint32_t at = out_.list.empty() ? because.begin : out_.list.back().end;
  emit({Grammar::RBRACE, at, at, 0, false, false}, Grammar::RBRACE);
}

} // namespace tenet::dsl::syntax
