#include "core/rewrite/engine.h"

#include "core/rewrite/driver.h"
#include "core/rewrite/nested.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace tenet {

namespace {

/// `TENET_STRICT=1` allows no relaxation anywhere.
bool is_strict() {
  static const bool strict = [] {
    const char* value = std::getenv("TENET_STRICT");
    return value && std::string_view(value) == "1";
  }();
  return strict;
}

} // namespace

void PassStatistics::merge(const PassStatistics& other) {
  visited += other.visited;
  matched += other.matched;
  fired += other.fired;
  for (const Rule& r : other.rules) {
    const auto same = std::find_if(rules.begin(), rules.end(),
                                   [&](const Rule& mine) { return mine.rule == r.rule; });
    if (same == rules.end()) {
      rules.push_back(r);
    } else {
      same->attempts += r.attempts;
      same->firings += r.firings;
    }
  }
}

namespace {

/// The pass of the last plain rewrite of a thread. Setting one up costs as much as rewriting a
/// hundred nodes, and most graphs are smaller.
struct KeptPass {
  std::unique_ptr<Pass> pass;
  uint64_t chain = 0; ///< serial
};

constexpr size_t largest_kept = 1 << 16; ///< nodes; a pass's tables grow with the graph

/// All as by default, and nobody looks at the counters.
bool is_plain(const RewriteOptions& o) {
  const RewriteOptions plain;
  return o.order == plain.order && o.unsound == plain.unsound && !o.enable && !o.trace &&
         o.firings_per_node == plain.firings_per_node && o.enter_regions == plain.enter_regions &&
         o.max_firings == plain.max_firings && !o.provenance && !o.statistics &&
         o.name == plain.name;
}

const Node* rewrite_plainly(Graph& graph, const Node* root, const Chain& chain) {
  thread_local KeptPass kept;
  // Taken out while it runs: a rewrite within it makes its own, and an error drops it.
  std::unique_ptr<Pass> pass = std::move(kept.pass);
  if (!pass || kept.chain != chain.serial() || &pass->chain() != &chain)
    pass = std::make_unique<Pass>(chain);
  const Node* const result = pass->run(graph, root);
  if (graph.node_count() <= largest_kept) kept = {std::move(pass), chain.serial()};
  return result;
}

} // namespace

const Node* rewrite(Graph& graph, const Node* root, const Chain& chain,
                    const RewriteOptions& options) {
  if (is_plain(options)) return rewrite_plainly(graph, root, chain);
  Pass pass(chain, options);
  const Node* result = pass.run(graph, root);
  if (options.statistics) options.statistics->merge(pass.statistics());
  return result;
}

Pass::Pass(const Chain& chain, const RewriteOptions& options)
    : chain_(chain), options_(options), match_(*this), states_(initial_states(chain)) {
  match_.context_ = chain.context();
}

Pass::~Pass() = default;

std::vector<RuleState> Pass::initial_states(const Chain& chain) const {
  std::vector<RuleState> states(chain.rule_count());
  disable(chain, states);
  return states;
}

void Pass::disable(const Chain& chain, std::span<RuleState> states) const {
  const unsigned allowed = is_strict() ? 0 : options_.unsound;
  for (const auto& [rule, needed] : chain.unsound_rules())
    if ((needed & ~allowed) != 0) states[rule].enabled = false;
  if (!options_.enable) return;
  uint32_t i = 0;
  for (const Ruleset* r : chain.rulesets())
    for (const RuleInfo& rule : r->rules) {
      if (!options_.enable(rule)) states[i].enabled = false;
      ++i;
    }
}

void Pass::begin(Graph& graph, const Node* root) {
  TENET_CHECK(&graph.vocabulary() == &chain_.vocabulary(),
              "the chain of pass `" + std::string(options_.name) + "` is of another vocabulary");
  match_.graph_ = &graph;
  root_ = root;
  current_ = nullptr;
  path_.clear();
  uses_counted_ = false;
  for (const std::unique_ptr<Nested>& n : nested_)
    n->memo.clear();
  if (stopped_) {
    stopped_ = false;
    const auto resume = [&](const Chain& chain, std::vector<RuleState>& states) {
      for (RuleState& s : states)
        s.enabled = true;
      disable(chain, states);
    };
    resume(chain_, states_);
    for (const std::unique_ptr<Nested>& n : nested_)
      resume(n->chain, n->states);
  }
  const bool limited = options_.max_firings != ~uint64_t{0};
  stop_at_ = limited ? match_.fired_ + options_.max_firings : ~uint64_t{0};
  match_.watch_from_ = options_.trace || options_.provenance ? 0 : stop_at_;
  if (options_.max_firings == 0) stop();
}

const Node* Pass::run(Graph& graph, const Node* root) {
  begin(graph, root);
  const NodeMemo memo(graph);
  epoch_ = memo.first;
  const auto drive = [&]<Order order>() {
    Driver<NodeMemo, order> driver(*this, graph, chain_, states_.data(), memo);
    current_ = &driver.current();
    const Node* result = driver.run(root);
    current_ = nullptr;
    return result;
  };
  switch (options_.order) {
  case Order::Pre:
    return drive.operator()<Order::Pre>();
  case Order::Walk:
    return drive.operator()<Order::Walk>();
  case Order::Post:
    break;
  }
  return drive.operator()<Order::Post>();
}

bool Pass::apply(const Node* n) {
  ++visited_;
  if (options_.provenance) first_new_ = match_.graph().node_count();
  for (const Chain::Entry& e : chain_.matchers(n->op)) {
    ++matched_;
    match_.set_rules(states_.data() + e.first_rule, e.rules);
    if (e.sink(match_, n)) return true;
  }
  return false;
}

const Node* Pass::apply_once(const Node* n) {
  ++visited_;
  if (options_.provenance) first_new_ = match_.graph().node_count();
  for (const Chain::Entry& e : chain_.matchers(n->op)) {
    ++matched_;
    match_.set_rules(states_.data() + e.first_rule, e.rules);
    if (const Node* result = e.node(match_, n)) return result;
  }
  return nullptr;
}

void Pass::stop() {
  stopped_ = true;
  for (RuleState& s : states_)
    s.enabled = false;
  for (const std::unique_ptr<Nested>& n : nested_)
    for (RuleState& s : n->states)
      s.enabled = false;
}

PassStatistics Pass::statistics() const {
  PassStatistics result;
  result.visited = visited_;
  result.matched = matched_;
  result.fired = match_.fired_;
  const auto add = [&](const Chain& chain, const std::vector<RuleState>& states) {
    const RuleState* state = states.data();
    for (const Ruleset* r : chain.rulesets())
      for (const RuleInfo& rule : r->rules) {
        if (state->attempts != 0) result.rules.push_back({&rule, state->attempts, state->firings});
        ++state;
      }
  };
  add(chain_, states_);
  if (nested_.empty()) return result;
  PassStatistics inner;
  for (const std::unique_ptr<Nested>& n : nested_) {
    std::swap(inner.rules, result.rules);
    result.rules.clear();
    add(n->chain, n->states);
    inner.merge(result);
    std::swap(inner.rules, result.rules);
  }
  return result;
}

} // namespace tenet
