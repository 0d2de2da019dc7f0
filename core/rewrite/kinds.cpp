#include "core/rewrite/kinds.h"

#include "core/base/error.h"
#include "core/ir/text.h"
#include "core/rewrite/post_order.h"
#include "core/rewrite/trace.h"

#include <algorithm>

namespace tenet {

namespace {

std::string place_of(const RuleInfo& rule) {
  return "rule `" + std::string(rule.name) + "`, " + std::string(rule.file) + ":" +
         std::to_string(rule.line);
}

void add_statistics(const Pass& pass) {
  if (pass.options().statistics) pass.options().statistics->merge(pass.statistics());
}

} // namespace

std::optional<std::vector<const Node*>> apply_nodes(Pass& pass, const Node* n) {
  Match& m = pass.match();
  m.nodes.clear();
  if (!pass.apply(n)) return std::nullopt;
  return std::move(m.nodes);
}

size_t visit(Graph& graph, const Node* root, const Chain& chain, const RewriteOptions& options) {
  std::vector<const Node*> order = post_order(graph, root, options.enter_regions);
  if (options.order == Order::Pre) std::ranges::reverse(order);
  Pass pass(chain, options);
  pass.begin(graph, root);
  size_t fired = 0;
  for (const Node* n : order)
    if (pass.apply(n)) ++fired;
  add_statistics(pass);
  return fired;
}

std::vector<Violation> check(Graph& graph, const Node* root, const Chain& chain,
                             const RewriteOptions& options) {
  std::vector<Violation> violations;
  const std::vector<const Node*> order = post_order(graph, root, options.enter_regions);
  Pass pass(chain, options);
  pass.begin(graph, root);
  Match& m = pass.match();
  for (const Node* n : order) {
    m.decision = Match::Decision::Undecided;
    m.message.clear();
    const bool decided = pass.apply(n) && m.decision != Match::Decision::Undecided;
    if (decided && m.decision == Match::Decision::Allow) continue;
    std::string message = m.message;
    if (message.empty()) {
      const std::string op = "`" + std::string(graph.vocabulary().op(n->op).text) + "`";
      message = decided ? op + " is denied" : "no rule allows " + op;
    }
    const RuleInfo* origin = options.provenance ? options.provenance->maker(n) : nullptr;
    violations.push_back({n, decided ? m.last_fired() : nullptr, origin, std::move(message)});
  }
  add_statistics(pass);
  return violations;
}

std::string to_string(const Vocabulary& vocabulary, const Violation& violation) {
  std::string line = violation.message + ": `" + text::excerpt(vocabulary, violation.node) + "`";
  if (violation.rule) line += " (" + place_of(*violation.rule) + ")";
  if (violation.origin) line += ", made by " + place_of(*violation.origin);
  return line;
}

std::vector<const Node*> OneToMany::run(Graph& graph, const Node* root) {
  const bool enter = pass_.options().enter_regions;
  const std::vector<const Node*> order = post_order(graph, root, enter);
  pass_.begin(graph, root);
  Match& m = pass_.match();
  m.lists_ = this;
  lists_.clear();
  items_.clear();
  std::vector<const Node*> linear;
  NodeMap<bool> listed;
  for (const Node* n : order) {
    m.nodes.clear();
    if (!pass_.apply(n)) m.nodes.assign(1, rebuild(graph, n));
    lists_[n] = {items_.size(), m.nodes.size()};
    items_.insert(items_.end(), m.nodes.begin(), m.nodes.end());
    for (const Node* made : m.nodes)
      if (listed.insert(made).second) linear.push_back(made);
  }
  m.lists_ = nullptr;
  return linear;
}

const Node* OneToMany::rebuild(Graph& graph, const Node* n) {
  const OpInfo& op = graph.vocabulary().op(n->op);
  const uint32_t regions = pass_.options().enter_regions ? 0 : op.regions;
  std::vector<const Node*> sources(n->sources().begin(), n->sources().end());
  for (uint32_t i = 0; i < n->n_src; ++i) {
    if (i < 32 && (regions >> i & 1) != 0) continue;
    const std::span<const Node* const> list = made(n->src(i));
    if (list.size() != 1)
      throw Error("pass `" + std::string(pass_.options().name) + "`: source " + std::to_string(i) +
                  " of `" + text::excerpt(graph.vocabulary(), n) + "` became " +
                  std::to_string(list.size()) + " nodes, and no rule says what `" +
                  std::string(op.text) + "` does with them");
    sources[i] = list.front();
  }
  if (std::ranges::equal(sources, n->sources())) return n;
  const Node* made = graph.make(n->op, sources, n->arg);
  if (!made)
    throw Error("pass `" + std::string(pass_.options().name) + "` cannot build `" +
                std::string(op.text) +
                "` on new sources: " + graph.explain(n->op, sources, n->arg));
  return made;
}

std::span<const Node* const> OneToMany::made(const Node* n) const {
  const List* list = lists_.find(n);
  TENET_CHECK(list, "a node was asked for its list before it was reached");
  return {items_.data() + list->begin, list->count};
}

} // namespace tenet
