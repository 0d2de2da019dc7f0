#include "dsl/syntax/build.h"

namespace tenet::dsl::syntax {

namespace {

/// What `\c` stands for, or 0.
char escape(char c) {
  switch (c) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case '"':
  case '\\':
  case '{':
  case '}':
    return c;
  default:
    return 0;
  }
}

} // namespace

std::string Builder::unescaped(Span inside) {
  const std::string_view written = source_.text().substr(inside.begin, inside.end - inside.begin);
  std::string out;
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i] != '\\' || i + 1 == written.size()) {
      out += written[i];
      continue;
    }
    const char meant = escape(written[++i]);
    if (meant != 0) {
      out += meant;
      continue;
    }
    const uint32_t at = inside.begin + static_cast<uint32_t>(i) - 1;
    diagnostics_.error({inside.file, at, at + 2},
                       "unknown escape `" + std::string(written.substr(i - 1, 2)) +
                           "`; expected `\\\"`, `\\\\`, `\\{`, `\\}`, `\\n` or `\\t`");
  }
  return out;
}

Text Builder::string(antlr4::tree::TerminalNode* node) {
  Text out;
  out.span = span(node);
  Span inside{out.span.file, out.span.begin + 1, out.span.end};
  const bool ended = inside.end > inside.begin && source_.text()[inside.end - 1] == '"';
  if (ended) --inside.end;
  out.plain = unescaped(inside);
  if (!out.plain.empty()) {
    TextPiece& piece = out.pieces.emplace_back();
    piece.span = inside;
    piece.text = out.plain;
  }
  return out;
}

std::optional<Text> Builder::optional_string(antlr4::tree::TerminalNode* node) {
  if (node == nullptr) return std::nullopt;
  return string(node);
}

Text Builder::text(Grammar::TextContext* context) {
  if (context->STRING() != nullptr) return string(context->STRING());
  Text out;
  out.span = span(context);
  for (antlr4::tree::ParseTree* child : context->children) {
    if (auto* hole_context = dynamic_cast<Grammar::HoleContext*>(child)) {
      const Span written = span(hole_context);
      out.plain += source_.text().substr(written.begin, written.end - written.begin);
      out.pieces.push_back(hole(hole_context));
      continue;
    }
    auto* node = dynamic_cast<antlr4::tree::TerminalNode*>(child);
    if (node == nullptr || node->getSymbol()->getType() != Grammar::STRING_TEXT) continue;
    TextPiece& piece = out.pieces.emplace_back();
    piece.span = span(node);
    piece.text = unescaped(piece.span);
    out.plain += piece.text;
  }
  return out;
}

TextPiece Builder::hole(Grammar::HoleContext* context) {
  TextPiece piece;
  piece.span = span(context);
  piece.hole = expr(context->expr());
  if (context->STRING() != nullptr) piece.separator = string(context->STRING()).plain;
  if (context->HOLE_FORMAT() != nullptr) piece.format = name(context->HOLE_FORMAT()).text;
  return piece;
}

} // namespace tenet::dsl::syntax
