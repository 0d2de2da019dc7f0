#include "tests/bench/rewrite/halide_peer.h"

#include "core/base/error.h"
#include "patterns/ops.h"

#include <Halide.h>
#include <string>
#include <unordered_map>

namespace tenet::bench {
namespace {

using rules::Op;

Halide::Expr convert_binary(Op op, const Halide::Expr& a, const Halide::Expr& b) {
  namespace node = Halide::Internal;
  switch (op) {
  case Op::ADD:
    return node::Add::make(a, b);
  case Op::MUL:
    return node::Mul::make(a, b);
  case Op::FLOORDIV:
    return node::Div::make(a, b);
  case Op::FLOORMOD:
    return node::Mod::make(a, b);
  case Op::MAX:
    return node::Max::make(a, b);
  case Op::CMPLT:
    return node::LT::make(a, b);
  case Op::CMPNE:
    return a.type().is_bool() && node::is_const_one(b) ? node::Not::make(a) : node::NE::make(a, b);
  case Op::AND:
    return node::And::make(a, b);
  default:
    throw Error("no Halide counterpart");
  }
}

/// Converts sources before users; expressions in the corpus are small.
class Converter {
public:
  Converter(const Graph& graph, Halide::Internal::Scope<Halide::Internal::Interval>& scope)
      : vocabulary_(graph.vocabulary()), scope_(scope) {}

  Halide::Expr convert(const Node* root) {
    std::vector<std::pair<const Node*, uint32_t>> work{{root, 0}};
    while (!work.empty()) {
      auto& [n, next] = work.back();
      const bool leaf = n->op == Op::RANGE || n->op == Op::SPECIAL;
      if (!leaf && next < n->n_src) {
        const Node* s = n->src(next++);
        if (!done_.count(s)) work.emplace_back(s, 0);
        continue;
      }
      done_[n] = make(n);
      work.pop_back();
    }
    return done_.at(root);
  }

private:
  Halide::Expr variable(const Node* n, const std::string& name) {
    const Interval b = bounds_of(vocabulary_, n);
    const Halide::Type type =
        vocabulary_.dtype(n->dtype).kind == DTypeKind::Bool ? Halide::Bool() : Halide::Int(32);
    if (b.is_int() && type.is_int() && !scope_.contains(name))
      scope_.push(name, {Halide::Internal::IntImm::make(type, static_cast<int64_t>(b.lo)),
                         Halide::Internal::IntImm::make(type, static_cast<int64_t>(b.hi))});
    return Halide::Internal::Variable::make(type, name);
  }

  Halide::Expr make(const Node* n) {
    switch (static_cast<Op>(n->op.value)) {
    case Op::CONST: {
      const Value v = literal_value(vocabulary_, n);
      if (v.is_bool()) return Halide::Internal::make_bool(v.i != 0);
      return Halide::Internal::IntImm::make(Halide::Int(32), static_cast<int64_t>(v.i));
    }
    case Op::VAR:
      return variable(n, std::string(text_of(field_of(vocabulary_, n, 0))));
    case Op::RANGE:
      return variable(n, "r" + std::to_string(static_cast<int64_t>(field_of(vocabulary_, n, 0))));
    case Op::WHERE:
      return Halide::Internal::Select::make(done_.at(n->src(0)), done_.at(n->src(1)),
                                            done_.at(n->src(2)));
    default:
      return convert_binary(static_cast<Op>(n->op.value), done_.at(n->src(0)), done_.at(n->src(1)));
    }
  }

  const Vocabulary& vocabulary_;
  Halide::Internal::Scope<Halide::Internal::Interval>& scope_;
  std::unordered_map<const Node*, Halide::Expr> done_;
};

} // namespace

struct HalidePeer::Expressions {
  struct One {
    Halide::Expr expression;
    Halide::Internal::Scope<Halide::Internal::Interval> scope;
  };
  std::vector<std::unique_ptr<One>> all;
};

HalidePeer::HalidePeer() : expressions_(std::make_unique<Expressions>()) {}
HalidePeer::~HalidePeer() = default;

void HalidePeer::add(const Graph& graph, const Node* root) {
  auto one = std::make_unique<Expressions::One>();
  one->expression = Converter(graph, one->scope).convert(root);
  expressions_->all.push_back(std::move(one));
}

void HalidePeer::simplify_all() const {
  for (const std::unique_ptr<Expressions::One>& e : expressions_->all)
    Halide::Internal::simplify(e->expression, true, e->scope);
}

size_t HalidePeer::size() const {
  return expressions_->all.size();
}

} // namespace tenet::bench
