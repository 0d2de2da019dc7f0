/// Text to tokens.
///
/// `//` is both floor division and the beginning of a comment. Behind an operand on its own line it
/// divides, unless two blanks or a tab stand in front of it: `x // y` divides, `x  // y` is x with
/// a comment. Anywhere else it is a comment.

#include "dsl/syntax/lexer.h"

#include "dsl/text/utf8.h"

namespace tenet::dsl::syntax {

bool ends_operand(size_t kind) {
  switch (kind) {
  case Grammar::NAME:
  case Grammar::CLASS_NAME:
  case Grammar::INT:
  case Grammar::FLOAT:
  case Grammar::STRING:
  case Grammar::STRING_CLOSE:
  case Grammar::TRUE:
  case Grammar::FALSE:
  case Grammar::INVALID:
  case Grammar::NONE:
  case Grammar::RPAREN:
  case Grammar::RBRACK:
  case Grammar::RBRACE:
  case Grammar::SET_RBRACE:
  case Grammar::TYPE_GT:
  case Grammar::PRIME:
  case Grammar::QUESTION:
  case Grammar::DONE:
  case Grammar::SAME:
  case Grammar::NAMED:
  case Grammar::PRE:
  case Grammar::POST:
  case Grammar::WALK:
    return true;
  default:
    return false;
  }
}

namespace {

constexpr size_t string_nesting_limit = 100;

class Lexer {
public:
  Lexer(const SourceFile& source, Span piece, Tokens& tokens, Diagnostics& diagnostics)
      : piece_(piece), text_(source.text().substr(piece.begin, piece.end - piece.begin)),
        tokens_(tokens), diagnostics_(diagnostics), start_(text_.data()),
        limit_(start_ + text_.size()), cursor_(start_) {}

  void run() {
    while (lex_one()) {
    }
  }

private:
  uint32_t offset(const char* at) const {
    return piece_.begin + static_cast<uint32_t>(at - start_);
  }
  Span span(const char* from, const char* to) const {
    return {piece_.file, offset(from), offset(to)};
  }

  Diagnostic& mistake(const char* from, const char* to, std::string message) {
    tokens_.mistakes.push_back(offset(from));
    return diagnostics_.error(span(from, to), std::move(message));
  }

  void emit(size_t kind, const char* from) {
    tokens_.list.push_back({kind, offset(from), offset(cursor_), 0, first_on_line_, false});
    token_end_ = cursor_;
    first_on_line_ = false;
  }

  bool lex_one();
  void slashes(const char* from);
  void string(const char* from);
  bool string_step(const char* from, std::vector<const char*>& opened);
  bool unended_string(const char* from, const std::vector<const char*>& opened);
  void stray(const char* from);

  Span piece_;
  std::string text_; ///< a copy, so that a piece too ends with NUL
  Tokens& tokens_;
  Diagnostics& diagnostics_;
  const char* start_;
  const char* limit_;
  const char* cursor_;
  const char* marker_ = nullptr;
  const char* token_end_ = nullptr; ///< of the last token; null: none yet on this line
  bool first_on_line_ = true;
};

/// Reads one token, or what stands between tokens. False at the end.
bool Lexer::lex_one() {
  const char* const from = cursor_;
  /*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYCURSOR = cursor_;
    re2c:define:YYMARKER = marker_;
    re2c:yyfill:enable = 0;
    re2c:yych:conversion = 1;

    digits = [0-9]+;
    word   = [a-zA-Z_][a-zA-Z0-9_]*;
    exponent = [eE][+-]?digits;

    "\x00" { if (from >= limit_) return false; stray(from); return true; }
    [ \t\r]+ { return true; }
    "\n"     { first_on_line_ = true; token_end_ = nullptr; return true; }
    word     { emit(Grammar::NAME, from); return true; }
    digits | "0" [xX] [0-9a-fA-F]+ { emit(Grammar::INT, from); return true; }
    digits "." digits exponent? | digits exponent { emit(Grammar::FLOAT, from); return true; }
    digits word | digits "." digits word {
      mistake(from, cursor_, "malformed number `" + std::string(from, cursor_) +
              "`; expected digits, or a name that begins with a letter");
      emit(Grammar::INT, from);
      return true;
    }
    "\""  { string(from); return true; }
    "//"  { slashes(from); return true; }
    "("   { emit(Grammar::LPAREN, from); return true; }
    ")"   { emit(Grammar::RPAREN, from); return true; }
    "["   { emit(Grammar::LBRACK, from); return true; }
    "]"   { emit(Grammar::RBRACK, from); return true; }
    "{"   { emit(Grammar::LBRACE, from); return true; }
    "}"   { emit(Grammar::RBRACE, from); return true; }
    ","   { emit(Grammar::COMMA, from); return true; }
    ":"   { emit(Grammar::COLON, from); return true; }
    "."   { emit(Grammar::DOT, from); return true; }
    ".."  { emit(Grammar::DOTDOT, from); return true; }
    "..=" { emit(Grammar::DOTDOTEQ, from); return true; }
    "..." { emit(Grammar::ELLIPSIS, from); return true; }
    "#"   { emit(Grammar::HASH, from); return true; }
    "@"   { emit(Grammar::AT, from); return true; }
    "!"   { emit(Grammar::BANG, from); return true; }
    "'"   { emit(Grammar::PRIME, from); return true; }
    "?"   { emit(Grammar::QUESTION, from); return true; }
    "="   { emit(Grammar::EQ, from); return true; }
    "=>"  { emit(Grammar::IMPLIES, from); return true; }
    "->"  { emit(Grammar::ARROW, from); return true; }
    "+"   { emit(Grammar::PLUS, from); return true; }
    "++"  { emit(Grammar::PLUSPLUS, from); return true; }
    "-"   { emit(Grammar::MINUS, from); return true; }
    "*"   { emit(Grammar::STAR, from); return true; }
    "/"   { emit(Grammar::SLASH, from); return true; }
    "%"   { emit(Grammar::PERCENT, from); return true; }
    "&"   { emit(Grammar::AMP, from); return true; }
    "|"   { emit(Grammar::PIPE, from); return true; }
    "^"   { emit(Grammar::CARET, from); return true; }
    "<<"  { emit(Grammar::SHL, from); return true; }
    ">>"  { emit(Grammar::SHR, from); return true; }
    "=="  { emit(Grammar::EQEQ, from); return true; }
    "!="  { emit(Grammar::NE, from); return true; }
    "<"   { emit(Grammar::LT, from); return true; }
    "<="  { emit(Grammar::LE, from); return true; }
    ">"   { emit(Grammar::GT, from); return true; }
    ">="  { emit(Grammar::GE, from); return true; }
    "&&" | "||" {
      const std::string right = *from == '&' ? "and" : "or";
      mistake(from, cursor_, "found `" + std::string(from, cursor_) + "`; expected `" + right + "`")
          .suggestion = Suggestion{span(from, cursor_), right, ""};
      emit(*from == '&' ? Grammar::AMP : Grammar::PIPE, from);
      return true;
    }
    *     { stray(from); return true; }
  */
}

void Lexer::slashes(const char* from) {
  const bool behind_operand = token_end_ != nullptr && ends_operand(tokens_.list.back().kind) &&
                              tokens_.list.back().kind != Grammar::STRING &&
                              tokens_.list.back().kind != Grammar::RBRACE;
  const bool near = token_end_ != nullptr && from - token_end_ <= 1 && *token_end_ != '\t';
  if (behind_operand && near) return emit(Grammar::SLASHSLASH, from);

  while (cursor_ < limit_ && *cursor_ != '\n') ++cursor_;
  const bool is_doc = first_on_line_ && from[2] == '/' && from[3] != '/';
  (is_doc ? tokens_.docs : tokens_.comments).push_back(span(from, cursor_));
}

/// A string with its holes, in which strings and sets nest.
void Lexer::string(const char* from) {
  std::vector<const char*> opened{from}; // quotes and braces not closed yet
  while (!opened.empty())
    if (!string_step(from, opened)) return;
  emit(Grammar::STRING, from);
}

bool Lexer::string_step(const char* from, std::vector<const char*>& opened) {
  const bool in_text = *opened.back() == '"';
  const char c = *cursor_;
  if (c == '\n' || cursor_ >= limit_) return unended_string(from, opened);
  if (const auto byte = static_cast<unsigned char>(c); byte < 0x20 && c != '\t' && c != '\r')
    mistake(cursor_, cursor_ + 1, "control character in a string; expected text");
  if (in_text && c == '\\' && cursor_ + 1 < limit_ && cursor_[1] != '\n') {
    cursor_ += 2;
    return true;
  }
  if (c == '{' || (!in_text && c == '"')) {
    if (opened.size() >= string_nesting_limit) {
      mistake(cursor_, cursor_ + 1, "strings and holes nested too deeply; expected at most " +
                                        std::to_string(string_nesting_limit) + " levels");
      while (cursor_ < limit_ && *cursor_ != '\n') ++cursor_;
      emit(Grammar::STRING, from);
      return false;
    }
    opened.push_back(cursor_);
  } else if (in_text && c == '}') {
    mistake(cursor_, cursor_ + 1, "`}` closes no hole; a literal brace is written `\\}`")
        .suggestion = Suggestion{span(cursor_, cursor_ + 1), "\\}", ""};
  } else if (in_text ? c == '"' : c == '}') {
    opened.pop_back();
  }
  ++cursor_;
  return true;
}

/// The line ends inside a string: it is reported, and the string taken to end with the line.
bool Lexer::unended_string(const char* from, const std::vector<const char*>& opened) {
  const char* hole = nullptr;
  for (const char* at : opened)
    if (*at == '{' && hole == nullptr) hole = at;
  if (hole != nullptr)
    mistake(hole, hole + 1,
            "hole without end; expected `}` on the same line (a literal brace is written `\\{`)");
  else
    mistake(from, cursor_, "string without end; expected `\"` on the same line");
  emit(Grammar::STRING, from);
  return false;
}

/// A character that begins no token, with all such behind it.
void Lexer::stray(const char* from) {
  cursor_ = from;
  const auto length = [&] {
    return utf8_length(text_, static_cast<size_t>(cursor_ - start_));
  };
  const size_t first = length();
  const auto byte = static_cast<unsigned char>(*from);
  std::string shown = "`" + text_.substr(static_cast<size_t>(from - start_), first) + "`";
  if (byte < 0x20 || byte == 0x7F) {
    constexpr std::string_view hex = "0123456789abcdef";
    shown = std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15];
  }
  cursor_ += first == 0 ? 1 : first;
  while (cursor_ < limit_) {
    const auto next = static_cast<unsigned char>(*cursor_);
    const bool is_space = next == '\n' || next == '\t' || next == '\r';
    if (is_space || (next >= 0x20 && next < 0x7F)) break;
    const size_t bytes = length();
    cursor_ += bytes == 0 ? 1 : bytes;
  }
  if (first == 0) return; // the file is not UTF-8: reported once for all
  mistake(from, cursor_, "unexpected " + shown + "; expected a name, a number, a string or a mark");
}

/// Strings and comments may hold any text, but it has to be text.
void report_broken_utf8(const SourceFile& source, uint32_t file_index, Tokens& tokens,
                        Diagnostics& diagnostics) {
  const std::string_view text = source.text();
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8_length(text, i);
    if (length == 0) {
      const auto at = static_cast<uint32_t>(i);
      tokens.mistakes.push_back(at);
      diagnostics.error({file_index, at, at + 1},
                        "the file is not UTF-8 from here on; expected text in UTF-8");
      return;
    }
    i += length;
  }
}

} // namespace

void lex_piece(const SourceFile& source, Span piece, Tokens& tokens, Diagnostics& diagnostics) {
  Lexer(source, piece, tokens, diagnostics).run();
}

Tokens lex(const SourceFile& source, uint32_t file_index, Diagnostics& diagnostics) {
  Tokens tokens;
  tokens.file = file_index;
  const auto size = static_cast<uint32_t>(source.text().size());
  const bool has_mark = source.text().substr(0, 3) == "\xEF\xBB\xBF";
  report_broken_utf8(source, file_index, tokens, diagnostics);
  lex_piece(source, {file_index, has_mark ? 3U : 0U, size}, tokens, diagnostics);
  tokens.list.push_back({antlr4::Token::EOF, size, size, 0, true, false});
  return tokens;
}

} // namespace tenet::dsl::syntax
