#pragma once

#include "core/rewrite/driver.h"

#include <vector>

namespace tenet {

/// `rewrite[rulesets](e)` of one pass: the chain, made on first use, and the memo, which lasts as
/// long as the pass.
struct Pass::Nested {
  std::vector<const Ruleset*> asked; ///< the rulesets as they were named
  Chain chain;
  std::vector<RuleState> states;
  NodeMap<TableEntry> memo;
};

} // namespace tenet
