#include "core/base/error.h"
#include "patterns/rules.h"
#include "tools/tenet/commands.h"
#include "tools/tenet/passes.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <optional>

namespace tenet::tool {
namespace {

struct RulesOptions {
  std::string stats;
  std::string ruleset;
  bool fired = false;
};

struct Totals {
  size_t rules = 0, unsound = 0, fired = 0;
};

void print_rule(const RuleInfo& rule, const RuleCounts* counts, const RulesOptions& options,
                Totals& totals) {
  const RuleCounts::Count* count =
      counts != nullptr ? counts->find(rule.ruleset, rule.name) : nullptr;
  const uint64_t firings = count != nullptr ? count->firings : 0;
  ++totals.rules;
  totals.unsound += rule.unsound != 0;
  totals.fired += firings != 0;
  if (options.fired && firings == 0) return;
  const std::string place = fmt::format("{}:{}", rule.file, rule.line);
  const std::string soundness =
      rule.unsound == 0
          ? "sound"
          : fmt::format("unsound[{}] \"{}\"", relaxation_names(rule.unsound), rule.unsound_why);
  std::string line = fmt::format("{:<28} {:<34} {}", rule.name, place, soundness);
  if (counts != nullptr)
    line = fmt::format("{:>9} {:>9}  {}", firings, count != nullptr ? count->attempts : 0, line);
  std::cout << line << '\n';
  if (!rule.doc.empty()) std::cout << "    " << rule.doc << '\n';
}

bool any_fired(const Ruleset& ruleset, const RuleCounts& counts) {
  return std::any_of(ruleset.rules.begin(), ruleset.rules.end(), [&](const RuleInfo& rule) {
    const RuleCounts::Count* count = counts.find(rule.ruleset, rule.name);
    return count != nullptr && count->firings != 0;
  });
}

void run_rules(const RulesOptions& options) {
  std::optional<RuleCounts> counts;
  if (!options.stats.empty()) counts = RuleCounts::read(options.stats);
  if (options.fired && !counts) throw Error("`--fired` needs the counts of a run: `--stats FILE`");
  if (!options.ruleset.empty()) find_ruleset(options.ruleset);
  Totals totals;
  if (counts) std::cout << fmt::format("{:>9} {:>9}\n", "firings", "attempts");
  for (const Ruleset* ruleset : rules::rulesets()) {
    if (ruleset->rules.empty() || (!options.ruleset.empty() && ruleset->name != options.ruleset))
      continue;
    if (!options.fired || any_fired(*ruleset, *counts))
      std::cout << "ruleset " << ruleset->name << '\n';
    for (const RuleInfo& rule : ruleset->rules)
      print_rule(rule, counts ? &*counts : nullptr, options, totals);
  }
  std::cout << fmt::format("{} rules, {} need a relaxation", totals.rules, totals.unsound);
  if (counts) std::cout << fmt::format(", {} fired", totals.fired);
  std::cout << '\n';
}

} // namespace

void add_rules_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "rules", "List every rule with its place, its doc and whether it is sound.");
  auto options = std::make_shared<RulesOptions>();
  command->add_option("RULESET", options->ruleset, "only the rules of this ruleset");
  command
      ->add_option("--stats", options->stats,
                   "counts written by `tenet opt --stats`: shows how often each rule fired")
      ->check(CLI::ExistingFile);
  command->add_flag("--fired", options->fired, "only rules that fired");
  command->footer("Examples:\n"
                  "  tenet rules\n"
                  "  tenet opt --batch --stats counts.json graphs.txt >/dev/null; tenet rules "
                  "--stats counts.json --fired");
  command->callback([options] { run_rules(*options); });
}

} // namespace tenet::tool
