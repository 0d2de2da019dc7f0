#include "core/analysis/ranges.h"

#include "core/ir/node_set.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace tenet {
namespace {

using Ranges = std::span<const Node* const>;

bool by_id(const Node* a, const Node* b) {
  return a->id < b->id;
}

bool is_known(const Vocabulary& v, const Node* n) {
  return (n->n_src == 0 && !v.op(n->op).is(Role::Range)) ||
         (n->facts != nullptr && n->facts->has_ranges);
}

Ranges known_ranges(const Node* n) {
  return n->facts == nullptr ? Ranges() : n->facts->ranges;
}

bool is_region(const OpInfo& op, uint32_t i) {
  return i < 32 && (op.regions >> i & 1) != 0;
}

/// Facts of a node whose sources have theirs. Most nodes have the ranges of one of their sources,
/// and share its list.
void derive_ranges(const Graph& g, const Node* n) {
  const OpInfo& op = g.vocabulary().op(n->op);
  Ranges shared;
  std::vector<const Node*> own;
  const auto current = [&] { return own.empty() ? shared : Ranges(own); };
  const auto join = [&](Ranges more) {
    const Ranges now = current();
    if (more.data() == now.data() ||
        std::includes(now.begin(), now.end(), more.begin(), more.end(), by_id))
      return;
    if (std::includes(more.begin(), more.end(), now.begin(), now.end(), by_id)) {
      own.clear();
      shared = more;
      return;
    }
    std::vector<const Node*> both;
    std::set_union(now.begin(), now.end(), more.begin(), more.end(), std::back_inserter(both),
                   by_id);
    own = std::move(both);
  };
  for (uint32_t i = 0; i < n->n_src; ++i) {
    if (!is_region(op, i)) join(known_ranges(n->src(i)));
  }
  if (op.is(Role::Range)) join(Ranges(&n, 1));
  if (op.closes_from >= 0) {
    const Ranges all = current();
    std::vector<const Node*> open;
    const Ranges closed =
        n->sources().subspan(std::min<size_t>(n->n_src, static_cast<size_t>(op.closes_from)));
    std::copy_if(all.begin(), all.end(), std::back_inserter(open), [&](const Node* r) {
      return std::find(closed.begin(), closed.end(), r) == closed.end();
    });
    shared = {};
    own = std::move(open);
  }
  Facts& facts = g.facts(n);
  facts.has_ranges = true;
  const bool lasting = own.empty() && shared.data() != &n;
  if (lasting) {
    facts.ranges = shared;
    return;
  }
  const Ranges found = current();
  const Node** const kept = g.arena().allocate_array<const Node*>(found.size());
  std::copy(found.begin(), found.end(), kept);
  facts.ranges = {kept, found.size()};
}

} // namespace

std::span<const Node* const> ranges_of(const Graph& g, const Node* n) {
  const Vocabulary& v = g.vocabulary();
  if (is_known(v, n)) return known_ranges(n);
  std::vector<const Node*> stack{n};
  while (!stack.empty()) {
    const Node* const top = stack.back();
    const size_t before = stack.size();
    if (!is_known(v, top)) {
      for (uint32_t i = 0; i < top->n_src; ++i) {
        if (!is_region(v.op(top->op), i) && !is_known(v, top->src(i))) stack.push_back(top->src(i));
      }
    }
    if (stack.size() != before) continue;
    if (!is_known(v, top)) derive_ranges(g, top);
    stack.pop_back();
  }
  return known_ranges(n);
}

bool depends_on(const Graph&, const Node* root, const Node* n) {
  // A node is made after its sources: what is older than n, or no higher, does not contain it.
  const auto may_contain = [n](const Node* m) { return m->id > n->id && m->height > n->height; };
  if (root == n) return true;
  if (!may_contain(root)) return false;
  NodeSet seen;
  std::vector<const Node*> stack{root};
  seen.insert(root);
  while (!stack.empty()) {
    const Node* const top = stack.back();
    stack.pop_back();
    for (const Node* const s : top->sources()) {
      if (s == n) return true;
      if (may_contain(s) && seen.insert(s)) stack.push_back(s);
    }
  }
  return false;
}

} // namespace tenet
