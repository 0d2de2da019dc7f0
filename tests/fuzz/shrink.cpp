#include "tests/fuzz/shrink.h"

#include <map>
#include <vector>

namespace tenet::fuzz {
namespace {

/// All nodes, sources first.
std::vector<const Node*> topological(Graph& graph, const Node* root) {
  std::vector<const Node*> order;
  const uint32_t epoch = graph.next_epoch();
  std::vector<std::pair<const Node*, uint32_t>> work{{root, 0}};
  root->epoch = epoch;
  while (!work.empty()) {
    auto& [n, next] = work.back();
    if (next == n->n_src) {
      order.push_back(n);
      work.pop_back();
      continue;
    }
    const Node* s = n->src(next++);
    if (s->epoch == epoch) continue;
    s->epoch = epoch;
    work.emplace_back(s, 0);
  }
  return order;
}

/// `root` with `from` replaced by `to`, or null where the result is not well-formed.
const Node* replaced(Graph& graph, const Node* root, const Node* from, const Node* to) {
  std::map<const Node*, const Node*> map{{from, to}};
  for (const Node* n : topological(graph, root)) {
    if (map.count(n)) continue;
    std::vector<const Node*> sources;
    for (const Node* s : n->sources())
      sources.push_back(map.at(s));
    const bool same = std::equal(sources.begin(), sources.end(), n->sources().begin());
    map[n] = same ? n : graph.make(n->op, sources, n->arg);
    if (map[n] == nullptr) return nullptr;
  }
  return map.at(root);
}

std::vector<const Node*> simpler(Graph& graph, const Node* n) {
  std::vector<const Node*> candidates;
  for (const Node* s : n->sources())
    if (s->dtype == n->dtype) candidates.push_back(s);
  const bool literal = graph.vocabulary().literal && n->op == *graph.vocabulary().literal;
  for (int v : {0, 1, 2})
    if (!literal)
      if (const Node* c = graph.constant(Value::of_int(v), n->dtype)) candidates.push_back(c);
  return candidates;
}

/// One step down, or null if there is none.
const Node* step(Graph& graph, const Node* root, const std::function<bool(const Node*)>& fails) {
  const std::vector<const Node*> nodes = topological(graph, root);
  for (size_t i = nodes.size(); i-- > 0;) { // from the root: large cuts first
    for (const Node* candidate : simpler(graph, nodes[i])) {
      const Node* smaller = replaced(graph, root, nodes[i], candidate);
      if (smaller != nullptr && smaller != root && fails(smaller)) return smaller;
    }
  }
  return nullptr;
}

} // namespace

const Node* shrink(Graph& graph, const Node* root, const std::function<bool(const Node*)>& fails) {
  while (const Node* smaller = step(graph, root, fails))
    root = smaller;
  return root;
}

} // namespace tenet::fuzz
