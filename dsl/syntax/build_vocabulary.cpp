#include "dsl/syntax/build.h"

#include <charconv>

namespace tenet::dsl::syntax {

using antlr4::tree::TerminalNode;

void Builder::declaration(Grammar::DeclarationContext* context, FileTree& tree) {
  if (auto* c = dynamic_cast<Grammar::RulesetDeclContext*>(context)) {
    if (std::optional<Ruleset> out = ruleset(c)) tree.rulesets.push_back(std::move(*out));
  } else if (auto* c = dynamic_cast<Grammar::PipelineDeclContext*>(context)) {
    if (std::optional<Pipeline> out = pipeline(c)) tree.pipelines.push_back(std::move(*out));
  } else if (auto* c = dynamic_cast<Grammar::TestDeclContext*>(context)) {
    tree.tests.push_back(test(c->test()));
  } else if (auto* c = dynamic_cast<Grammar::UseDeclContext*>(context)) {
    tree.uses.push_back({span(c), string(c->STRING())});
  } else if (auto* c = dynamic_cast<Grammar::FnDeclContext*>(context)) {
    tree.fns.push_back(function(c));
  } else if (auto* c = dynamic_cast<Grammar::ExternalDeclContext*>(context)) {
    if (c->externDecl()->TYPE() != nullptr)
      tree.extern_types.push_back({doc_before(c), span(c), name(c->externDecl()->NAME())});
    else
      tree.externs.push_back(signature(c, c->externDecl()->signature()));
  } else if (auto* c = dynamic_cast<Grammar::EffectDeclContext*>(context)) {
    tree.externs.push_back(signature(c, c->signature()));
    tree.externs.back().effect = true;
  } else {
    vocabulary(context, tree);
  }
}

void Builder::vocabulary(Grammar::DeclarationContext* context, FileTree& tree) {
  if (auto* c = dynamic_cast<Grammar::OpDeclContext*>(context))
    tree.ops.push_back(op(c));
  else if (auto* c = dynamic_cast<Grammar::DtypesDeclContext*>(context))
    dtypes(c, tree);
  else if (auto* c = dynamic_cast<Grammar::SetDeclContext*>(context))
    (c->CLASS() != nullptr ? tree.classes : tree.groups).push_back(set(c));
  else if (auto* c = dynamic_cast<Grammar::EnumDeclContext*>(context))
    tree.enums.push_back(enumeration(c));
  else if (auto* c = dynamic_cast<Grammar::StructDeclContext*>(context))
    tree.structs.push_back(structure(c));
  else if (auto* c = dynamic_cast<Grammar::TraitDeclContext*>(context))
    tree.traits.push_back(trait(c));
}

void Builder::dtypes(Grammar::DtypesDeclContext* context, FileTree& tree) {
  for (Grammar::DtypesItemContext* each : context->dtypesItem()) {
    if (is_broken(each)) continue;
    if (auto* c = dynamic_cast<Grammar::DtypeDeclContext*>(each))
      tree.dtypes.push_back(dtype(c));
    else
      tree.promotions.push_back(promotion(dynamic_cast<Grammar::PromotionContext*>(each)));
  }
}

DTypeDecl Builder::dtype(Grammar::DtypeDeclContext* context) {
  DTypeDecl out;
  out.doc = doc_before(context);
  out.span = span(context);
  out.name = name(context->DTYPE_NAME());
  for (Grammar::DtypeWordContext* each : context->dtypeWord()) {
    DTypeDecl::Word& word = out.words.emplace_back();
    word.word = name(each->NAME());
    if (each->INT() == nullptr) continue;
    const Name digits = name(each->INT());
    uint32_t number = 0;
    const char* const end = digits.text.data() + digits.text.size();
    const auto [stop, error] = std::from_chars(digits.text.data(), end, number);
    if (error != std::errc() || stop != end)
      diagnostics_.error(digits.span,
                         "found `" + digits.text + "`; expected a small decimal number");
    word.number = number;
  }
  return out;
}

Promotion Builder::promotion(Grammar::PromotionContext* context) {
  Promotion out;
  out.span = span(context);
  for (Grammar::NameListContext* stage : context->nameList())
    out.stages.push_back(names(stage));
  return out;
}

SetDecl Builder::set(Grammar::SetDeclContext* context) {
  return {doc_before(context), span(context), name(context->NAME()), expr(context->expr())};
}

EnumDecl Builder::enumeration(Grammar::EnumDeclContext* context) {
  EnumDecl out;
  out.doc = doc_before(context);
  out.span = span(context);
  out.name = name(context->NAME());
  for (Grammar::EnumeratorContext* each : context->enumerator())
    out.enumerators.push_back({name(each->NAME()), optional_string(each->STRING())});
  return out;
}

StructDecl Builder::structure(Grammar::StructDeclContext* context) {
  StructDecl out;
  out.doc = doc_before(context);
  out.span = span(context);
  out.name = name(context->NAME());
  for (Grammar::FieldContext* each : context->field())
    out.fields.push_back(field(each));
  return out;
}

TraitDecl Builder::trait(Grammar::TraitDeclContext* context) {
  return {string(context->STRING()).plain, span(context), name(context->NAME()),
          context->ROLE() != nullptr};
}

// --- ops ---

OpDecl Builder::op(Grammar::OpDeclContext* context) {
  OpDecl out;
  out.doc = doc_before(context);
  out.span = span(context);
  out.name = name(context->NAME(0));
  for (Grammar::SourceContext* each : context->source())
    out.sources.push_back(source(each));
  for (Grammar::FieldContext* each : context->field())
    out.fields.push_back(field(each));
  out.infix = optional_string(context->STRING());
  const size_t first_trait = 1; // behind the op's own name
  const std::vector<TerminalNode*> written = context->NAME();
  for (size_t i = first_trait; i < written.size(); ++i)
    out.traits.push_back(name(written[i]));
  for (Grammar::OpClauseContext* each : context->opClause())
    out.clauses.push_back(op_clause(each));
  return out;
}

SourceDecl Builder::source(Grammar::SourceContext* context) {
  SourceDecl out;
  out.span = span(context);
  out.name = name(context->NAME());
  out.rest = context->ELLIPSIS() != nullptr;
  out.dtype_class = optional_expr(context->expr());
  return out;
}

OpClause Builder::op_clause(Grammar::OpClauseContext* context) {
  OpClause out;
  out.span = span(context);
  if (auto* c = dynamic_cast<Grammar::OpValueContext*>(context)) {
    out.kind = c->DTYPE() != nullptr   ? OpClause::Kind::DType
               : c->SHAPE() != nullptr ? OpClause::Kind::Shape
                                       : OpClause::Kind::Bounds;
    out.value = expr(c->expr());
  } else if (auto* c = dynamic_cast<Grammar::OpEvalContext*>(context)) {
    out.kind = OpClause::Kind::Eval;
    for (TerminalNode* each : c->CLASS_NAME())
      out.classes.push_back(leaf(Expr::Kind::Name, span(each), name(each).text));
    out.value = expr(c->expr());
  } else if (auto* c = dynamic_cast<Grammar::OpSmtContext*>(context)) {
    out.kind = OpClause::Kind::Smt;
    out.text = optional_string(c->STRING());
  } else if (auto* c = dynamic_cast<Grammar::OpClosesContext*>(context)) {
    out.kind = OpClause::Kind::Closes;
    out.names = names(c->nameList());
  } else {
    out.kind = OpClause::Kind::Region;
    out.names = names(dynamic_cast<Grammar::OpRegionContext*>(context)->nameList());
  }
  return out;
}

FieldDecl Builder::field(Grammar::FieldContext* context) {
  FieldDecl out;
  out.span = span(context);
  out.name = name(context->NAME() != nullptr ? context->NAME() : context->FIELD_NAME());
  out.type = type(context->type());
  out.default_value = optional_expr(context->expr());
  out.named = context->NAMED() != nullptr;
  return out;
}

// --- functions ---

TypeRef Builder::type(Grammar::TypeContext* context) { // NOLINT(misc-no-recursion): nesting limit
  TypeRef out;
  out.span = span(context);
  out.name = context->NAME() != nullptr ? name(context->NAME()).text : "tuple";
  for (Grammar::TypeContext* each : context->type())
    out.args.push_back(type(each));
  out.optional = context->QUESTION() != nullptr;
  return out;
}

std::vector<Param> Builder::params(Grammar::ParamsContext* context) {
  std::vector<Param> out;
  if (context == nullptr) return out;
  for (Grammar::ParamContext* each : context->param()) {
    Param& param = out.emplace_back();
    param.name = name(each->NAME() != nullptr ? each->NAME() : each->FIELD_NAME());
    if (each->type() != nullptr) param.type = type(each->type());
  }
  return out;
}

ExternDecl Builder::signature(Grammar::DeclarationContext* declaration,
                              Grammar::SignatureContext* context) {
  ExternDecl out;
  out.doc = doc_before(declaration);
  out.span = span(declaration);
  out.name = name(context->NAME());
  out.params = params(context->params());
  if (context->type() != nullptr) out.result = type(context->type());
  out.ensures = exprs(context->expr());
  return out;
}

FnDecl Builder::function(Grammar::FnDeclContext* context) {
  FnDecl out;
  out.doc = doc_before(context);
  out.span = span(context);
  out.name = name(context->NAME());
  out.params = params(context->params());
  out.body = expr(context->expr());
  where_clauses(context->whereClauses(), out.clauses);
  return out;
}

} // namespace tenet::dsl::syntax
