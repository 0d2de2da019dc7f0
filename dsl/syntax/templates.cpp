#include "dsl/syntax/templates.h"

#include "dsl/syntax/lexer.h"

#include <algorithm>
#include <utility>

namespace tenet::dsl::syntax {

namespace {

bool is_format(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class Opener {
public:
  Opener(const SourceFile& source, Tokens& out, Diagnostics& diagnostics)
      : source_(source), text_(source.text()), out_(out), diagnostics_(diagnostics) {}

  /// Follows what stands in front of a string.
  void see(const Token& token) {
    const std::string_view word = token.kind == Grammar::NAME ? text_of(source_, token) : "";
    const bool may_begin = token.first_on_line || before_ == Grammar::LBRACE ||
                           before_ == Grammar::RBRACE || ends_operand(before_);
    if (may_begin && (word == "allow" || word == "deny"))
      in_check_rule_ = true;
    else if (may_begin && (word == "rule" || word == "test" || word == "ruleset" || word == "pass"))
      in_check_rule_ = false;
    behind_word_ = word == "expr" || word == "stmt" || word == "error" || word == "else";
    before_ = token.kind;
  }

  void string(const Token& token) {
    const uint32_t hole = next_hole(token.begin + 1, token.end);
    const bool is_template = (behind_word_ || in_check_rule_) && hole + 1 < token.end;
    if (is_template && is_whole(token))
      open(token);
    else
      out_.list.push_back(token);
  }

private:
  void emit(size_t kind, uint32_t begin, uint32_t end) {
    out_.list.push_back({kind, begin, end, 0, false, false});
  }

  /// The `{` of the next hole from `at` on, or `end`.
  uint32_t next_hole(uint32_t at, uint32_t end) const {
    while (at < end && text_[at] != '{')
      at += text_[at] == '\\' ? 2 : 1;
    return std::min(at, end);
  }

  /// The `}` that ends the hole whose inside begins at `at`; `end` if there is none.
  uint32_t end_of_hole(uint32_t at, uint32_t end) const {
    std::string opened = "{";
    for (; at < end; ++at) {
      const char c = text_[at];
      const bool in_text = opened.back() == '"';
      if (in_text && c == '\\')
        ++at;
      else if (c == '{' || (!in_text && c == '"'))
        opened.push_back(c);
      else if (in_text ? c == '"' : c == '}')
        opened.pop_back();
      if (opened.empty()) return at;
    }
    return end;
  }

  /// False where the lexer has found a hole without end.
  bool is_whole(const Token& token) const {
    const uint32_t last = token.end - 1;
    if (last <= token.begin || text_[last] != '"') return false;
    for (uint32_t at = next_hole(token.begin + 1, last); at < last;) {
      const uint32_t close_brace = end_of_hole(at + 1, last);
      if (close_brace >= last) return false;
      at = next_hole(close_brace + 1, last);
    }
    return true;
  }

  void open(const Token& token) {
    const uint32_t last = token.end - 1;
    out_.list.push_back(token);
    out_.list.back().kind = Grammar::STRING_OPEN;
    out_.list.back().end = token.begin + 1;
    for (uint32_t at = token.begin + 1; at < last;) {
      const uint32_t open_brace = next_hole(at, last);
      if (open_brace > at) emit(Grammar::STRING_TEXT, at, open_brace);
      if (open_brace >= last) break;
      const uint32_t close_brace = end_of_hole(open_brace + 1, last);
      hole(open_brace, close_brace);
      at = close_brace + 1;
    }
    emit(Grammar::STRING_CLOSE, last, token.end);
  }

  void hole(uint32_t open_brace, uint32_t close_brace) {
    uint32_t format = close_brace;
    while (format > open_brace && is_format(text_[format - 1]))
      --format;
    const bool has_format =
        format < close_brace && format - 1 > open_brace && text_[format - 1] == ':';

    emit(Grammar::HOLE_OPEN, open_brace, open_brace + 1);
    Tokens inside;
    const uint32_t end = has_format ? format - 1 : close_brace;
    lex_piece(source_, {out_.file, open_brace + 1, end}, inside, diagnostics_);
    for (Token& token : inside.list) {
      token.first_on_line = false;
      out_.list.push_back(token);
    }
    out_.mistakes.insert(out_.mistakes.end(), inside.mistakes.begin(), inside.mistakes.end());
    if (has_format) emit(Grammar::HOLE_FORMAT, format, close_brace);
    emit(Grammar::HOLE_CLOSE, close_brace, close_brace + 1);
  }

  const SourceFile& source_;
  std::string_view text_;
  Tokens& out_;
  Diagnostics& diagnostics_;
  size_t before_ = Grammar::RBRACE;
  bool behind_word_ = false;
  bool in_check_rule_ = false;
};

} // namespace

Tokens open_templates(const SourceFile& source, Tokens tokens, Diagnostics& diagnostics) {
  const std::vector<Token> closed = std::exchange(tokens.list, {});
  tokens.list.reserve(closed.size() + closed.size() / 4);
  Opener opener(source, tokens, diagnostics);
  for (const Token& token : closed) {
    if (token.kind == Grammar::STRING)
      opener.string(token);
    else
      tokens.list.push_back(token);
    opener.see(token);
  }
  return tokens;
}

} // namespace tenet::dsl::syntax
