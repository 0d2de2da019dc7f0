#include "dsl/syntax/keywords.h"

#include <algorithm>
#include <array>

namespace tenet::dsl::syntax {

namespace {

using Place = ItemWord::Place;

constexpr auto item_words = std::to_array<ItemWord>({
    {"use", Grammar::USE, Place::File},
    {"dtypes", Grammar::DTYPES, Place::File},
    {"class", Grammar::CLASS, Place::File},
    {"group", Grammar::GROUP, Place::File},
    {"enum", Grammar::ENUM, Place::File},
    {"struct", Grammar::STRUCT, Place::File},
    {"trait", Grammar::TRAIT, Place::File},
    {"role", Grammar::ROLE, Place::File},
    {"op", Grammar::OP, Place::File},
    {"extern", Grammar::EXTERN, Place::File},
    {"effect", Grammar::EFFECT, Place::File},
    {"fn", Grammar::FN, Place::File},
    {"ruleset", Grammar::RULESET, Place::File},
    {"pipeline", Grammar::PIPELINE, Place::File},
    {"check", Grammar::CHECK, Place::Anywhere},
    {"test", Grammar::TEST, Place::Anywhere},
    {"include", Grammar::INCLUDE, Place::Ruleset},
    {"when", Grammar::WHEN, Place::Ruleset},
    {"rule", Grammar::RULE, Place::Ruleset},
    {"allow", Grammar::ALLOW, Place::Ruleset},
    {"deny", Grammar::DENY, Place::Ruleset},
    {"pass", Grammar::PASS, Place::Pipeline},
    {"step", Grammar::STEP, Place::Pipeline},
    {"allows", Grammar::ALLOWS, Place::Pipeline},
});

/// Words behind an operand; `items` are the keywords whose declarations know them, none: every one.
struct InnerWord {
  std::string_view text;
  size_t kind;
  std::array<size_t, 4> items = {};
};

constexpr auto inner_words = std::to_array<InnerWord>({
    {"and", Grammar::AND},
    {"or", Grammar::OR},
    {"in", Grammar::IN},
    {"is", Grammar::IS},
    {"if", Grammar::IF},
    {"then", Grammar::THEN},
    {"else", Grammar::ELSE},
    {"for", Grammar::FOR},
    {"do", Grammar::DO},
    {"where", Grammar::WHERE},
    {"unsound", Grammar::UNSOUND, {Grammar::RULE}},
    {"done", Grammar::DONE, {Grammar::RULE}},
    {"uses", Grammar::USES, {Grammar::RULESET, Grammar::CHECK}},
    {"allows", Grammar::ALLOWS, {Grammar::PIPELINE}},
    {"when", Grammar::WHEN, {Grammar::PASS, Grammar::STEP, Grammar::CHECK}},
    {"with", Grammar::WITH, {Grammar::PASS, Grammar::STEP, Grammar::CHECK}},
    {"after", Grammar::AFTER, {Grammar::PASS, Grammar::STEP, Grammar::CHECK}},
    {"enters", Grammar::ENTERS, {Grammar::PASS, Grammar::STEP, Grammar::CHECK}},
    {"named", Grammar::NAMED, {Grammar::OP, Grammar::STRUCT}},
    {"ensures", Grammar::ENSURES, {Grammar::EXTERN, Grammar::EFFECT}},
    {"infix", Grammar::INFIX, {Grammar::OP}},
    {"dtype", Grammar::DTYPE, {Grammar::OP}},
    {"shape", Grammar::SHAPE, {Grammar::OP}},
    {"bounds", Grammar::BOUNDS, {Grammar::OP}},
    {"eval", Grammar::EVAL, {Grammar::OP}},
    {"smt", Grammar::SMT, {Grammar::OP}},
    {"closes", Grammar::CLOSES, {Grammar::OP}},
    {"region", Grammar::REGION, {Grammar::OP}},
});

struct OperandWord {
  std::string_view text;
  size_t kind;
};

constexpr auto operand_words = std::to_array<OperandWord>({
    {"true", Grammar::TRUE},
    {"false", Grammar::FALSE},
    {"invalid", Grammar::INVALID},
    {"none", Grammar::NONE},
    {"inf", Grammar::FLOAT},
    {"nan", Grammar::FLOAT},
    {"if", Grammar::IF},
    {"not", Grammar::NOT},
});

template <class Table>
const auto* find(const Table& table, std::string_view text) {
  const auto at =
      std::find_if(table.begin(), table.end(), [&](const auto& word) { return word.text == text; });
  return at == table.end() ? nullptr : &*at;
}

bool stands_in(Place place, size_t owner) {
  switch (place) {
  case Place::File:
    return owner == antlr4::Token::EOF;
  case Place::Ruleset:
    return owner == Grammar::RULESET || owner == Grammar::CHECK || owner == Grammar::WHEN;
  case Place::Pipeline:
    return owner == Grammar::PIPELINE;
  default:
    return true;
  }
}

} // namespace

const ItemWord* find_item_word(std::string_view text) {
  return find(item_words, text);
}

std::vector<std::string> item_words_of(size_t owner) {
  std::vector<std::string> words;
  for (const ItemWord& word : item_words)
    if (stands_in(word.place, owner)) words.emplace_back(word.text);
  return words;
}

std::optional<size_t> find_inner_word(std::string_view text, size_t item) {
  const InnerWord* word = find(inner_words, text);
  if (word == nullptr) return std::nullopt;
  const bool everywhere = word->items[0] == 0;
  const bool here = std::find(word->items.begin(), word->items.end(), item) != word->items.end();
  if (!everywhere && !here) return std::nullopt;
  return word->kind;
}

std::optional<size_t> find_operand_word(std::string_view text) {
  const OperandWord* word = find(operand_words, text);
  if (word == nullptr) return std::nullopt;
  return word->kind;
}

std::string_view keyword_text(size_t kind) {
  constexpr auto special_words = std::to_array<OperandWord>({
      {"extend", Grammar::EXTEND},
      {"fn", Grammar::FN},
      {"let", Grammar::LET},
      {"not", Grammar::NOT},
      {"post", Grammar::POST},
      {"pre", Grammar::PRE},
      {"promote", Grammar::PROMOTE},
      {"same", Grammar::SAME},
      {"type", Grammar::TYPE},
      {"walk", Grammar::WALK},
  });
  for (const ItemWord& word : item_words)
    if (word.kind == kind) return word.text;
  for (const InnerWord& word : inner_words)
    if (word.kind == kind) return word.text;
  for (const OperandWord& word : special_words)
    if (word.kind == kind) return word.text;
  return "";
}

bool is_operator_word(std::string_view text) {
  constexpr auto words = std::to_array<std::string_view>(
      {"and", "or", "in", "is", "not", "if", "then", "else", "for", "do", "where"});
  return std::find(words.begin(), words.end(), text) != words.end();
}

} // namespace tenet::dsl::syntax
