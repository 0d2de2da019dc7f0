#include "core/rewrite/pipeline.h"

#include "core/base/error.h"
#include "core/rewrite/kinds.h"

#include <algorithm>

namespace tenet {
namespace {

constexpr size_t shown_violations = 10;

RewriteOptions options_of(const PassInfo& pass, const Pipeline& pipeline,
                          const PipelineOptions& options) {
  RewriteOptions result = options.rewrite;
  result.order = pass.order;
  result.name = pass.name;
  result.enter_regions = pass.enters_regions;
  result.unsound = options.strict ? 0 : pipeline.unsound;
  return result;
}

void run_check(Graph& graph, const Node* root, const PassInfo& pass, const Chain& chain,
               const RewriteOptions& options) {
  const std::vector<Violation> violations = check(graph, root, chain, options);
  if (violations.empty()) return;
  std::string message = "check `" + std::string(pass.name) + "` is violated by " +
                        std::to_string(violations.size()) +
                        (violations.size() == 1 ? " node" : " nodes");
  for (size_t i = 0; i < std::min(violations.size(), shown_violations); ++i)
    message += "\n  " + to_string(graph.vocabulary(), violations[i]);
  throw Error(message);
}

const Node* run_pass(Graph& graph, const Node* root, const PassInfo& pass,
                     const RewriteOptions& options, Pass& scratch) {
  if (pass.kind == PassInfo::Kind::Step) {
    const Node* result = pass.step(scratch.match(), root);
    if (result == nullptr) throw Error("step `" + std::string(pass.name) + "` gave no graph");
    return result;
  }
  const Chain chain(graph.vocabulary(), pass.rulesets, scratch.chain().context());
  if (pass.kind == PassInfo::Kind::Pass) return rewrite(graph, root, chain, options);
  run_check(graph, root, pass, chain, options);
  return root;
}

std::string_view name_of(Order order) {
  switch (order) {
  case Order::Post:
    return "post";
  case Order::Pre:
    return "pre";
  case Order::Walk:
    return "walk";
  }
  return {};
}

/// ` { symbolic, move_gates }`
std::string rulesets_text(const PassInfo& pass) {
  std::string text;
  for (const Ruleset* ruleset : pass.rulesets)
    text += (text.empty() ? "" : ", ") + std::string(ruleset->name);
  return " { " + text + " }";
}

std::string entry_text(const PassInfo& pass) {
  const std::string name(pass.name);
  std::string text;
  switch (pass.kind) {
  case PassInfo::Kind::Step:
    text = "step " + name;
    break;
  case PassInfo::Kind::Check:
    text = "check " + name;
    break;
  case PassInfo::Kind::Pass:
    text = "pass \"" + name + "\"" +
           (pass.order == Order::Post ? "" : " " + std::string(name_of(pass.order))) +
           rulesets_text(pass);
    break;
  }
  if (!pass.when_text.empty()) text += " when " + std::string(pass.when_text);
  for (const PassInfo::Need& need : pass.needs)
    text += " after \"" + std::string(need.pass) + "\": " + std::string(need.reason);
  return text;
}

} // namespace

const Node* run_pipeline(Graph& graph, const Node* root, const Pipeline& pipeline, void* context,
                         const PipelineOptions& options) {
  const bool known =
      options.stop_after.empty() ||
      std::any_of(pipeline.passes.begin(), pipeline.passes.end(),
                  [&](const PassInfo& pass) { return pass.name == options.stop_after; });
  if (!known)
    throw Error("pipeline `" + std::string(pipeline.name) + "` has no pass `" +
                std::string(options.stop_after) + "`");
  const Chain no_rules(graph.vocabulary(), {}, context);
  Pass scratch(no_rules); // for conditions, context values and steps
  for (const PassInfo& pass : pipeline.passes) {
    scratch.begin(graph, root);
    if (pass.when == nullptr || pass.when(scratch.match(), root)) {
      const Node* before = root;
      if (pass.with != nullptr) pass.with(scratch.match(), root, context);
      root = run_pass(graph, root, pass, options_of(pass, pipeline, options), scratch);
      if (options.on_pass) options.on_pass(pass, before, root);
    }
    if (pass.name == options.stop_after) break;
  }
  return root;
}

std::string table_of_contents(const Pipeline& pipeline) {
  std::string text = "pipeline " + std::string(pipeline.name) + '\n';
  size_t number = 0;
  for (const PassInfo& pass : pipeline.passes)
    text += std::to_string(++number) + ". " + entry_text(pass) + '\n';
  return text;
}

} // namespace tenet
