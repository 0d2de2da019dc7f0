#include "dsl/syntax/build.h"

namespace tenet::dsl::syntax {

std::optional<Pipeline> Builder::pipeline(Grammar::PipelineDeclContext* context) {
  Pipeline out;
  out.doc = doc_before(context);
  out.span = span(context);
  for (Grammar::PipelineItemContext* each : context->pipelineItem())
    if (!is_broken(each)) pipeline_item(each, out);
  Grammar::PipelineHeadContext* head = context->pipelineHead();
  if (head->exception != nullptr) {
    note_broken(context);
    return std::nullopt;
  }
  out.name = name(head->NAME());
  out.params = params(head->params());
  if (head->allowsPart() != nullptr)
    for (Name& flag : names(head->allowsPart()->nameList()))
      out.allows.push_back(std::move(flag));
  return out;
}

void Builder::pipeline_item(Grammar::PipelineItemContext* context, Pipeline& out) {
  if (auto* c = dynamic_cast<Grammar::PassItemContext*>(context)) {
    out.passes.push_back(pass(c));
  } else if (auto* c = dynamic_cast<Grammar::StepItemContext*>(context)) {
    out.passes.push_back(step(c));
  } else if (auto* c = dynamic_cast<Grammar::CheckItemContext*>(context)) {
    PassDecl& check = out.passes.emplace_back();
    check.kind = PassDecl::Kind::Check;
    check.doc = doc_before(c);
    check.span = span(c);
    check.name = name(c->NAME());
    pass_parts(c->passPart(), check);
  } else if (auto* c = dynamic_cast<Grammar::AllowsItemContext*>(context)) {
    for (Name& flag : names(c->allowsPart()->nameList()))
      out.allows.push_back(std::move(flag));
  } else {
    out.tests.push_back(test(dynamic_cast<Grammar::PassTestContext*>(context)->test()));
  }
}

PassDecl Builder::pass(Grammar::PassItemContext* context) {
  PassDecl out;
  out.doc = doc_before(context);
  out.span = span(context);
  out.name = {string(context->STRING()).plain, span(context->STRING())};
  if (context->PRE() != nullptr) out.order = PassDecl::Order::Pre;
  if (context->WALK() != nullptr) out.order = PassDecl::Order::Walk;
  out.rulesets = names(context->nameList());
  pass_parts(context->passPart(), out);
  return out;
}

PassDecl Builder::step(Grammar::StepItemContext* context) {
  PassDecl out;
  out.kind = PassDecl::Kind::Step;
  out.doc = doc_before(context);
  out.span = span(context);
  out.name = name(context->NAME());
  out.arguments = exprs(context->expr());
  pass_parts(context->passPart(), out);
  return out;
}

void Builder::pass_parts(const std::vector<Grammar::PassPartContext*>& contexts, PassDecl& out) {
  for (Grammar::PassPartContext* each : contexts) {
    if (auto* c = dynamic_cast<Grammar::PassWhenContext*>(each)) {
      if (out.when)
        diagnostics_.error(span(c),
                           "`when` stands here twice; expected one condition joined by `and`");
      out.when = expr(c->expr());
    } else if (auto* c = dynamic_cast<Grammar::PassWithContext*>(each)) {
      for (size_t i = 0; i < c->NAME().size(); ++i)
        out.with.push_back({name(c->NAME(i)), expr(c->expr(i))});
    } else if (auto* c = dynamic_cast<Grammar::PassAfterContext*>(each)) {
      const bool named = c->NAME() != nullptr;
      PassDecl::After& after = out.after.emplace_back();
      after.pass = name_or_string(c->NAME(), named ? nullptr : c->STRING(0));
      after.reason = optional_string(c->STRING(named ? 0 : 1));
    } else {
      const Name what = name(dynamic_cast<Grammar::PassEntersContext*>(each)->NAME());
      if (what.text != "regions")
        diagnostics_.error(what.span,
                           "found `enters " + what.text + "`; expected `enters regions`");
      out.enters_regions = true;
    }
  }
}

} // namespace tenet::dsl::syntax
