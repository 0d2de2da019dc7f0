#pragma once

#include "dsl/syntax/brackets.h"
#include "dsl/syntax/keywords.h"

#include <algorithm>

namespace tenet::dsl::syntax {

constexpr size_t end_of_file = antlr4::Token::EOF;
constexpr auto too_many_operators =
    "expression nested too deeply; expected fewer operators in a row";

/// Keywords that need a block, which is opened for them where it is missing.
inline bool heads_block(size_t item) {
  return item == Grammar::RULESET || item == Grammar::PIPELINE || item == Grammar::WHEN;
}

/// One pass over the tokens of a file, behind `tell_words_apart`.
class WordReader {
public:
  WordReader(const SourceFile& source, std::vector<Token> in, Tokens& out, Diagnostics& diagnostics)
      : source_(source), in_(std::move(in)), out_(out), diagnostics_(diagnostics),
        brackets_(source, out, diagnostics) {}

  void run() {
    for (at_ = 0; at_ < in_.size(); ++at_)
      step(in_[at_]);
  }

private:
  // What stands around the word at `at_`.
  const Token& next(size_t n = 1) const { return in_[std::min(at_ + n, in_.size() - 1)]; }
  std::string_view text(const Token& token) const { return text_of(source_, token); }
  bool next_is_name() const {
    return next().kind == Grammar::NAME && !is_operator_word(text(next()));
  }
  size_t before(size_t n = 1) const {
    return out_.list.size() < n ? size_t{Grammar::RBRACE} : out_.list[out_.list.size() - n].kind;
  }
  /// Behind an operand: what follows is no operand.
  bool behind_operand() const {
    const bool node_star =
        before() == Grammar::STAR && before(2) == Grammar::NAME && before(3) == Grammar::ARROW;
    return ends_operand(before()) || node_star;
  }
  bool in_item_block() const {
    const size_t owner = brackets_.owner();
    return owner == end_of_file || owner == Grammar::RULESET || owner == Grammar::CHECK ||
           owner == Grammar::WHEN || owner == Grammar::PIPELINE;
  }

  void emit(const Token& token, size_t kind);
  void open_missing_brace(const Token& because);
  void emit_closing_brace(const Token& because);
  void step(const Token& token);
  void mark(const Token& token);
  void word(const Token& token);
  std::optional<size_t> item_word(const Token& token);
  bool item_word_stands_here(const Token& token, size_t kind) const;
  bool followed_as_item(size_t kind) const;
  void begin_item(const Token& token, size_t kind, ItemWord::Place place);
  bool begins_on_top(size_t kind, ItemWord::Place place) const;
  std::optional<std::string> misspelt_item_word(const Token& token) const;
  std::optional<size_t> name_behind_keyword(const Token& token) const;
  size_t entry_of_dtypes(const Token& token) const;
  size_t word_behind_operand(const Token& token);
  size_t word_as_operand(const Token& token);
  void open(const Token& token);
  void open_brace(const Token& token);
  void close(const Token& token);
  void angle(const Token& token);
  void too_deep(const Token& token, std::string message);
  void end_file(const Token& token);

  const SourceFile& source_;
  std::vector<Token> in_;
  Tokens& out_;
  Diagnostics& diagnostics_;
  Brackets brackets_;
  size_t at_ = 0;
  size_t item_ = end_of_file; ///< keyword of the declaration or entry being read
  size_t classes_until_ = 0;  ///< behind `eval`: where the colon stands that ends its classes
  bool skipping_ = false;     ///< behind a limit: until the next declaration
  bool lost_ = false;         ///< has skipped: brackets cannot be trusted any more
};

} // namespace tenet::dsl::syntax
