// Made by tenetc from the `.rules` files of this rule library. Edit that instead.
#pragma once

#include "tests/gen/lower/ops.h"

#include "core/rewrite/engine.h"
#include "core/rewrite/match.h"
#include "core/rewrite/pipeline.h"
#include "core/rewrite/ruleset.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace numbers::rules {

using ::tenet::Match;
using ::tenet::MatcherEntry;
using ::tenet::RuleInfo;
using ::tenet::Ruleset;
using ::tenet::RulesetKind;
using ::tenet::Segment;
using ::tenet::TextResult;
using ::tenet::fits_int64;
using ::tenet::int128;

/// What rulesets and pipelines are given from outside: each parameter that any of them has, by name.
struct Context {
};

// Functions that rules call; defined by the user of the library.

/// Ensures `result * 2 == x`.
const Node* halved(Match& m, const Node* x);
bool is_small(Match& m, const Node* x);

// Rulesets.

extern const Ruleset identities;
extern const Ruleset combining;
extern const Ruleset lists;
extern const Ruleset small;

} // namespace numbers::rules
