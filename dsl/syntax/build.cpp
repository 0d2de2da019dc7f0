#include "dsl/syntax/build.h"

#include <algorithm>

namespace tenet::dsl::syntax {

namespace {

std::string doc_line(std::string_view comment) {
  comment.remove_prefix(3);
  if (!comment.empty() && comment.front() == ' ') comment.remove_prefix(1);
  while (!comment.empty() && (comment.back() == '\r' || comment.back() == ' '))
    comment.remove_suffix(1);
  return std::string(comment);
}

} // namespace

const Token& Builder::token(antlr4::Token* token) const {
  return tokens_.list[token->getTokenIndex()];
}

Span Builder::span(antlr4::ParserRuleContext* context) const {
  const Token& first = token(context->getStart());
  if (context->getStop() == nullptr) return {tokens_.file, first.begin, first.begin};
  const Token& last = token(context->getStop());
  return {tokens_.file, first.begin, std::max(first.begin, last.end)};
}

Span Builder::span(antlr4::tree::TerminalNode* node) const {
  const Token& at = token(node->getSymbol());
  return {tokens_.file, at.begin, at.end};
}

Name Builder::name(antlr4::tree::TerminalNode* node) const {
  return {std::string(text_of(source_, token(node->getSymbol()))), span(node)};
}

Name Builder::name_or_string(antlr4::tree::TerminalNode* name_node,
                             antlr4::tree::TerminalNode* string_node) {
  if (name_node != nullptr) return name(name_node);
  return {string(string_node).plain, span(string_node)};
}

std::vector<Name> Builder::names(Grammar::NameListContext* context) const {
  std::vector<Name> out;
  if (context == nullptr) return out;
  for (antlr4::tree::TerminalNode* node : context->NAME())
    out.push_back(name(node));
  return out;
}

/// The `///` lines directly above.
std::string Builder::doc_before(antlr4::ParserRuleContext* context) const {
  uint32_t line = source_.place(token(context->getStart()).begin).line;
  const auto after =
      std::lower_bound(tokens_.docs.begin(), tokens_.docs.end(), token(context->getStart()).begin,
                       [](const Span& doc, uint32_t at) { return doc.begin < at; });
  auto first = after;
  for (; first != tokens_.docs.begin(); --first, --line)
    if (source_.place(std::prev(first)->begin).line + 1 != line) break;
  std::string out;
  for (auto doc = first; doc != after; ++doc)
    out += (doc == first ? "" : "\n") +
           doc_line(source_.text().substr(doc->begin, doc->end - doc->begin));
  return out;
}

/// The first block of `///` if it is above everything and an empty line is behind it.
std::string Builder::file_doc() const {
  const uint32_t first_token = tokens_.list.front().begin;
  std::string out;
  uint32_t line = 0;
  for (const Span& doc : tokens_.docs) {
    const uint32_t doc_line_number = source_.place(doc.begin).line;
    if (doc.begin > first_token || (line != 0 && doc_line_number != line + 1)) break;
    out +=
        (line == 0 ? "" : "\n") + doc_line(source_.text().substr(doc.begin, doc.end - doc.begin));
    line = doc_line_number;
  }
  const bool belongs_to_first =
      source_.place(first_token).line == line + 1 && tokens_.list.size() > 1;
  return belongs_to_first ? "" : out;
}

bool Builder::is_broken(antlr4::ParserRuleContext* context) {
  if (context->exception == nullptr) return false;
  note_broken(context);
  return true;
}

/// Keeps the name of what cannot be built: the first one behind its keywords.
void Builder::note_broken(antlr4::ParserRuleContext* context) {
  const size_t first = context->getStart()->getTokenIndex();
  for (size_t i = first; i < tokens_.list.size() && i < first + 3; ++i) {
    const Token& at = tokens_.list[i];
    if (i > first && at.starts_item) return;
    if (at.kind != Grammar::NAME && at.kind != Grammar::DTYPE_NAME) continue;
    broken_.push_back({std::string(text_of(source_, at)), {tokens_.file, at.begin, at.end}});
    return;
  }
}

FileTree Builder::file(Grammar::FileContext* context) {
  FileTree tree;
  tree.file = tokens_.file;
  tree.doc = file_doc();
  for (Grammar::DeclarationContext* child : context->declaration())
    if (!is_broken(child)) declaration(child, tree);
  tree.broken = std::move(broken_);
  return tree;
}

} // namespace tenet::dsl::syntax
