#pragma once

#include "dsl/syntax/token.h"
#include "dsl/syntax/tree.h"
#include "dsl/text/diagnostics.h"

namespace tenet::dsl::syntax {

/// Turns ANTLR's parse tree into ours. A declaration, rule or pass with a mistake is left out and
/// its name kept as broken. Recursion is bounded: the brackets and operators of every expression
/// were counted before parsing.
class Builder {
public:
  Builder(const SourceFile& source, const Tokens& tokens, Diagnostics& diagnostics)
      : source_(source), tokens_(tokens), diagnostics_(diagnostics) {}

  FileTree file(Grammar::FileContext* context);

private:
  /// Terms, and behind each but the last the tokens of an operator; `at` is the next term to be
  /// read.
  struct Chain {
    std::vector<Grammar::TermContext*> terms;
    std::vector<std::vector<antlr4::tree::TerminalNode*>> signs;
    size_t at = 0;
  };

  // build.cpp: places, names, strings, docs
  const Token& token(antlr4::Token* token) const;
  Span span(antlr4::ParserRuleContext* context) const;
  Span span(antlr4::tree::TerminalNode* node) const;
  Name name(antlr4::tree::TerminalNode* node) const;
  Name name_or_string(antlr4::tree::TerminalNode* name, antlr4::tree::TerminalNode* string);
  std::vector<Name> names(Grammar::NameListContext* context) const;
  std::string doc_before(antlr4::ParserRuleContext* context) const;
  std::string file_doc() const;
  bool is_broken(antlr4::ParserRuleContext* context);
  void note_broken(antlr4::ParserRuleContext* context);

  // build_text.cpp
  std::string unescaped(Span inside);
  Text string(antlr4::tree::TerminalNode* node);
  std::optional<Text> optional_string(antlr4::tree::TerminalNode* node);
  Text text(Grammar::TextContext* context);
  TextPiece hole(Grammar::HoleContext* context);

  // build_expr.cpp
  Expr expr(Grammar::ExprContext* context);
  std::optional<Expr> optional_expr(Grammar::ExprContext* context);
  std::vector<Expr> exprs(const std::vector<Grammar::ExprContext*>& contexts);
  Expr leaf(Expr::Kind kind, Span span, std::string text) const;
  Expr climb(Chain& chain, int least, size_t first_prefix);
  Expr prefixed(Chain& chain, size_t first);
  void forbid_chain(const Expr& comparison);

  // build_operand.cpp
  Expr operand(Grammar::TermContext* context);
  Expr atom(Grammar::AtomContext* context);
  Expr constant(Grammar::AtomContext* context);
  Expr evaluated(Grammar::AtomContext* context);
  Expr literal(Grammar::AtomContext* context);
  Expr parens(Grammar::AtomContext* context);
  Expr list(Grammar::AtomContext* context);
  Expr item(Grammar::ItemContext* context);
  std::vector<Expr> items(Grammar::ItemsContext* context);
  Expr with_trailers(Expr first, const std::vector<Grammar::TrailerContext*>& trailers);
  Expr call(Expr callee, Grammar::TrailerContext* context, bool ordered);
  Expr brackets(Expr first, Grammar::TrailerContext* context, bool call_follows);
  Expr class_of(Grammar::ClassRefContext* context);
  Expr quantifier(Expr loop, const std::string& word, Span whole);
  std::vector<Name> loop_names(Grammar::LoopNamesContext* context) const;

  // build_vocabulary.cpp
  void declaration(Grammar::DeclarationContext* context, FileTree& tree);
  void vocabulary(Grammar::DeclarationContext* context, FileTree& tree);
  void dtypes(Grammar::DtypesDeclContext* context, FileTree& tree);
  DTypeDecl dtype(Grammar::DtypeDeclContext* context);
  Promotion promotion(Grammar::PromotionContext* context);
  SetDecl set(Grammar::SetDeclContext* context);
  EnumDecl enumeration(Grammar::EnumDeclContext* context);
  StructDecl structure(Grammar::StructDeclContext* context);
  TraitDecl trait(Grammar::TraitDeclContext* context);
  OpDecl op(Grammar::OpDeclContext* context);
  SourceDecl source(Grammar::SourceContext* context);
  OpClause op_clause(Grammar::OpClauseContext* context);
  FieldDecl field(Grammar::FieldContext* context);
  TypeRef type(Grammar::TypeContext* context);
  std::vector<Param> params(Grammar::ParamsContext* context);
  ExternDecl signature(Grammar::DeclarationContext* declaration,
                       Grammar::SignatureContext* context);
  FnDecl function(Grammar::FnDeclContext* context);

  // build_rules.cpp
  std::optional<Ruleset> ruleset(Grammar::RulesetDeclContext* context);
  void ruleset_head(Grammar::RulesetHeadContext* context, bool is_check, Ruleset& out);
  RulesetKind ruleset_kind(Grammar::RulesetHeadContext* context);
  void ruleset_item(Grammar::RulesetItemContext* context, Ruleset& out);
  void when_block(Grammar::WhenBlockContext* context, Ruleset& out);
  Rule rule(Grammar::RuleDeclContext* context);
  Rule rewrite_rule(Grammar::RewriteRuleContext* context);
  void rule_clauses(const std::vector<Grammar::RuleClausesContext*>& contexts, Rule& out);
  void where_clauses(const std::vector<Grammar::WhereClausesContext*>& contexts,
                     std::vector<Clause>& out);
  Clause clause(Grammar::ClauseContext* context);
  TestDecl test(Grammar::TestContext* context);
  TestBinding binding(Grammar::BindingContext* context);
  Expr bound(Grammar::BoundContext* context);
  std::optional<Pipeline> pipeline(Grammar::PipelineDeclContext* context);
  void pipeline_item(Grammar::PipelineItemContext* context, Pipeline& out);
  PassDecl pass(Grammar::PassItemContext* context);
  PassDecl step(Grammar::StepItemContext* context);
  void pass_parts(const std::vector<Grammar::PassPartContext*>& contexts, PassDecl& out);

  const SourceFile& source_;
  const Tokens& tokens_;
  Diagnostics& diagnostics_;
  std::vector<Name> broken_;
};

} // namespace tenet::dsl::syntax
