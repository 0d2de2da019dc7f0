#include "core/rewrite/chain.h"

#include "core/base/error.h"

#include <algorithm>
#include <atomic>
#include <string>

namespace tenet {

namespace {

/// A matcher that takes part, and where its ruleset's rules begin.
struct Part {
  const MatcherEntry* matcher;
  const Ruleset* ruleset;
  uint32_t first_rule;
};

uint64_t next_serial() {
  static std::atomic<uint64_t> made = 0;
  return ++made;
}

} // namespace

Chain::Chain(const Vocabulary& vocabulary, std::span<const Ruleset* const> rulesets,
             const void* context)
    : vocabulary_(vocabulary), context_(context), serial_(next_serial()) {
  flatten(rulesets);
  link();
}

void Chain::flatten(std::span<const Ruleset* const> rulesets) {
  struct Frame {
    const Ruleset* ruleset; ///< null: the list that the chain was asked for
    std::span<const Ruleset* const> includes;
    size_t next = 0;
  };
  std::vector<Frame> stack{{nullptr, rulesets}};
  const auto taken = [&](const Ruleset* r) {
    return std::find(rulesets_.begin(), rulesets_.end(), r) != rulesets_.end();
  };
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next < top.includes.size()) {
      const Ruleset* r = top.includes[top.next++];
      if (taken(r)) continue;
      TENET_CHECK(
          std::none_of(stack.begin(), stack.end(), [&](const Frame& f) { return f.ruleset == r; }),
          "ruleset `" + std::string(r->name) + "` includes itself");
      stack.push_back({r, r->includes});
      continue;
    }
    const Ruleset* r = top.ruleset;
    stack.pop_back();
    if (!r || taken(r)) continue;
    TENET_CHECK(rulesets_.empty() || rulesets_.front()->kind == r->kind,
                "rulesets of different kinds in one chain: `" +
                    std::string(rulesets_.front()->name) + "`, `" + std::string(r->name) + "`");
    rulesets_.push_back(r);
  }
}

void Chain::link() {
  std::vector<Part> parts;
  for (const Ruleset* r : rulesets_) {
    for (uint32_t i = 0; i < r->rules.size(); ++i)
      if (r->rules[i].unsound != 0)
        unsound_rules_.emplace_back(rule_count_ + i, r->rules[i].unsound);
    for (const Segment& s : r->segments) {
      if (s.when && !s.when(context_)) continue;
      for (const MatcherEntry& m : s.matchers)
        parts.push_back({&m, r, rule_count_});
    }
    rule_count_ += static_cast<uint32_t>(r->rules.size());
  }
  ops_.resize(vocabulary_.ops.size());
  for (size_t op = 0; op < ops_.size(); ++op)
    ops_[op].regions = vocabulary_.ops[op].regions;
  for (const Part& p : parts)
    ++ops_[p.matcher->op.value].count;
  uint32_t begin = 0;
  for (OpEntry& e : ops_) {
    e.begin = begin;
    begin += e.count;
    e.count = 0;
  }
  entries_.resize(begin);
  for (const Part& p : parts) {
    OpEntry& e = ops_[p.matcher->op.value];
    entries_[e.begin + e.count++] = {p.matcher->node, p.matcher->sink, p.ruleset->rules.data(),
                                     p.first_rule};
  }
}

} // namespace tenet
