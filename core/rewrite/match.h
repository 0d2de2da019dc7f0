#pragma once

#include "core/analysis/ranges.h"
#include "core/analysis/shapes.h"
#include "core/ir/graph.h"
#include "core/rewrite/ruleset.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tenet {

class OneToMany;
class Pass;
class Printer;

/// One rule in one pass: counters and whether it may fire. A rule is switched off by the caller
/// (`--without`, a test that runs one rule alone, a bisection) or because it needs a relaxation
/// that the pass does not allow.
struct RuleState {
  uint64_t attempts = 0; ///< patterns that matched, before guards and lets
  uint32_t firings = 0;
  bool enabled = true;
};

/// What a text rule made. Texts of sources in it carry invisible marks, which `Printer` turns into
/// ranges.
struct TextResult {
  enum class Kind : uint8_t { Expr, Stmt, Lines };
  Kind kind = Kind::Expr;
  std::vector<std::string> lines; ///< one for Expr and Stmt
};

/// What compiled rules see while they match: the graph, the pass, the context, counters and sinks
/// for results. It never allocates before a rule fires. One per pass; used by generated code,
/// externs and the live matcher.
///
/// A matcher, for each of its rules in order and each expansion of a pattern: tests the pattern;
/// `attempt`; guards and lets; the result, which must be another node than the root (`keeps_type`);
/// effects; `fire`; `done` if the rule ends with it; and returns the result.
class Match {
public:
  explicit Match(Pass& pass) : pass_(pass) {}
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;

  Graph& graph() { return *graph_; }
  const Vocabulary& vocabulary() const { return graph_->vocabulary(); }
  Pass& pass() { return pass_; }

  /// The context of the ruleset that is matching: the rule library's `Context` structure.
  template <class Context>
  const Context& context() const {
    return *static_cast<const Context*>(context_);
  }
  const void* raw_context() const { return context_; }

  // --- accounting -----------------------------------------------------------
  /// Which ruleset is matching: states and descriptions of its rules, by index in it.
  void set_rules(RuleState* rules, const RuleInfo* infos) {
    rules_ = rules;
    infos_ = infos;
  }
  /// The pattern of rule `rule` (its index in its ruleset) has matched; guards come next. False: it
  /// is switched off.
  bool attempt(uint32_t rule) {
    ++rules_[rule].attempts;
    return rules_[rule].enabled;
  }
  /// Rule `rule` has fired on `root`: counts, records. `result` is null for other kinds than Node.
  void fire(uint32_t rule, const Node* root, const Node* result) {
    ++rules_[rule].firings;
    last_fired_ = &infos_[rule];
    if (++fired_ >= watch_from_) [[unlikely]]
      observe(root, result);
  }
  /// Set by a rule of a `pre` pass that ends with `done`.
  void done() { done_ = true; }
  bool is_done() const { return done_; }
  bool take_done() { return std::exchange(done_, false); }
  /// The rule that fired last; null before the first.
  const RuleInfo* last_fired() const { return last_fired_; }
  uint64_t fired() const { return fired_; }

  // --- guards (intern nothing) ----------------------------------------------
  /// By the pass's snapshot of its input, `n` has at most one user. A node that took the place of
  /// others in this pass has their users; one that is new to it has none.
  bool single_use(const Node* n);
  /// Interval arithmetic on an expression that is not built; Unknown if its dtypes do not fit.
  Interval bounds(OpId op, Word arg, std::span<const Interval> src,
                  std::span<const DType> src_dtype) const;

  // --- results --------------------------------------------------------------
  const Node* build(OpId op, std::span<const Node* const> src, Word arg = 0) {
    return graph_->build(op, src, arg);
  }
  const Node* build(OpId op, std::initializer_list<const Node*> src, Word arg = 0) {
    return graph_->build(op, src, arg);
  }
  /// Op and argument of `like` on new sources.
  const Node* rebuild(const Node* like, std::span<const Node* const> src) {
    return graph_->build(like->op, src, like->arg);
  }
  /// The result keeps the root's dtype and shape; else the rule does not match.
  bool keeps_type(const Node* root, const Node* result) {
    return root->dtype == result->dtype && same_shape(*graph_, root, result);
  }
  /// `subst(e, a -> b, …)`: e with nodes replaced, simultaneously; what replaces them is not
  /// searched. Null if a node above them cannot be built again.
  const Node* substitute(const Node* e, std::span<const std::pair<const Node*, const Node*>> map);
  const Node* substitute(const Node* e,
                         std::initializer_list<std::pair<const Node*, const Node*>> map) {
    return substitute(e, std::span(map.begin(), map.size()));
  }
  /// `rewrite[rulesets](e)`: in order `post`, with one memo a pass for each list of rulesets.
  const Node* rewrite(std::span<const Ruleset* const> rulesets, const Node* e);
  const Node* rewrite(std::initializer_list<const Ruleset*> rulesets, const Node* e) {
    return rewrite(std::span(rulesets.begin(), rulesets.size()), e);
  }
  const Node* rewrite(const Ruleset& rules, const Node* e) { return rewrite({&rules}, e); }
  /// `=> error "…"`: ends the pass with a user error at `root`.
  [[noreturn]] void error(uint32_t rule, const Node* root, const std::string& text);

  // --- sinks of the other kinds ---------------------------------------------
  std::vector<const Node*> nodes; ///< Nodes and NodeStar; null stands for `none`
  TextResult text;
  enum class Decision : uint8_t { Undecided, Allow, Deny } decision = Decision::Undecided;
  std::string message; ///< of a `deny`, or of an `allow … else`

  /// The list already made for a source (`x'`), in a `node*` ruleset.
  std::span<const Node* const> made(const Node* source) const;
  /// The text or name of a source, in a text ruleset. Valid until the root has been matched.
  std::string_view text_of(const Node* source) const;
  /// The root's own name, in a text ruleset; made on first use.
  std::string_view name_of(const Node* root);

private:
  friend class Pass;
  friend class OneToMany;
  friend class Printer;

  void observe(const Node* root, const Node* result);

  Graph* graph_ = nullptr;
  Pass& pass_;
  const void* context_ = nullptr;
  RuleState* rules_ = nullptr;      ///< of the ruleset that is matching
  const RuleInfo* infos_ = nullptr; ///< of the ruleset that is matching
  const RuleInfo* last_fired_ = nullptr;
  uint64_t fired_ = 0;
  uint64_t watch_from_ = ~uint64_t{0}; ///< firings from this number on are observed one by one
  bool done_ = false;
  const OneToMany* lists_ = nullptr;
  Printer* printer_ = nullptr;
};

} // namespace tenet
