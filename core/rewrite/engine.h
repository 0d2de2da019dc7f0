#pragma once

#include "core/rewrite/chain.h"
#include "core/rewrite/match.h"
#include "core/rewrite/node_map.h"
#include "core/rewrite/ruleset.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace tenet {

class Provenance;
class Trace;

/// How a pass goes through a graph.
enum class Order : uint8_t {
  Post, ///< sources first, then the node, to a fixed point
  Pre,  ///< the node to a fixed point first, then its sources; on new sources it is not matched
        ///< again
  Walk, ///< each node once, sources first; results are final
};

/// Counts of one pass.
struct PassStatistics {
  struct Rule {
    const RuleInfo* rule;
    uint64_t attempts, firings;
  };
  uint64_t visited = 0; ///< nodes that the pass came to, those made by its rules among them
  uint64_t matched = 0; ///< calls of a matcher
  uint64_t fired = 0;
  std::vector<Rule> rules; ///< rules with attempts, in chain order, then those of nested rewrites

  /// Adds the counts of another pass, rule by rule.
  void merge(const PassStatistics& other);
};

struct RewriteOptions {
  Order order = Order::Post;
  uint8_t unsound = 0; ///< relaxations allowed (set of `Unsound`); rules needing others are skipped
  /// Against growing loops: how many firings may follow from one another at one node of the input.
  /// A tall node has more to sort, so that four more are granted for each level of its height.
  uint32_t firings_per_node = 1u << 10;
  bool enter_regions = false;
  std::function<bool(const RuleInfo&)> enable; ///< which rules may fire; empty: all
  uint64_t max_firings =
      ~uint64_t{0}; ///< stop quietly after so many firings of the pass (tests, bisection)
  Trace* trace = nullptr;
  Provenance* provenance = nullptr;
  PassStatistics* statistics = nullptr; ///< the counts are added to it when the pass ends
  std::string_view name = "rewrite";    ///< of the pass, for errors and traces
};

/// Rewrites `root` within its graph. Iterative; linear in nodes visited when nothing fires. Throws
/// `Error` naming the rules that go round, the node and the ruleset files where rewriting does not
/// settle.
const Node* rewrite(Graph& graph, const Node* root, const Chain& chain,
                    const RewriteOptions& options = {});

/// The state of a pass: counters, switches of rules, memos of nested rewrites. May run over many
/// graphs one after the other, which saves its setting up; its counters then go on. Belongs to one
/// thread.
class Pass {
public:
  explicit Pass(const Chain& chain, const RewriteOptions& options = {});
  ~Pass();
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  /// One pass over `root`, of a chain of kind Node.
  const Node* run(Graph& graph, const Node* root);

  /// For the other kinds of ruleset: starts a pass over `root`; then `apply` runs the matchers of
  /// each node that the caller comes to. True if a rule fired; its result lies in the sinks of
  /// `match()`.
  void begin(Graph& graph, const Node* root);
  bool apply(const Node* n);
  /// Of kind Node, also after `begin`: what the first rule that fires at `n` itself makes of it, or
  /// null. Nothing is rewritten below it, and the result is final.
  const Node* apply_once(const Node* n);

  Match& match() { return match_; }
  const Chain& chain() const { return chain_; }
  const RewriteOptions& options() const { return options_; }
  PassStatistics statistics() const;

private:
  friend class Match;
  template <class Memo, Order order>
  friend class Driver;

  enum class State : uint8_t { Open, Rebuilt, Fired, Done };
  struct TableEntry {
    const Node* value = nullptr;
    State state = State::Open;
  };
  struct TableMemo;
  struct NodeMemo;
  struct Nested;

  std::vector<RuleState> initial_states(const Chain& chain) const;
  Nested& nested(std::span<const Ruleset* const> rulesets);
  const Node* run_nested(Nested& inner, const Node* root);
  const Node* substitute(const Node* e, std::span<const std::pair<const Node*, const Node*>> map);
  bool single_use(const Node* n);
  void count_uses();
  void observe(const Node* root, const Node* result);
  /// Switches off the rules that the options do not allow.
  void disable(const Chain& chain, std::span<RuleState> states) const;
  void stop();

  /// `to` stands where `from` stood.
  void replaced(const Node* from, const Node* to) {
    if (uses_counted_ && from != to) [[unlikely]]
      uses_[to] += uses_[from];
  }
  /// A rule has fired at `n`, and what it made is driven next.
  void descend(const Node* n) {
    if (path_.empty()) [[unlikely]]
      path_limit_ = allowance(n);
    path_.push_back(match_.last_fired());
    if (path_.size() > path_limit_) [[unlikely]]
      report_growth(n);
  }
  uint64_t allowance(const Node* origin) const {
    return options_.firings_per_node + 4 * uint64_t{origin->height};
  }
  [[noreturn]] void report_loop(const Node* reached, size_t firings) const;
  [[noreturn]] void report_growth(const Node* n) const;
  [[noreturn]] void report_misfit(const Node* n, std::span<const Node* const> sources) const;

  const Chain& chain_;
  RewriteOptions options_;
  Match match_;
  std::vector<RuleState> states_;
  uint64_t visited_ = 0;
  uint64_t matched_ = 0;
  uint64_t stop_at_ = ~uint64_t{0}; ///< number of the firing after which no rule may fire
  bool stopped_ = false;
  const Node* root_ = nullptr;
  /// Where the outermost rewrite is, and the first epoch of its memo; null outside of one.
  const Node* const* current_ = nullptr;
  uint32_t epoch_ = 0;
  size_t first_new_ =
      0; ///< nodes that the matcher has made are numbered from here (only with provenance)
  /// Rules whose results are being driven, outermost first: the firings that follow from one
  /// another.
  std::vector<const RuleInfo*> path_;
  uint64_t path_limit_ = 0;
  bool uses_counted_ = false;
  NodeMap<uint32_t> uses_;
  std::vector<std::unique_ptr<Nested>> nested_;
  NodeMap<const Node*> substituted_;
};

} // namespace tenet
