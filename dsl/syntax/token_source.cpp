#include "dsl/syntax/token_source.h"

namespace tenet::dsl::syntax {

std::unique_ptr<antlr4::Token> TokenSource::nextToken() {
  const Token& token = tokens_[std::min(next_, tokens_.size() - 1)];
  ++next_;
  return std::make_unique<antlr4::CommonToken>(
      std::pair<antlr4::TokenSource*, antlr4::CharStream*>(this, nullptr), token.kind,
      antlr4::Token::DEFAULT_CHANNEL, token.begin, token.end);
}

antlr4::TokenFactory<antlr4::CommonToken>* TokenSource::getTokenFactory() {
  return antlr4::CommonTokenFactory::DEFAULT.get();
}

} // namespace tenet::dsl::syntax
