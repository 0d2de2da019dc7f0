#include "dsl/check/dump.h"
#include "gen/lower/lower.h"
#include "gen/program/dump.h"
#include "tools/tenetc/commands.h"
#include "tools/tenetc/rule_files.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace tenet::tool {
namespace {

struct DumpOptions {
  RuleFiles files;
  std::string ruleset;
  std::string op;
  bool dot = false;
  bool checked = false;
};

/// Whether the matcher serves the op of that text, or any is wanted.
bool serves(const program::Program& program, const program::Matcher& matcher,
            const std::string& op) {
  return op.empty() || std::any_of(matcher.ops.begin(), matcher.ops.end(), [&](uint32_t i) {
           return program.symbols.ops[i].text == op || program.symbols.ops[i].name == op;
         });
}

void write_graphs(const program::Program& program, const program::Ruleset& ruleset,
                  const std::string& op) {
  for (const program::Segment& segment : ruleset.segments)
    for (const program::Matcher& matcher : segment.matchers)
      if (serves(program, matcher, op))
        std::cout << program::dump_graphviz(program, ruleset, matcher);
}

void run(const DumpOptions& options) {
  const dsl::Module module = check_or_exit(options.files);
  if (options.checked) {
    std::cout << dsl::dump(module);
    return;
  }
  const program::Program program = gen::lower(module);
  bool found = options.ruleset.empty();
  for (const program::Ruleset& ruleset : program.rulesets) {
    if (!options.ruleset.empty() && ruleset.name != options.ruleset) continue;
    found = true;
    if (options.dot)
      write_graphs(program, ruleset, options.op);
    else
      std::cout << program::dump(program, ruleset);
  }
  if (found) return;
  std::cerr << "tenetc: there is no ruleset `" << options.ruleset << "`\n";
  throw CLI::RuntimeError(1);
}

constexpr const char* examples = R"(
Examples:
  tenetc dump mine.rules
  tenetc dump --ruleset symbolic --dot --op add mine.rules | dot -Tsvg > add.svg
  tenetc dump --checked mine.rules)";

} // namespace

void add_dump(CLI::App& app) {
  CLI::App* command = app.add_subcommand("dump", "show the match program that rules become");
  const auto options = std::make_shared<DumpOptions>();
  options->files.add_to(*command);
  command->add_option("--ruleset", options->ruleset, "of this ruleset alone")->type_name("NAME");
  CLI::Option* dot = command->add_flag("--dot", options->dot,
                                       "decision graphs, one for each matcher, for Graphviz");
  command->add_option("--op", options->op, "with --dot: of the matcher for this op alone")
      ->type_name("OP")
      ->needs(dot);
  command->add_flag("--checked", options->checked, "the rules as the checker understands them")
      ->excludes(dot);
  command->footer(examples);
  command->callback([options] { run(*options); });
}

} // namespace tenet::tool
