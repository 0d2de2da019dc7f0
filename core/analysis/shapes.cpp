#include "core/analysis/shapes.h"

#include "core/base/error.h"
#include "core/base/small_array.h"

#include <vector>

namespace tenet {
namespace {

bool is_known(const Node* n) {
  return n->has(Node::scalar) || (n->facts != nullptr && n->facts->has_shape);
}

std::string shape_text(std::span<const Dim> shape) {
  std::string text = "(";
  for (const Dim& d : shape) {
    text += text.size() > 1 ? " " : "";
    text += d.node == nullptr ? std::to_string(d.size) : "?";
  }
  return text + ")";
}

[[noreturn]] void reject(const Vocabulary& v, const Node* n) {
  std::string shapes;
  for (const Node* const s : n->sources())
    shapes += (shapes.empty() ? "" : ", ") + shape_text(known_shape(s));
  throw Error("the shapes of the sources of `" + std::string(v.op(n->op).text) + "` are " + shapes +
              "; expected shapes that fit together");
}

/// The shape of a node whose sources' shapes are known.
void derive_shape(const Graph& g, const Node* n) {
  const Vocabulary& v = g.vocabulary();
  const OpInfo& op = v.op(n->op);
  Shape shape;
  if (op.shape != nullptr) {
    shape = op.shape(g, {n->op, n->arg, n->sources()});
  } else if (op.is(Role::Elementwise)) {
    SmallArray<std::span<const Dim>, 4> shapes(n->n_src);
    for (uint32_t i = 0; i < n->n_src; ++i)
      shapes[i] = known_shape(n->src(i));
    shape = broadcast(shapes.span());
  } else {
    shape.emplace();
  }
  if (!shape) reject(v, n);
  g.set_shape(n, *shape);
}

} // namespace

std::span<const Dim> shape_of(const Graph& g, const Node* n) {
  if (is_known(n)) return known_shape(n);
  std::vector<const Node*> stack{n};
  while (!stack.empty()) {
    const Node* const top = stack.back();
    const size_t before = stack.size();
    if (!is_known(top)) {
      for (const Node* const s : top->sources()) {
        if (!is_known(s)) stack.push_back(s);
      }
    }
    if (stack.size() != before) continue;
    if (!is_known(top)) derive_shape(g, top);
    stack.pop_back();
  }
  return known_shape(n);
}

const Node* constant_like(Graph& g, const Value& value, const Node* like) {
  const Vocabulary& v = g.vocabulary();
  const Node* const literal = g.constant(value, like->dtype);
  if (literal == nullptr || like->has(Node::scalar)) return literal;
  const std::span<const Dim> shape = shape_of(g, like);
  if (shape.empty()) return literal;
  if (!v.broadcast) return nullptr;
  std::vector<const Node*> sources{literal};
  for (const Dim& d : shape) {
    sources.push_back(d.node != nullptr ? d.node : g.constant(Value::of_int(d.size), v.weak_int));
    if (sources.back() == nullptr) return nullptr;
  }
  return g.make(*v.broadcast, sources);
}

} // namespace tenet
