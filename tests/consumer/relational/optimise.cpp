// Makes queries cheaper and shows how: each before and after, and the rules that fired.
#include "core/ir/text.h"
#include "core/rewrite/engine.h"
#include "relational/ops.h"
#include "relational/rules.h"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

using relational::JoinKind;
using relational::Table;
using tenet::Graph;
using tenet::Node;

const Table orders{.name = "orders", .columns = {"order", "customer", "amount"}, .rows = 1000};
const Table archive{.name = "archive", .columns = {"order", "customer", "amount"}, .rows = 90000};
const Table customers{.name = "customers", .columns = {"id", "country"}, .rows = 50};

/// column < value
const Node* below(Graph& g, std::string_view column, int64_t value) {
  return relational::less(
      g, relational::column(g, column),
      relational::const_(g, tenet::Value::of_int(value), relational::dtypes::int64));
}

/// Cheap orders of new and old customers alike, two filters one after the other.
const Node* merged_selections(Graph& g) {
  const Node* all =
      relational::union_(g, relational::scan(g, orders), relational::scan(g, archive));
  return relational::select(g, relational::select(g, all, below(g, "amount", 100)),
                            below(g, "customer", 7));
}

/// A filter on one side of a join, written after the join.
const Node* filtered_join(Graph& g) {
  const Node* on =
      relational::equal(g, relational::column(g, "customer"), relational::column(g, "id"));
  const Node* joined = relational::join(g, relational::scan(g, orders),
                                        relational::scan(g, customers), on, JoinKind::Inner);
  const Node* cheap = relational::not_(g, relational::not_(g, below(g, "amount", 100)));
  return relational::select(g, joined, cheap);
}

/// The same, but a full join keeps orders without a customer: the filter must stay where it is.
const Node* filtered_full_join(Graph& g) {
  const Node* on =
      relational::equal(g, relational::column(g, "customer"), relational::column(g, "id"));
  const Node* joined = relational::join(g, relational::scan(g, orders),
                                        relational::scan(g, customers), on, JoinKind::Full);
  return relational::select(g, joined, below(g, "amount", 100));
}

/// A union of the same rows, twice.
const Node* union_of_itself(Graph& g) {
  const Node* rows = relational::scan(g, orders);
  return relational::project(g, relational::union_(g, rows, rows), {"order"});
}

void optimise(const char* title, const Node* (*query)(Graph&)) {
  Graph graph(relational::vocabulary());
  const Node* before = query(graph);
  const tenet::Ruleset* rulesets[] = {&relational::queries};
  const tenet::Chain chain(relational::vocabulary(), rulesets);
  tenet::PassStatistics statistics;
  tenet::RewriteOptions options;
  options.statistics = &statistics;
  const Node* after = tenet::rewrite(graph, before, chain, options);
  std::printf("== %s\n%s\n-- becomes\n%s\n-- by\n", title,
              tenet::text::to_string(graph.vocabulary(), before).c_str(),
              tenet::text::to_string(graph.vocabulary(), after).c_str());
  for (const tenet::PassStatistics::Rule& rule : statistics.rules)
    if (rule.firings != 0)
      std::printf("%s:%u %s: %llu\n", std::string(rule.rule->file).c_str(), rule.rule->line,
                  std::string(rule.rule->name).c_str(),
                  static_cast<unsigned long long>(rule.firings));
  std::printf("\n");
}

} // namespace

int main() {
  optimise("merged selections", merged_selections);
  optimise("filtered join", filtered_join);
  optimise("filtered full join", filtered_full_join);
  optimise("union of itself", union_of_itself);
}
