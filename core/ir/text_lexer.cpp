#include "core/ir/text_lexer.h"

#include <istream>

namespace tenet::text {
namespace {

constexpr int end_of_text = -1;

bool is_space(int c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool is_atom(int c) {
  return c > ' ' && c != 0x7f && c != '(' && c != ')' && c != '"' && c != ';';
}

int hex_digit(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

} // namespace

int Lexer::peek_byte() {
  if (rest_.empty() && in_ != nullptr && in_->good()) {
    in_->read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    rest_ = std::string_view(buffer_.data(), static_cast<size_t>(in_->gcount()));
  }
  return rest_.empty() ? end_of_text : static_cast<unsigned char>(rest_.front());
}

void Lexer::skip_byte() {
  if (rest_.front() == '\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
  rest_.remove_prefix(1);
}

void Lexer::skip_space() {
  for (int c = peek_byte(); is_space(c) || c == ';'; c = peek_byte()) {
    skip_byte();
    if (c != ';') continue;
    while (peek_byte() != '\n' && peek_byte() != end_of_text)
      skip_byte();
  }
}

std::string Lexer::first_comment() {
  std::string text;
  if (peek_byte() != ';') return text;
  for (int c = peek_byte(); c != '\n' && c != end_of_text; c = peek_byte()) {
    if (c != '\r') text += static_cast<char>(c);
    skip_byte();
  }
  return text;
}

const Token& Lexer::peek(size_t ahead) {
  while (ahead_ <= ahead) {
    ++ahead_;
    read(tokens_[(current_ + ahead_) % tokens_.size()]);
  }
  return tokens_[(current_ + 1 + ahead) % tokens_.size()];
}

const Token& Lexer::next() {
  peek(0);
  current_ = (current_ + 1) % tokens_.size();
  --ahead_;
  return tokens_[current_];
}

void Lexer::read(Token& t) {
  skip_space();
  t.text.clear();
  t.line = line_;
  t.column = column_;
  const int c = peek_byte();
  if (c == end_of_text) {
    t.kind = Token::Kind::End;
  } else if (c == '(' || c == ')') {
    t.kind = c == '(' ? Token::Kind::Open : Token::Kind::Close;
    skip_byte();
  } else if (c == '"') {
    read_string(t);
  } else if (is_atom(c)) {
    t.kind = Token::Kind::Atom;
    for (int b = c; is_atom(b); b = peek_byte()) {
      t.text += static_cast<char>(b);
      skip_byte();
    }
  } else {
    t.kind = Token::Kind::Bad;
    t.text = "byte " + std::to_string(c) + " is no text; expected a graph";
  }
}

void Lexer::read_string(Token& t) {
  t.kind = Token::Kind::String;
  skip_byte();
  for (int c = peek_byte(); c != '"'; c = peek_byte()) {
    if (c == end_of_text || c == '\n') {
      t.kind = Token::Kind::Bad;
      t.text = "the line ends inside a string; expected `\"`";
      return;
    }
    skip_byte();
    if (c != '\\') {
      t.text += static_cast<char>(c);
    } else if (!read_escape(t)) {
      t.kind = Token::Kind::Bad;
      t.text = "unknown escape in a string; expected \\\", \\\\, \\n, \\t or \\x with two "
               "hexadecimal digits";
      return;
    }
  }
  skip_byte();
}

bool Lexer::read_escape(Token& t) {
  const int c = peek_byte();
  if (c == end_of_text) return false;
  skip_byte();
  switch (c) {
  case '"':
  case '\\':
    t.text += static_cast<char>(c);
    return true;
  case 'n':
    t.text += '\n';
    return true;
  case 't':
    t.text += '\t';
    return true;
  case 'x':
    break;
  default:
    return false;
  }
  int byte = 0;
  for (int i = 0; i < 2; ++i) {
    const int digit = hex_digit(peek_byte());
    if (digit < 0) return false;
    skip_byte();
    byte = byte * 16 + digit;
  }
  t.text += static_cast<char>(byte);
  return true;
}

} // namespace tenet::text
