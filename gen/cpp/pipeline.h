#pragma once

#include "dsl/check/module.h"
#include "gen/cpp/output.h"

#include <string>

namespace tenet::gen {

/// For `rules.h`: `rulesets()` and `pipelines()`, which list all there are, and the pipelines.
/// Steps are externs.
std::string pipeline_declarations(const dsl::Module& module);

/// `library.cpp`: the tables of the pipelines, and the two lists.
OutputFile generate_pipelines(const dsl::Module& module, const Options& options);

} // namespace tenet::gen
