#include "dsl/syntax/recovery.h"

#include "dsl/syntax/explain.h"

#include <algorithm>

namespace tenet::dsl::syntax {

namespace {

/// Rules of the grammar that are a declaration or an entry of one: a mistake in them ends there.
bool is_item(size_t rule) {
  return rule == Grammar::RuleDeclaration || rule == Grammar::RuleRulesetItem ||
         rule == Grammar::RuleWhenItem || rule == Grammar::RulePipelineItem ||
         rule == Grammar::RuleDtypesItem || rule == Grammar::RuleFile;
}

bool is_head(size_t rule) {
  return rule == Grammar::RuleRulesetHead || rule == Grammar::RulePipelineHead ||
         rule == Grammar::RuleWhenHead;
}

} // namespace

Recovery::Recovery(const SourceFile& source, const Tokens& tokens, Diagnostics& diagnostics)
    : source_(source), tokens_(tokens), mistakes_(tokens.mistakes), diagnostics_(diagnostics) {
  std::sort(mistakes_.begin(), mistakes_.end());
}

void Recovery::reportError(antlr4::Parser* parser, const antlr4::RecognitionException& e) {
  if (inErrorRecoveryMode(parser)) return;
  beginErrorCondition(parser);
  explain(e.getOffendingToken()->getTokenIndex(), TokenSet(e.getExpectedTokens()));
}

/// Ends the rules of the grammar up to the declaration by throwing on; there, reading goes on
/// behind it.
void Recovery::recover(antlr4::Parser* parser, std::exception_ptr e) {
  antlr4::ParserRuleContext* const context = parser->getContext();
  const size_t rule = context->getRuleIndex();
  if (is_head(rule)) return skip_head(parser);
  if (!is_item(rule)) std::rethrow_exception(e);
  skip_item(parser, context->getStart()->getTokenIndex());
  endErrorCondition(parser);
}

antlr4::Token* Recovery::recoverInline(antlr4::Parser* parser) {
  throw antlr4::InputMismatchException(parser);
}

/// Called wherever the grammar may go on in several ways. Only the places between items matter:
/// what begins no item there is reported and left out, and the block goes on.
void Recovery::sync(antlr4::Parser* parser) {
  if (inErrorRecoveryMode(parser)) return;
  const antlr4::atn::ATN& atn = parser->getATN();
  const TokenSet expected(atn.nextTokens(atn.states[parser->getState()]));
  if (!expected.begins_items() || expected.ends_rule()) return;
  antlr4::TokenStream* stream = parser->getTokenStream();
  size_t explained = antlr4::Token::EOF; // of a run of rules without a ruleset the first is enough
  while (!expected.contains(stream->LA(1)) && stream->LA(1) != antlr4::Token::EOF) {
    const size_t index = stream->LT(1)->getTokenIndex();
    if (stream->LA(1) != explained) explain(index, expected);
    explained = stream->LA(1);
    skip_item(parser, index);
  }
}

void Recovery::skip_item(antlr4::Parser* parser, size_t first) {
  antlr4::TokenStream* stream = parser->getTokenStream();
  const uint32_t depth = tokens_.list[first].depth;
  for (;; parser->consume()) {
    const size_t index = stream->LT(1)->getTokenIndex();
    const Token& token = tokens_.list[index];
    if (token.kind == antlr4::Token::EOF) return;
    if (index == first) continue;
    if (token.starts_item && token.depth <= depth) return;
    if (token.kind == Grammar::RBRACE && token.depth < depth) return;
  }
}

void Recovery::skip_head(antlr4::Parser* parser) {
  antlr4::TokenStream* stream = parser->getTokenStream();
  for (;; parser->consume()) {
    const Token& token = tokens_.list[stream->LT(1)->getTokenIndex()];
    if (token.kind == antlr4::Token::EOF || token.kind == Grammar::LBRACE || token.starts_item)
      return;
  }
}

/// True if something in the declaration around the token, or up to it, is already reported.
bool Recovery::is_consequence(size_t index) const {
  const std::vector<Token>& list = tokens_.list;
  size_t first = index;
  while (first > 0 && (first == index || !list[first].starts_item))
    --first;
  size_t last = index;
  while (last + 1 < list.size() && !list[last].starts_item)
    ++last;
  const uint32_t end = list[last].begin;
  const auto mistake = std::lower_bound(mistakes_.begin(), mistakes_.end(), list[first].begin);
  return mistake != mistakes_.end() && *mistake < end;
}

void Recovery::explain(size_t index, const TokenSet& expected) {
  if (is_consequence(index)) return;
  diagnostics_.add(explain_mistake(source_, tokens_, index, expected));
}

} // namespace tenet::dsl::syntax
