#include "core/analysis/node_count.h"

#include <vector>

namespace tenet {

size_t count_nodes(Graph& g, const Node* root) {
  const uint32_t epoch = g.next_epoch();
  std::vector<const Node*> work{root};
  root->epoch = epoch;
  size_t count = 0;
  while (!work.empty()) {
    const Node* n = work.back();
    work.pop_back();
    ++count;
    for (const Node* s : n->sources()) {
      if (s->epoch == epoch) continue;
      s->epoch = epoch;
      work.push_back(s);
    }
  }
  return count;
}

} // namespace tenet
