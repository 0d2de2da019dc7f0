#pragma once

#include "core/rewrite/match.h"
#include "core/rewrite/ruleset.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

/// Rulesets made by hand, as generated code makes them, so that the engine is tested without the
/// rule compiler.
namespace tenet::test {

/// What a rule does: the replacement of `n`, or null where the pattern or a guard fails.
using Body = const Node* (*)(Match& m, const Node* n);

inline const Node* try_rule(Match& m, const Node* n, uint32_t rule, Body body) {
  const Node* result = body(m, n);
  if (!result || result == n || !m.attempt(rule)) return nullptr;
  m.fire(rule, n, result);
  return result;
}

/// The matcher of rules number `first` and following, in order.
template <uint32_t first, Body... bodies>
const Node* in_order(Match& m, const Node* n) {
  const Node* result = nullptr;
  uint32_t rule = first;
  (void)((result = try_rule(m, n, rule++, bodies)) || ...);
  return result;
}

/// A matcher of another kind: rule number `rule` fires where the body says so.
template <uint32_t rule, bool (*body)(Match& m, const Node* n)>
bool sink(Match& m, const Node* n) {
  if (!m.attempt(rule) || !body(m, n)) return false;
  m.fire(rule, n, nullptr);
  return true;
}

/// A ruleset with its tables.
class HandMade {
public:
  HandMade(const char* name, const char* file, std::vector<const char*> rules,
           std::vector<MatcherEntry> matchers, std::vector<const Ruleset*> includes = {},
           RulesetKind kind = RulesetKind::Node);
  HandMade(const HandMade&) = delete;
  HandMade& operator=(const HandMade&) = delete;

  /// Puts the matchers under a condition.
  void when(bool (*condition)(const void* context)) { segments_[0].when = condition; }
  void needs(uint32_t rule, Unsound relaxation);

  const Ruleset* operator&() const {
    return &ruleset_;
  } // NOLINT(google-runtime-operator): stands for the ruleset
  const Ruleset& get() const { return ruleset_; }

private:
  std::vector<RuleInfo> rules_;
  std::vector<MatcherEntry> matchers_;
  std::vector<const Ruleset*> includes_;
  std::vector<Segment> segments_;
  Ruleset ruleset_;
};

} // namespace tenet::test
