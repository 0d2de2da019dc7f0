#include "dsl/check/check.h"

#include "dsl/check/checker.h"

namespace tenet::dsl {

std::optional<Module> check(std::vector<syntax::FileTree> trees, std::vector<SourceFile> files,
                            Diagnostics& diagnostics) {
  Checker c(diagnostics);
  c.trees = std::move(trees);
  c.module.files = std::move(files);
  declare(c);
  fill_promoted(c);
  check_clauses(c);
  check_recursion(c);
  check_rulesets(c);
  check_pipelines(c);
  check_uncalled(c);
  diagnostics.sort();
  if (diagnostics.has_errors()) return std::nullopt;
  return std::move(c.module);
}

} // namespace tenet::dsl
