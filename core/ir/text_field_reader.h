#pragma once

#include "core/ir/text.h"
#include "core/ir/text_lexer.h"

#include <span>
#include <string>
#include <string_view>

namespace tenet::text {

/// What ended the reading; thrown within the reader alone.
struct Stop {
  ReadError error;
};
[[noreturn]] void stop(const Token& at, std::string message);
/// Stops at a token that is not what it should be.
[[noreturn]] void unexpected(const Token& t, const std::string& right);
/// Stops at a name that is no op, offering the nearest.
[[noreturn]] void unknown_op(const Token& t, const Vocabulary& v);

/// Reads argument fields by their types.
class FieldReader {
public:
  FieldReader(Graph& g, Lexer& lexer) : g_(g), v_(g.vocabulary()), lexer_(lexer) {}

  /// Fields up to the closing parenthesis or the end of the text, which stay. `words` has one word
  /// for each.
  void read_fields(std::span<const ArgType::Field> fields, Word* words, std::string_view owner);

private:
  size_t named_field(std::span<const ArgType::Field> fields, size_t at);
  Word read_field(const ArgType& type, std::string_view name);
  Word read_nested(const ArgType& type, std::string_view name);
  DType dtype(const Token& t) const;
  Word op(const Token& t) const;

  Graph& g_;
  const Vocabulary& v_;
  Lexer& lexer_;
};

} // namespace tenet::text
