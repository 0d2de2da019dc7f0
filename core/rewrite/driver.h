#pragma once

#include "core/base/error.h"
#include "core/rewrite/engine.h"
#include "core/rewrite/trace.h"

#include <array>
#include <string>
#include <vector>

/// The loop that takes a pass through a graph; internal to the engine.
///
/// Every node has a state in the pass's memo: fresh, then in progress (`Open`: its sources are
/// being driven; `Rebuilt`: it waits for itself on new sources; `Fired`: it waits for what a rule
/// made of it), then `Done` with its result. While a node is in progress its memo holds the node
/// that waits for it, so that the stack of the traversal lies in the nodes and a chain of ten
/// million nodes needs no memory beside them.
///
/// For (x * 1) + 0 in order post: `+` opens, `*` opens, x is done; `*` fires, x is known, so `*` is
/// done with result x, and `+` goes on with its next source, 0; then x + 0 is made (`+` is Rebuilt
/// and waits), fires, gives x; both are done with result x.
///
/// A node that goes on looks for its first source that is not done. Nodes of few sources look from
/// the first one, wide ones remember their place in a list beside, so that the whole is linear in
/// nodes and edges. Keeping the place in every node would need a field, keeping it beside for every
/// node 16 bytes a level.
///
/// In order post a result is done with itself as its result; the other orders do not come back to
/// results, so there only nodes of the input and results of `pre` that were driven have a memo.
namespace tenet {

/// The memo in the nodes, for the outermost rewrite of a pass.
struct Pass::NodeMemo {
  uint32_t first; ///< epochs first + state mark the nodes

  explicit NodeMemo(Graph& g) : first(g.next_epoch(4)) {}
  bool is_done(const Node* n) const { return n->epoch == first + 3; }
  bool in_progress(const Node* n) const { return n->epoch - first < 3; }
  bool is(const Node* n, State s) const { return n->epoch - first == static_cast<uint32_t>(s); }
  const Node* value(const Node* n) const { return n->memo; }
  void set(const Node* n, State s) const { n->epoch = first + static_cast<uint32_t>(s); }
  void set(const Node* n, State s, const Node* value) const {
    n->epoch = first + static_cast<uint32_t>(s);
    n->memo = value;
  }
};

/// A memo in a table, for nested rewrites.
struct Pass::TableMemo {
  NodeMap<TableEntry>& table;

  bool is_done(const Node* n) const { return is(n, State::Done); }
  bool in_progress(const Node* n) const {
    const TableEntry* e = table.find(n);
    return e && e->state != State::Done;
  }
  bool is(const Node* n, State s) const {
    const TableEntry* e = table.find(n);
    return e && e->state == s;
  }
  const Node* value(const Node* n) const { return table.find(n)->value; }
  void set(const Node* n, State s) const { table[n].state = s; }
  void set(const Node* n, State s, const Node* value) const { table[n] = {value, s}; }
};

template <class Memo, Order order>
class Driver {
public:
  using State = Pass::State;

  Driver(Pass& pass, Graph& graph, const Chain& chain, RuleState* states, Memo memo)
      : pass_(pass), graph_(graph), chain_(chain), states_(states), memo_(memo),
        enter_regions_(pass.options_.enter_regions) {}

  const Node* run(const Node* root) {
    const Memo memo =
        memo_; // a copy that no store to a node can change, so that it stays in registers
    if (memo.is_done(root)) return memo.value(root);
    current_ = root;
    memo.set(root, State::Open, nullptr);
    bool going = begin();
    while (going) {
      const Node* const n = current_;
      bool changed = false;
      const Node* const source =
          n->n_src <= narrow ? next_source(memo, n, changed) : next_source_wide(memo, n, changed);
      if (!source) {
        going = settle(n, changed);
        continue;
      }
      if (memo.in_progress(source)) [[unlikely]]
        report_loop(source);
      memo.set(source, State::Open, n);
      current_ = source;
      going = begin();
    }
    return memo.value(root);
  }

  /// The node that is being driven.
  const Node* const& current() const { return current_; }

private:
  // What happens once for every node is one function, inlined; what a rule or a rebuilt node needs
  // lies outside of it.

  static constexpr uint32_t narrow = 4; ///< nodes of more sources remember their place

  /// Comes to `current_`, which has just been opened. False: the root is done.
  [[gnu::always_inline]] bool begin() {
    ++pass_.visited_;
    if constexpr (order == Order::Pre) {
      while (const Node* made = match(current_)) {
        if (pass_.match_.take_done() || made == current_) return finish(made);
        if (!drive(made)) return finish(memo_.value(made));
        ++pass_.visited_;
      }
    }
    if (current_->n_src > narrow) [[unlikely]]
      places_.push_back(0);
    return true;
  }

  bool is_region(const Node* n, uint32_t source) const {
    const uint32_t regions = chain_.op(n->op).regions;
    return regions != 0 && source < 32 && (regions >> source & 1) != 0 && !enter_regions_;
  }

  /// The first source of `n` that is not done; null if all are. `changed`: a source may have
  /// another result than itself.
  const Node* next_source(const Memo& memo, const Node* n, bool& changed) const {
    for (uint32_t i = 0; i < n->n_src; ++i) {
      const Node* s = n->src(i);
      if (memo.is_done(s)) {
        changed |= memo.value(s) != s;
      } else if (!is_region(n, i)) {
        return s;
      }
    }
    return nullptr;
  }

  const Node* next_source_wide(const Memo& memo, const Node* n, bool& changed) {
    for (uint32_t i = places_.back(); i < n->n_src; ++i) {
      const Node* s = n->src(i);
      if (memo.is_done(s) || is_region(n, i)) continue;
      places_.back() = i;
      return s;
    }
    places_.pop_back();
    for (const Node* s : n->sources())
      changed |= memo.value(s) != s;
    return nullptr;
  }

  /// All sources of `n`, which is `current_`, are done. False: so is the root.
  [[gnu::always_inline]] bool settle(const Node* n, bool changed) {
    if (changed) n = rebuild(n);
    if constexpr (order == Order::Pre) return finish(n);
    if constexpr (order == Order::Walk) {
      const Node* made = match(n);
      return finish(made ? made : n);
    }
    if (n != current_) {
      if (memo_.is_done(n)) return finish(memo_.value(n));
      if (memo_.in_progress(n)) [[unlikely]]
        report_loop(n);
      memo_.set(current_, State::Rebuilt);
      memo_.set(n, State::Open, current_);
      pass_.replaced(current_, n);
      current_ = n;
    }
    const Node* made = match(n);
    if (!made) return finish(n);
    if (!drive(made)) return finish(memo_.value(made));
    return begin();
  }

  /// `made` takes the place of `current_` and is driven. False if its result is known.
  [[gnu::noinline]] bool drive(const Node* made) {
    if (memo_.is_done(made)) return false;
    memo_.set(current_, State::Fired);
    pass_.descend(current_);
    pass_.replaced(current_, made);
    if (memo_.in_progress(made)) [[unlikely]]
      report_loop(made);
    memo_.set(made, State::Open, current_);
    current_ = made;
    return true;
  }

  /// `current_` and all that wait for the same result are done. False: so is the root.
  bool finish(const Node* result) {
    const Memo memo = memo_;
    const Node* n = current_;
    pass_.replaced(n, result);
    const Node* waiting = memo.value(n);
    memo.set(n, State::Done, result);
    while (waiting && !memo.is(waiting, State::Open)) {
      n = waiting;
      if (memo.is(n, State::Fired)) pass_.path_.pop_back();
      waiting = memo.value(n);
      memo.set(n, State::Done, result);
    }
    current_ = waiting;
    return waiting != nullptr;
  }

  const Node* match(const Node* n) {
    const std::span<const Chain::Entry> entries = chain_.matchers(n->op);
    if (entries.empty()) return nullptr;
    Match& m = pass_.match_;
    if (pass_.options_.provenance) [[unlikely]]
      pass_.first_new_ = graph_.node_count();
    RuleState* const states = states_;
    for (const Chain::Entry& e : entries) {
      m.set_rules(states + e.first_rule, e.rules);
      const Node* made = e.node(m, n);
      if (made && (made != n || (order == Order::Pre && m.is_done()))) {
        pass_.matched_ += static_cast<size_t>(&e - entries.data()) + 1;
        return made;
      }
    }
    pass_.matched_ += entries.size();
    return nullptr;
  }

  /// `n` on the results of its sources.
  [[gnu::noinline]] const Node* rebuild(const Node* n) {
    std::array<const Node*, narrow> few;
    const Node** src = few.data();
    if (n->n_src > narrow) {
      many_.resize(n->n_src);
      src = many_.data();
    }
    bool changed = false;
    for (uint32_t i = 0; i < n->n_src; ++i) {
      const Node* s = n->src(i);
      src[i] = is_region(n, i) ? s : memo_.value(s);
      changed |= src[i] != s;
    }
    if (!changed) return n;
    const std::span<const Node* const> sources(src, n->n_src);
    const Node* made = graph_.make(n->op, sources, n->arg);
    if (!made) [[unlikely]]
      pass_.report_misfit(n, sources);
    if (pass_.options_.provenance) [[unlikely]]
      pass_.options_.provenance->rebuilt(n, made);
    return made;
  }

  /// `current_` has come to `reached`, which waits for it.
  [[noreturn]] void report_loop(const Node* reached) {
    size_t firings = 0;
    for (const Node* n = current_; n; n = memo_.value(n)) {
      if (memo_.is(n, State::Fired)) ++firings;
      if (n == reached) break;
    }
    pass_.report_loop(reached, firings);
  }

  Pass& pass_;
  Graph& graph_;
  const Chain& chain_;
  RuleState* states_;
  Memo memo_;
  const bool enter_regions_;
  const Node* current_ = nullptr;
  std::vector<uint32_t> places_; ///< next source, of the wide nodes in progress
  std::vector<const Node*> many_;
};

} // namespace tenet
