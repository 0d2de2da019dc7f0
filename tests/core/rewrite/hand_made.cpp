#include "tests/core/rewrite/hand_made.h"

#include <algorithm>

namespace tenet::test {

HandMade::HandMade(const char* name, const char* file, std::vector<const char*> rules,
                   std::vector<MatcherEntry> matchers, std::vector<const Ruleset*> includes,
                   RulesetKind kind)
    : matchers_(std::move(matchers)), includes_(std::move(includes)) {
  uint32_t line = 0;
  for (const char* rule : rules) {
    RuleInfo info;
    info.name = rule;
    info.ruleset = name;
    info.file = file;
    info.line = ++line;
    rules_.push_back(info);
  }
  std::ranges::sort(matchers_, {}, [](const MatcherEntry& m) { return m.op.value; });
  segments_.push_back({nullptr, matchers_});
  ruleset_.name = name;
  ruleset_.kind = kind;
  ruleset_.rules = rules_;
  ruleset_.includes = includes_;
  ruleset_.segments = segments_;
}

void HandMade::needs(uint32_t rule, Unsound relaxation) {
  rules_[rule].unsound = static_cast<uint8_t>(relaxation);
  rules_[rule].unsound_why = "for a test";
}

} // namespace tenet::test
