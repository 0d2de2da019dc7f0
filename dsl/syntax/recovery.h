#pragma once

#include "dsl/syntax/explain.h"
#include "dsl/text/diagnostics.h"

namespace tenet::dsl::syntax {

/// What the parser does with a mistake: one error for the declaration, rule or pass in which it is
/// found, then on with the next one. Where the tokens were already faulty in that declaration, the
/// mistake is a consequence and not reported.
class Recovery : public antlr4::DefaultErrorStrategy {
public:
  Recovery(const SourceFile& source, const Tokens& tokens, Diagnostics& diagnostics);

  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& e) override;
  void recover(antlr4::Parser* parser, std::exception_ptr e) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void sync(antlr4::Parser* parser) override;

private:
  void explain(size_t index, const TokenSet& expected);
  bool is_consequence(size_t index) const;
  void skip_item(antlr4::Parser* parser, size_t first);
  void skip_head(antlr4::Parser* parser);

  const SourceFile& source_;
  const Tokens& tokens_;
  std::vector<uint32_t> mistakes_; ///< of the tokens, ascending
  Diagnostics& diagnostics_;
};

} // namespace tenet::dsl::syntax
