/// The equal-result property: random graphs, rewritten by the simplifier, evaluate to the same
/// values as before. A graph that does not is shrunk, and the first firing after which it is wrong
/// is named.
///   rewrite_fuzz [--count N] [--seed S] [--size NODES]
#include "backends/interp/evaluate.h"
#include "core/base/error.h"
#include "core/codegen/symbolic/simplify.h"
#include "core/ir/text.h"
#include "patterns/ops.h"
#include "tests/fuzz/graph_generator.h"
#include "tests/fuzz/shrink.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

namespace {

using tenet::Graph;
using tenet::Interval;
using tenet::Node;
using tenet::Value;

constexpr unsigned points_a_graph = 12;

bool same_value(const Value& before, const Value& after) {
  return before.is_invalid() || tenet::identical(before, after);
}

/// Where `after` differs from `before`, or leaves its own bounds; empty if nowhere.
std::string difference(Graph& g, const Node* before, const Node* after, uint64_t seed) {
  if (before->dtype != after->dtype) return "the dtype changed";
  const std::vector<tenet::fuzz::Free> free = tenet::fuzz::free_variables(g, before);
  const Interval bounds = tenet::bounds_of(g.vocabulary(), before);
  std::mt19937_64 random(seed);
  for (unsigned i = 0; i < points_a_graph; ++i) {
    const tenet::interp::Environment at{
        tenet::fuzz::random_assignment(free, random), {}, uint64_t{1} << 20};
    tenet::interp::Tensor a, b;
    try {
      a = tenet::interp::evaluate(g, before, at);
    } catch (const tenet::Error&) {
      continue; // beyond 128 bits: has no value to keep
    }
    const bool any_is_right = std::all_of(a.values.begin(), a.values.end(),
                                          [](const Value& v) { return v.is_invalid(); });
    if (any_is_right) continue;
    b = tenet::interp::evaluate(g, after, at);
    for (size_t k = 0; k < a.values.size(); ++k) {
      std::string where;
      for (const auto& [name, value] : at.variables)
        where += " " + name + "=" + to_string(value);
      if (b.values.size() != a.values.size() || !same_value(a.values[k], b.values[k]))
        return to_string(a.values[k]) + " became " + to_string(b.values.at(k)) + " at" + where;
      const Interval point = Interval::point(a.values[k]);
      if (bounds.is_int() && point.is_int() && (point.lo < bounds.lo || point.hi > bounds.hi))
        return "bounds " + to_string(bounds.min()) + " .. " + to_string(bounds.max()) +
               " exclude " + to_string(a.values[k]) + " at" + where;
    }
  }
  return "";
}

struct Outcome {
  std::string difference;
  uint64_t fired = 0;
  std::string last_rule;
};

/// Simplifies a copy of `root` with at most `limit` firings.
Outcome outcome(Graph& from, const Node* root, uint64_t limit, uint64_t seed) {
  Graph g(tenet::rules::vocabulary());
  const Node* before = g.import(from, root);
  Outcome o;
  tenet::PassStatistics statistics;
  tenet::RewriteOptions options;
  options.max_firings = limit;
  options.statistics = &statistics;
  try {
    const Node* after = tenet::simplify(g, before, options);
    o.difference = difference(g, before, after, seed);
  } catch (const std::exception& e) {
    o.difference = e.what();
  }
  o.fired = statistics.fired;
  return o;
}

/// The rule whose firing makes the graph wrong: its count is one higher than with one firing less.
std::string guilty_rule(Graph& from, const Node* root, uint64_t firing) {
  std::vector<std::pair<std::string, uint64_t>> before;
  for (const uint64_t limit : {firing - 1, firing}) {
    Graph g(tenet::rules::vocabulary());
    tenet::PassStatistics statistics;
    tenet::RewriteOptions options;
    options.max_firings = limit;
    options.statistics = &statistics;
    try {
      tenet::simplify(g, g.import(from, root), options);
    } catch (const std::exception&) { // named by the difference already
    }
    std::vector<std::pair<std::string, uint64_t>> now;
    for (const tenet::PassStatistics::Rule& r : statistics.rules)
      if (r.firings != 0)
        now.emplace_back(std::string(r.rule->ruleset) + "." + std::string(r.rule->name), r.firings);
    if (limit == firing)
      for (const auto& count : now)
        if (std::find(before.begin(), before.end(), count) == before.end()) return count.first;
    before = now;
  }
  return "no rule";
}

void report(Graph& from, const Node* root, uint64_t seed) {
  Graph g(tenet::rules::vocabulary());
  const Node* small = tenet::fuzz::shrink(g, g.import(from, root), [&](const Node* n) {
    return !outcome(g, n, ~uint64_t{0}, seed).difference.empty();
  });
  const Outcome last = outcome(g, small, ~uint64_t{0}, seed);
  std::printf("WRONG (seed %lu): %s\n  graph %s\n", seed, last.difference.c_str(),
              tenet::text::to_string(g.vocabulary(), small).c_str());
  for (uint64_t limit = 0; limit <= last.fired; ++limit) {
    if (outcome(g, small, limit, seed).difference.empty()) continue;
    std::printf("  firing %lu, rule %s\n", limit,
                limit == 0 ? "none (bounds or interpreter)" : guilty_rule(g, small, limit).c_str());
    break;
  }
  std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app{"Random graphs keep their values when simplified."};
  uint64_t count = 1000, seed = 1;
  unsigned size = 24, failures = 0, shown = 20;
  app.add_option("--count", count, "graphs");
  app.add_option("--seed", seed, "of the first graph");
  app.add_option("--size", size, "nodes a graph, about");
  app.add_option("--show", shown, "stop after so many failures");
  CLI11_PARSE(app, argc, argv);
  uint64_t fired = 0, changed = 0;
  for (uint64_t i = 0; i < count && failures < shown; ++i) {
    Graph g(tenet::rules::vocabulary());
    const Node* root = tenet::fuzz::GraphGenerator(g, seed + i).graph(size);
    const Outcome o = outcome(g, root, ~uint64_t{0}, seed + i);
    fired += o.fired;
    changed += o.fired != 0;
    if (o.difference.empty()) continue;
    ++failures;
    report(g, root, seed + i);
  }
  std::printf("%lu graphs, %lu rewritten, %lu firings, %u wrong\n", count, changed, fired,
              failures);
  return failures == 0 ? 0 : 1;
}
