#pragma once

#include "core/ir/vocabulary.h"
#include "core/rewrite/ruleset.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tenet {

/// Rulesets spliced in place: the includes of a ruleset come before its own rules, and of a ruleset
/// that is reached twice the first occurrence counts. Holds, for each op, the matchers that have
/// rules for it, in order. Made once for a pass and immutable from then on; the compiled rulesets
/// are linked, never copied.
class Chain {
public:
  /// One compiled matcher: the rules that a ruleset has for an op.
  struct Entry {
    NodeMatcher node;
    SinkMatcher sink;
    const RuleInfo* rules; ///< of its ruleset
    uint32_t first_rule;   ///< number in this chain of the first rule of its ruleset
  };
  /// What the engine does with the nodes of an op.
  struct OpEntry {
    uint32_t begin = 0; ///< in the table of entries
    uint16_t count = 0;
    uint32_t regions = 0; ///< set of sources that a pass does not enter unless it is told to
  };

  /// `context` is the rule library's `Context` structure; it must outlive the chain. The conditions
  /// of `when` blocks are decided here. The rulesets must be of one kind.
  Chain(const Vocabulary& vocabulary, std::span<const Ruleset* const> rulesets,
        const void* context = nullptr);
  Chain(const Vocabulary& vocabulary, std::initializer_list<const Ruleset*> rulesets,
        const void* context = nullptr)
      : Chain(vocabulary, std::span<const Ruleset* const>(rulesets.begin(), rulesets.size()),
              context) {}

  std::span<const Entry> matchers(OpId op) const {
    const OpEntry& e = ops_[op.value];
    return {entries_.data() + e.begin, e.count};
  }
  const OpEntry& op(OpId op) const { return ops_[op.value]; }
  std::span<const Ruleset* const> rulesets() const { return rulesets_; } ///< flattened, in order
  const Vocabulary& vocabulary() const { return vocabulary_; }
  const void* context() const { return context_; }

  /// Rules are numbered through the flattened rulesets.
  uint32_t rule_count() const { return rule_count_; }
  /// Another number for each chain that is made, so that what is kept for one is never taken for
  /// that of a later one at the same address.
  uint64_t serial() const { return serial_; }
  /// The numbers of the rules that need relaxations, and which.
  std::span<const std::pair<uint32_t, uint8_t>> unsound_rules() const { return unsound_rules_; }

private:
  void flatten(std::span<const Ruleset* const> rulesets);
  void link();

  const Vocabulary& vocabulary_;
  const void* context_;
  std::vector<const Ruleset*> rulesets_;
  std::vector<OpEntry> ops_;
  std::vector<Entry> entries_;
  std::vector<std::pair<uint32_t, uint8_t>> unsound_rules_;
  uint32_t rule_count_ = 0;
  uint64_t serial_;
};

} // namespace tenet
