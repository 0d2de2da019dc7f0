#pragma once

#include "dsl/text/source.h"

#include <rules.h> // generated from rules.g4, a system header for want of our style
#include <string_view>
#include <vector>

namespace tenet::dsl::syntax {

/// The parser that ANTLR makes of rules.g4, and the one list of the kinds of token.
using Grammar = rules;

struct Token {
  size_t kind = antlr4::Token::EOF; ///< of `Grammar`
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t depth = 0;         ///< blocks around it
  bool first_on_line = false; ///< only white space in front of it
  bool starts_item =
      false; ///< begins a declaration, a rule, a pass …: where reading goes on after a mistake
};

/// What lexing gives, and what the parser reads.
struct Tokens {
  uint32_t file = 0;
  std::vector<Token> list;        ///< ends with one of kind EOF
  std::vector<Span> docs;         ///< lines of `///`, in order
  std::vector<Span> comments;     ///< other comments, in order
  std::vector<uint32_t> mistakes; ///< offsets of what is already reported
};

inline std::string_view text_of(const SourceFile& source, const Token& token) {
  return source.text().substr(token.begin, token.end - token.begin);
}

/// True if an operand can end with a token of this kind, so that an operator, a `[` of arguments or
/// a keyword follows.
bool ends_operand(size_t kind);

} // namespace tenet::dsl::syntax
