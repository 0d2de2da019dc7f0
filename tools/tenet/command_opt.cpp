#include "core/base/error.h"
#include "core/codegen/symbolic/simplify.h"
#include "core/ir/text.h"
#include "core/rewrite/trace.h"
#include "patterns/rules.h"
#include "tools/tenet/commands.h"
#include "tools/tenet/input.h"
#include "tools/tenet/passes.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <optional>

namespace tenet::tool {
namespace {

struct OptOptions {
  std::string file;
  std::vector<std::string> passes;
  std::vector<std::string> allow;
  std::vector<std::string> without;
  std::string trace;
  std::string stats;
  bool batch = false;
};

/// The passes asked for, ready to run over any number of graphs.
class Optimizer {
public:
  explicit Optimizer(const OptOptions& options) : options_(options) {
    for (const std::string& name : options.passes) {
      const Ruleset* ruleset = &find_ruleset(name);
      chains_.emplace_back(rules::vocabulary(), std::span(&ruleset, 1));
    }
    rewrite_.unsound = parse_relaxations(options.allow);
    if (!options.without.empty()) {
      check_rule_names();
      rewrite_.enable = [this](const RuleInfo& rule) {
        return std::find(options_.without.begin(), options_.without.end(), rule.name) ==
               options_.without.end();
      };
    }
    if (!options.trace.empty()) {
      trace_file_.open(options.trace);
      if (!trace_file_) throw Error("cannot write the trace to " + options.trace);
      rewrite_.trace = &trace_.emplace(trace_file_);
    }
    if (!options.stats.empty()) rewrite_.statistics = &statistics_;
  }

  const Node* run(Graph& graph, const Node* root) {
    if (chains_.empty()) return run_pass(graph, root, simplifier(), "simplify");
    for (size_t i = 0; i < chains_.size(); ++i)
      root = run_pass(graph, root, chains_[i], options_.passes[i]);
    return root;
  }

  void finish() const {
    if (!options_.stats.empty()) counts_.write(options_.stats);
  }

private:
  void check_rule_names() const {
    for (const std::string& name : options_.without) {
      bool known = false;
      for (const Ruleset* r : rules::rulesets())
        known = known || std::any_of(r->rules.begin(), r->rules.end(),
                                     [&](const RuleInfo& i) { return i.name == name; });
      if (!known) throw Error("no rule `" + name + "`; `tenet rules` lists them");
    }
  }

  const Node* run_pass(Graph& graph, const Node* root, const Chain& chain, std::string_view name) {
    statistics_ = {};
    rewrite_.name = name;
    root = rewrite(graph, root, chain, rewrite_);
    counts_.add(statistics_);
    return root;
  }

  const OptOptions& options_;
  std::vector<Chain> chains_;
  RewriteOptions rewrite_;
  std::ofstream trace_file_;
  std::optional<Trace> trace_;
  PassStatistics statistics_;
  RuleCounts counts_;
};

void run_opt(const OptOptions& options) {
  Input input(options.file);
  Optimizer optimizer(options);
  if (options.batch) {
    try {
      answer_lines(input, [&](const std::string& line) {
        Graph graph(rules::vocabulary());
        return text::to_string(graph.vocabulary(), optimizer.run(graph, read_graph(graph, line)));
      });
    } catch (const CLI::RuntimeError&) {
      optimizer.finish();
      throw;
    }
  } else {
    Graph graph(rules::vocabulary());
    text::write(std::cout, graph, optimizer.run(graph, read_graph(graph, input)));
    std::cout << '\n';
    if (!std::cout.flush()) throw Error("cannot write the result to standard output");
  }
  optimizer.finish();
}

} // namespace

void add_opt_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("opt", "Rewrite graphs in text form.");
  auto options = std::make_shared<OptOptions>();
  command->add_option("FILE", options->file, "a graph in text form; `-` is standard input")
      ->required();
  command->add_option(
      "--pass", options->passes,
      "a ruleset to run (again for more, in order); default: the strongest simplifier");
  command->add_flag("--batch", options->batch,
                    "one graph a line, one answer a line; `error: …` for a bad one");
  command->add_option("--trace", options->trace,
                      "write every firing to this file, a JSON object a line");
  command->add_option(
      "--stats", options->stats,
      "write how often each rule fired to this file; `tenet rules --stats` reads it");
  command
      ->add_option("--allow", options->allow,
                   "relaxations that rules may need: nnan ninf nsz reassoc arcp contract")
      ->delimiter(',');
  command->add_option("--without", options->without, "rules that may not fire")->delimiter(',');
  command->footer(
      "Examples:\n"
      "  echo '(add (var x 0 8) (const 0 weakint))' | tenet opt -          # (var x 0 8)\n"
      "  tenet opt --batch --stats counts.json graphs.txt && tenet rules --stats counts.json\n"
      "  tenet opt --pass symbolic_simple --trace firings.jsonl graph.uop");
  command->callback([options] { run_opt(*options); });
}

} // namespace tenet::tool
