#pragma once

#include "dsl/syntax/token.h"

namespace tenet::dsl::syntax {

/// Hands finished tokens to ANTLR. Positions are byte offsets; the index of a token in the stream
/// is that in the list.
class TokenSource : public antlr4::TokenSource {
public:
  explicit TokenSource(const std::vector<Token>& tokens) : tokens_(tokens) {}

  std::unique_ptr<antlr4::Token> nextToken() override;
  size_t getLine() const override { return 0; }
  size_t getCharPositionInLine() override { return 0; }
  antlr4::CharStream* getInputStream() override { return nullptr; }
  std::string getSourceName() override { return ""; }
  antlr4::TokenFactory<antlr4::CommonToken>* getTokenFactory() override;

private:
  const std::vector<Token>& tokens_;
  size_t next_ = 0;
};

} // namespace tenet::dsl::syntax
