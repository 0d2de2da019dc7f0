#pragma once

#include "dsl/syntax/token.h"

#include <optional>
#include <span>
#include <string>

namespace tenet::dsl::syntax {

/// A word that begins a declaration, or an entry of a ruleset or pipeline.
struct ItemWord {
  enum class Place : uint8_t { File, Ruleset, Pipeline, Anywhere };
  std::string_view text;
  size_t kind;
  Place place;
};

const ItemWord* find_item_word(std::string_view text);

/// The words that can begin an item in a block of `owner` (a keyword), or of the file for EOF.
std::vector<std::string> item_words_of(size_t owner);

/// A word inside a declaration, such as `where` or `bounds`, standing behind an operand in a
/// declaration that begins with `item` (a keyword).
std::optional<size_t> find_inner_word(std::string_view text, size_t item);

/// A word that is a literal, or an operator in front of an operand.
std::optional<size_t> find_operand_word(std::string_view text);

/// How a keyword is written; empty if `kind` is none.
std::string_view keyword_text(size_t kind);

/// True for `in`, `and`, `then` … : behind a name they go on with an expression.
bool is_operator_word(std::string_view text);

} // namespace tenet::dsl::syntax
