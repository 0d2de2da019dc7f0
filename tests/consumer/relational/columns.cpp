#include "relational/rules.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace relational {
namespace {

/// The nodes that hold `root`'s meaning, each once, without those below a node for which `stop`
/// holds.
template <class Visit>
void for_each_node(const Node* root, Visit visit) {
  std::vector<const Node*> work{root};
  std::vector<const Node*> seen;
  while (!work.empty()) {
    const Node* node = work.back();
    work.pop_back();
    if (std::ranges::find(seen, node) != seen.end()) continue;
    seen.push_back(node);
    visit(node);
    work.insert(work.end(), node->sources().begin(), node->sources().end());
  }
}

/// Whether a table below `rows` has the column.
bool has_column(const Node* rows, std::string_view name) {
  bool found = false;
  for_each_node(rows, [&](const Node* node) {
    if (node->op != Op::SCAN) return;
    const Table table = scan_table(node);
    found |= std::ranges::find(table.columns, name) != table.columns.end();
  });
  return found;
}

} // namespace

bool reads_only(tenet::Match&, const Node* predicate, const Node* rows) {
  bool all = true;
  for_each_node(predicate, [&](const Node* node) {
    if (node->op == Op::COLUMN) all &= has_column(rows, column_name(node));
  });
  return all;
}

} // namespace relational
