#include "tools/tenetc/commands.h"
#include "tools/tenetc/rule_files.h"

#include <iostream>
#include <memory>

namespace tenet::tool {
namespace {

std::string counted(size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

void run(const RuleFiles& files) {
  const dsl::Module module = check_or_exit(files);
  size_t rules = 0;
  for (const dsl::Ruleset& ruleset : module.rulesets)
    for (const dsl::RuleBlock& block : ruleset.blocks)
      rules += block.rules.size();
  std::cout << counted(module.files.size(), "file") << ", " << counted(module.ops.size(), "op")
            << ", " << counted(module.rulesets.size(), "ruleset") << ", " << counted(rules, "rule")
            << ": no errors\n";
}

constexpr const char* examples = R"(
Examples:
  tenetc check patterns/ops.rules patterns/simplify/*.rules
  tenetc check -I /usr/share/tenet/rules mine.rules

Every problem is reported with file, line, column, the source line and a caret. Exit status 1 if there is an error.)";

} // namespace

void add_check(CLI::App& app) {
  CLI::App* command = app.add_subcommand("check", "check rules and report every problem");
  const auto files = std::make_shared<RuleFiles>();
  files->add_to(*command);
  command->footer(examples);
  command->callback([files] { run(*files); });
}

} // namespace tenet::tool
