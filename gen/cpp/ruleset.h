#pragma once

#include "dsl/check/module.h"
#include "gen/cpp/output.h"
#include "gen/program/program.h"

#include <string>
#include <vector>

namespace tenet::gen {

/// `<stem>.rules.cpp` for each `.rules` file that has rulesets: matchers, rule tables, `Ruleset`
/// objects. A file that would be too long is cut between rulesets into `<stem>.rules.cpp`,
/// `<stem>.2.rules.cpp`, …
std::vector<OutputFile> generate_rulesets(const dsl::Module& module,
                                          const program::Program& program, const Options& options);

/// `rules.h`: the `Context`, declarations of externs and rulesets. `pipelines` is text put at its
/// end, inside the namespace; the header already includes core/rewrite/{match,ruleset,engine}.h,
/// ops.h, and the standard library's containers.
OutputFile generate_rules_header(const dsl::Module& module, const program::Program& program,
                                 const Options& options, const std::string& pipelines = "");

} // namespace tenet::gen
