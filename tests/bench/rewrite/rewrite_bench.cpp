/// Time to simplify the symbolic corpus, and Halide 14's time for the expressions that it can also
/// take, in one run.
///
/// Graphs are parsed before. Every pass rewrites in graphs made afresh, whose building is outside
/// the clock; no node, fact or result survives a pass. For instructions instead of time:
///   valgrind --tool=callgrind --toggle-collect='tenet::rewrite(*'
///   build/tests/bench/rewrite/rewrite_bench --passes 1
///     tests/corpus/symbolic.jsonl
#include "core/analysis/node_count.h"
#include "core/codegen/symbolic/simplify.h"
#include "core/ir/text.h"
#include "patterns/ops.h"
#include "tests/bench/rewrite/halide_peer.h"
#include "tests/patterns/symbolic_record.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <set>

namespace {

using std::chrono::duration;
using std::chrono::steady_clock;
using tenet::Graph;
using tenet::Node;

struct Input {
  std::string id;
  std::unique_ptr<Graph> graph;
  const Node* root = nullptr;
  size_t nodes = 0;
};

std::vector<Input> read_inputs(const std::string& file) {
  std::vector<Input> inputs;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const tenet::corpus::SymbolicRecord record = tenet::corpus::parse_symbolic_record(line);
    Input input{record.id, std::make_unique<Graph>(tenet::rules::vocabulary()), nullptr,
                record.nodes_in};
    input.root = tenet::text::read(*input.graph, record.in).node;
    if (input.root != nullptr) inputs.push_back(std::move(input));
  }
  return inputs;
}

struct Figures {
  double best_ns = 1e18;
  uint64_t visited = 0, matched = 0, fired = 0;
};

/// One pass over the inputs: nanoseconds inside `rewrite`.
void run_pass(const std::vector<const Input*>& inputs, Figures& figures) {
  std::vector<std::pair<std::unique_ptr<Graph>, const Node*>> fresh;
  for (const Input* input : inputs) {
    auto graph = std::make_unique<Graph>(tenet::rules::vocabulary());
    const Node* root = graph->import(*input->graph, input->root);
    fresh.emplace_back(std::move(graph), root);
  }
  tenet::PassStatistics statistics;
  const auto start = steady_clock::now();
  for (auto& [graph, root] : fresh)
    tenet::rewrite(*graph, root, tenet::simplifier());
  const double ns = duration<double, std::nano>(steady_clock::now() - start).count();
  figures.best_ns = std::min(figures.best_ns, ns);
}

void print(const char* name, const Figures& figures, size_t expressions, size_t nodes) {
  std::printf("%-24s %8.1f ns a node  %8.2f us an expression  %10.0f expressions a second\n", name,
              figures.best_ns / static_cast<double>(nodes),
              figures.best_ns / 1e3 / static_cast<double>(expressions),
              1e9 * static_cast<double>(expressions) / figures.best_ns);
}

size_t total_nodes(const std::vector<const Input*>& inputs) {
  size_t nodes = 0;
  for (const Input* i : inputs)
    nodes += i->nodes;
  return nodes;
}

void compare_with_halide(const std::vector<Input>& inputs, const std::string& ids_file,
                         unsigned passes) {
  std::ifstream file(ids_file);
  std::set<std::string> ids;
  for (std::string id; file >> id;)
    ids.insert(id);
  std::vector<const Input*> shared;
  tenet::bench::HalidePeer peer;
  for (const Input& i : inputs) {
    if (!ids.count(i.id)) continue;
    shared.push_back(&i);
    peer.add(*i.graph, i.root);
  }
  Figures ours, halide;
  for (unsigned p = 0; p < passes; ++p) { // interleaved, so that both see the same machine
    run_pass(shared, ours);
    const auto start = steady_clock::now();
    peer.simplify_all();
    halide.best_ns =
        std::min(halide.best_ns, duration<double, std::nano>(steady_clock::now() - start).count());
  }
  const size_t nodes = total_nodes(shared);
  print("halide_ids: tenet", ours, shared.size(), nodes);
  print("halide_ids: Halide 14", halide, shared.size(), nodes);
  std::printf("ratio Halide / tenet: %.2f\n", halide.best_ns / ours.best_ns);
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app{"Rewriting speed on the symbolic corpus."};
  std::string corpus, ids;
  unsigned passes = 20;
  app.add_option("CORPUS", corpus, "symbolic.jsonl")->required()->check(CLI::ExistingFile);
  app.add_option("--halide", ids, "file of record ids to compare with Halide on")
      ->check(CLI::ExistingFile);
  app.add_option("--passes", passes, "passes over the whole set; the best counts")
      ->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  const std::vector<Input> inputs = read_inputs(corpus);
  std::vector<const Input*> all;
  for (const Input& i : inputs)
    all.push_back(&i);
  Figures figures;
  for (unsigned p = 0; p < passes; ++p)
    run_pass(all, figures);
  std::printf("%zu expressions, %zu nodes in\n", all.size(), total_nodes(all));
  print("corpus: tenet", figures, all.size(), total_nodes(all));
  if (!ids.empty()) compare_with_halide(inputs, ids, passes);
  return 0;
}
