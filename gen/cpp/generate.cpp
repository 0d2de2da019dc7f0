#include "gen/cpp/generate.h"

#include "gen/cpp/inline_tests.h"
#include "gen/cpp/pipeline.h"
#include "gen/cpp/ruleset.h"
#include "gen/cpp/vocabulary.h"
#include "gen/lower/lower.h"

#include <iterator>

namespace tenet::gen {

std::vector<OutputFile> generate(const dsl::Module& module, const Options& options) {
  const program::Program program = lower(module);
  std::vector<OutputFile> files = generate_vocabulary(module, options);
  files.push_back(generate_rules_header(module, program, options, pipeline_declarations(module)));
  const auto add = [&](std::vector<OutputFile> more) {
    std::move(more.begin(), more.end(), std::back_inserter(files));
  };
  add(generate_rulesets(module, program, options));
  files.push_back(generate_pipelines(module, options));
  add(generate_inline_tests(module, options));
  return files;
}

} // namespace tenet::gen
