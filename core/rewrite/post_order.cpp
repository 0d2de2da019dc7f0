#include "core/rewrite/post_order.h"

namespace tenet {

std::vector<const Node*> post_order(Graph& graph, const Node* root, bool enter_regions) {
  struct Frame {
    const Node* node;
    uint32_t next;
  };
  const uint32_t epoch = graph.next_epoch();
  std::vector<const Node*> order;
  std::vector<Frame> stack{{root, 0}};
  root->epoch = epoch;
  while (!stack.empty()) {
    Frame& top = stack.back();
    const Node* n = top.node;
    if (top.next == n->n_src) {
      order.push_back(n);
      stack.pop_back();
      continue;
    }
    const uint32_t i = top.next++;
    const uint32_t regions = enter_regions ? 0 : graph.vocabulary().op(n->op).regions;
    const Node* s = n->src(i);
    if (s->epoch == epoch || (i < 32 && (regions >> i & 1) != 0)) continue;
    s->epoch = epoch;
    stack.push_back({s, 0});
  }
  return order;
}

} // namespace tenet
