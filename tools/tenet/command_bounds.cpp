#include "core/ir/value.h"
#include "patterns/ops.h"
#include "tools/tenet/commands.h"
#include "tools/tenet/input.h"

#include <iostream>

namespace tenet::tool {
namespace {

std::string bounds_text(const Graph& graph, const Node* root) {
  const Interval b = bounds_of(graph.vocabulary(), root);
  if (!b.known()) return "unknown";
  return to_string(b.min()) + " " + to_string(b.max());
}

struct BoundsOptions {
  std::string file;
  bool batch = false;
};

void run_bounds(const BoundsOptions& options) {
  Input input(options.file);
  if (options.batch) {
    answer_lines(input, [](const std::string& line) {
      Graph graph(rules::vocabulary());
      return bounds_text(graph, read_graph(graph, line));
    });
    return;
  }
  Graph graph(rules::vocabulary());
  std::cout << bounds_text(graph, read_graph(graph, input)) << '\n';
}

} // namespace

void add_bounds_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("bounds", "Print the least and greatest value that a graph can have.");
  auto options = std::make_shared<BoundsOptions>();
  command->add_option("FILE", options->file, "a graph in text form; `-` is standard input")
      ->required();
  command->add_flag("--batch", options->batch, "one graph a line, one answer a line");
  command->footer("Prints `MIN MAX`, or `unknown`. Examples:\n"
                  "  echo '(mul (var x -3 5) (const 2 weakint))' | tenet bounds -      # -6 10\n"
                  "  tenet bounds --batch graphs.txt");
  command->callback([options] { run_bounds(*options); });
}

} // namespace tenet::tool
