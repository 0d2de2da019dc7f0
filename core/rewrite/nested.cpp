#include "core/rewrite/nested.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tenet {

Pass::Nested& Pass::nested(std::span<const Ruleset* const> rulesets) {
  for (const std::unique_ptr<Nested>& n : nested_)
    if (std::ranges::equal(n->asked, rulesets)) return *n;
  Chain chain(chain_.vocabulary(), rulesets, chain_.context());
  std::vector<RuleState> states = initial_states(chain);
  if (stopped_)
    for (RuleState& s : states)
      s.enabled = false;
  nested_.push_back(std::make_unique<Nested>(
      Nested{{rulesets.begin(), rulesets.end()}, std::move(chain), std::move(states), {}}));
  return *nested_.back();
}

/// Rules go on matching after it: what the engine has told the matcher is put back. A throw ends
/// the pass.
const Node* Pass::run_nested(Nested& inner, const Node* root) {
  RuleState* const rules = match_.rules_;
  const RuleInfo* const infos = match_.infos_;
  const bool done = match_.done_;
  const size_t first_new = first_new_;
  const uint64_t limit = path_limit_;
  path_limit_ = std::max(path_.empty() ? 0 : limit, path_.size() + allowance(root));
  Driver<TableMemo, Order::Post> driver(*this, match_.graph(), inner.chain, inner.states.data(),
                                        TableMemo{inner.memo});
  const Node* result = driver.run(root);
  match_.rules_ = rules;
  match_.infos_ = infos;
  match_.done_ = done;
  first_new_ = first_new;
  path_limit_ = limit;
  return result;
}

/// Nodes lower than all that is replaced cannot contain it and stay; so do bodies, unless the pass
/// enters them.
const Node* Pass::substitute(const Node* e,
                             std::span<const std::pair<const Node*, const Node*>> map) {
  if (map.empty()) return e;
  Graph& graph = match_.graph();
  NodeMap<const Node*>& result = substituted_;
  result.clear();
  uint32_t lowest = ~uint32_t{0};
  for (const auto& [from, to] : map) {
    result[from] = to;
    lowest = std::min(lowest, from->height);
  }
  const auto known = [&](const Node* n) {
    if (n->height <= lowest && !result.find(n)) return n;
    const Node** r = result.find(n);
    return r ? *r : nullptr;
  };
  std::vector<const Node*> stack{e}, sources;
  while (!stack.empty()) {
    const Node* n = stack.back();
    if (known(n)) {
      stack.pop_back();
      continue;
    }
    const uint32_t regions = options_.enter_regions ? 0 : chain_.op(n->op).regions;
    const size_t depth = stack.size();
    sources.clear();
    for (uint32_t i = 0; i < n->n_src; ++i) {
      const bool is_region = i < 32 && (regions >> i & 1) != 0;
      const Node* s = is_region ? n->src(i) : known(n->src(i));
      if (!s) stack.push_back(n->src(i));
      sources.push_back(s);
    }
    if (stack.size() != depth) continue;
    stack.pop_back();
    const Node* made =
        std::ranges::equal(sources, n->sources()) ? n : graph.make(n->op, sources, n->arg);
    if (!made) return nullptr;
    result[n] = made;
  }
  return known(e);
}

/// Counts the uses in the input, then brings the counts of nodes that have been replaced so far to
/// what stands in their place: of done nodes to their results; of those in progress, outermost
/// first, to what they wait for.
void Pass::count_uses() {
  uses_.clear();
  uses_counted_ = true;
  std::vector<const Node*> worklist{root_};
  uses_[root_] = 0;
  std::vector<const Node*> finished;
  while (!worklist.empty()) {
    const Node* n = worklist.back();
    worklist.pop_back();
    if (current_ && n->epoch == epoch_ + static_cast<uint32_t>(State::Done) && n->memo != n)
      finished.push_back(n);
    for (const Node* s : n->sources()) {
      const auto [count, is_new] = uses_.insert(s);
      ++*count;
      if (is_new) worklist.push_back(s);
    }
  }
  for (const Node* n : finished)
    replaced(n, n->memo);
  if (!current_) return;
  std::vector<const Node*> waiting;
  for (const Node* n = *current_; n; n = n->memo)
    waiting.push_back(n);
  for (size_t i = waiting.size() - 1; i > 0; --i)
    if (waiting[i]->epoch != epoch_ + static_cast<uint32_t>(State::Open))
      replaced(waiting[i], waiting[i - 1]);
}

bool Pass::single_use(const Node* n) {
  if (!uses_counted_) count_uses();
  const uint32_t* count = uses_.find(n);
  return !count || *count <= 1;
}

} // namespace tenet
