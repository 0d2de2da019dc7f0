#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace tenet::text {

/// A token of the text form, with its place from 1.
struct Token {
  enum class Kind : uint8_t { Open, Close, Atom, String, End, Bad };

  Kind kind = Kind::End;
  std::string text; ///< of an atom; of a string without quotes and escapes; of Bad: what is wrong
  uint32_t line = 1;
  uint32_t column = 1;
};

/// Cuts text, or a stream read piece by piece, into tokens; looks up to two tokens ahead.
class Lexer {
public:
  explicit Lexer(std::string_view text) : rest_(text) {}
  explicit Lexer(std::istream& in) : in_(&in), buffer_(size_t{1} << 16) {}

  /// The token `ahead` (0 or 1) places on.
  const Token& peek(size_t ahead = 0);
  /// The next token, gone from the lookahead; it stays until the next call.
  const Token& next();

  /// The text of the comment on the first line, if that line is one: read before the first token.
  std::string first_comment();

private:
  int peek_byte();
  void skip_byte();
  void skip_space();
  void read(Token& t);
  void read_string(Token& t);
  bool read_escape(Token& t);

  std::string_view rest_;
  std::istream* in_ = nullptr;
  std::vector<char> buffer_;
  uint32_t line_ = 1, column_ = 1;
  std::array<Token, 3> tokens_; ///< a ring: the one handed out, then those ahead
  size_t current_ = 0;
  size_t ahead_ = 0;
};

} // namespace tenet::text
