#include "backends/interp/evaluate.h"

#include "backends/interp/movement.h"
#include "core/analysis/ranges.h"
#include "core/analysis/shapes.h"
#include "core/base/error.h"
#include "core/ir/text.h"
#include "patterns/ops.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace tenet::interp {
namespace {

using rules::Op;

constexpr unsigned max_reduction_depth = 100;

/// Evaluates sources before users with a worklist. A reduction evaluates its body once an iteration
/// in an evaluator of its own, which asks its parent for every node that does not depend on the
/// reduction's ranges.
class Evaluator {
public:
  Evaluator(Graph& graph, const Environment& environment, uint64_t& steps)
      : graph_(graph), environment_(environment), steps_(steps) {}

  const Tensor& value(const Node* root);

private:
  Evaluator(Evaluator& parent, std::span<const Node* const> ranges)
      : graph_(parent.graph_), environment_(parent.environment_), steps_(parent.steps_),
        parent_(&parent), bound_(ranges.begin(), ranges.end()), positions_(ranges.size(), 0),
        depth_(parent.depth_ + 1) {}

  bool depends_on_bound(const Node* n);
  const Tensor* known(const Node* n);
  Tensor compute(const Node* n);
  Tensor elementwise(const Node* n);
  Tensor leaf(const Node* n);
  Tensor variable(const Node* n, const std::string& name);
  Tensor stack(const Node* n);
  Tensor index(const Node* n);
  Tensor load(const Node* n);
  Tensor reduce(const Node* n);
  Tensor reduce_axes(const Node* n);
  void accumulate(const Node* n, Tensor& total, const Tensor& term);
  Value apply(const Node* n, const EvalSpec& spec);
  int64_t integer(const Node* n, const Node* user);
  void spend(uint64_t elements, const Node* n);
  [[noreturn]] void fail(const Node* n, const std::string& why);

  Graph& graph_;
  const Vocabulary& vocabulary_ = graph_.vocabulary();
  const Environment& environment_;
  uint64_t& steps_;
  Evaluator* parent_ = nullptr;
  std::vector<const Node*> bound_; ///< ranges this evaluator iterates over
  std::vector<int64_t> positions_; ///< and where each stands
  unsigned depth_ = 0;
  std::unordered_map<const Node*, Tensor> memo_;
};

void Evaluator::fail(const Node* n, const std::string& why) {
  throw Error("cannot evaluate `" + std::string(vocabulary_.op(n->op).text) + "`: " + why +
              "\n  in " + text::excerpt(vocabulary_, n));
}

void Evaluator::spend(uint64_t elements, const Node* n) {
  steps_ += elements;
  if (steps_ > environment_.max_steps)
    fail(n, "more than " + std::to_string(environment_.max_steps) + " elements computed");
}

bool Evaluator::depends_on_bound(const Node* n) {
  const std::span<const Node* const> ranges = ranges_of(graph_, n);
  return std::any_of(bound_.begin(), bound_.end(), [&](const Node* r) {
    return n == r || std::find(ranges.begin(), ranges.end(), r) != ranges.end();
  });
}

const Tensor* Evaluator::known(const Node* n) {
  const auto found = memo_.find(n);
  if (found != memo_.end()) return &found->second;
  if (parent_ != nullptr && !depends_on_bound(n)) return &parent_->value(n);
  return nullptr;
}

const Tensor& Evaluator::value(
    const Node* root) { // NOLINT(misc-no-recursion): one level a nested reduction, bounded
  if (const Tensor* done = known(root)) return *done;
  std::vector<std::pair<const Node*, uint32_t>> work{{root, 0}};
  while (!work.empty()) {
    auto& [n, next] = work.back();
    const OpInfo& info = vocabulary_.op(n->op);
    // A reduction over ranges evaluates its body itself and gives its ranges their values: it needs
    // their ends.
    const bool over_ranges = n->op == Op::REDUCE && n->n_src > 1;
    if (next == 0 && over_ranges) next = 1;
    if (next < n->n_src) {
      const uint32_t i = next++;
      const bool region = i < 32 && (info.regions >> i & 1) != 0;
      const Node* source = n->src(i);
      if (over_ranges && source->op == Op::RANGE) source = source->src(0);
      if (!region && known(source) == nullptr) work.emplace_back(source, 0);
      continue;
    }
    const Node* done = n;
    work.pop_back();
    if (known(done) == nullptr) memo_.emplace(done, compute(done));
  }
  return *known(root);
}

Tensor Evaluator::compute(const Node* n) { // NOLINT(misc-no-recursion): see `value`
  const OpInfo& info = vocabulary_.op(n->op);
  if (info.is(Role::Elementwise) && info.eval != nullptr) return elementwise(n);
  switch (static_cast<Op>(n->op.value)) {
  case Op::CONST:
  case Op::VAR:
  case Op::RANGE:
  case Op::SPECIAL:
  case Op::PARAM:
  case Op::BUFFER:
    return leaf(n);
  case Op::STACK:
    return stack(n);
  case Op::RESHAPE:
  case Op::EXPAND:
  case Op::PERMUTE:
  case Op::PAD:
  case Op::SHRINK:
  case Op::FLIP:
    spend(static_cast<uint64_t>(element_count(fixed_shape(graph_, n))), n);
    return move(graph_, n, *known(n->src(0)));
  case Op::INDEX:
    return index(n);
  case Op::LOAD:
    return load(n);
  case Op::REDUCE:
    return n->n_src > 1 ? reduce(n) : reduce_axes(n);
  case Op::AFTER:
    return *known(n->src(0));
  default:
    fail(n, "it has no value");
  }
}

Value Evaluator::apply(const Node* n, const EvalSpec& spec) {
  const bool logical = spec.op == Op::AND || spec.op == Op::OR;
  bool invalid = false;
  for (const Value& v : spec.src) {
    if (logical && v.is_bool() && (v.i != 0) == (spec.op == Op::OR))
      return v; // decides whatever the other is
    invalid = invalid || v.is_invalid();
  }
  if (invalid) return Value::invalid();
  const Value v = vocabulary_.op(spec.op).eval(spec);
  if (!v.has_value()) fail(n, "the result does not fit 128 bits");
  return v;
}

Tensor Evaluator::elementwise(const Node* n) {
  const OpInfo& info = vocabulary_.op(n->op);
  const DType computed = computed_dtype(vocabulary_, n);
  std::vector<const Tensor*> sources;
  std::vector<DType> dtypes; // that each source is brought to
  std::vector<int64_t> shape;
  for (const Node* s : n->sources()) {
    const size_t i = sources.size();
    const bool promoted = info.is(Role::Promotes) && (i >= 32 || (info.unpromoted >> i & 1) == 0);
    dtypes.push_back(promoted ? computed : s->dtype);
    sources.push_back(known(s));
    if (!broadcast_into(shape, sources.back()->shape))
      fail(n, "the shapes of its sources do not broadcast");
  }
  Tensor out{shape, {}};
  const auto count = static_cast<uint64_t>(element_count(shape));
  spend(count, n);
  out.values.reserve(count);
  std::vector<Value> values(sources.size());
  for (uint64_t i = 0; i < count; ++i) {
    for (size_t s = 0; s < sources.size(); ++s) {
      values[s] =
          sources[s]->values[broadcast_position(shape, sources[s]->shape, static_cast<int64_t>(i))];
      values[s] = convert(values[s], vocabulary_.dtype(dtypes[s]));
    }
    if (n->op == Op::WHERE) { // selects: an invalid branch that is not taken does not matter
      const Value taken = values[0].is_invalid() ? values[0]
                          : values[0].i != 0     ? values[1]
                                                 : values[2];
      out.values.push_back(convert(taken, vocabulary_.dtype(n->dtype)));
    } else {
      out.values.push_back(apply(n, {graph_, n->op, n->dtype, computed, n->arg, values, dtypes}));
    }
  }
  return out;
}

Tensor Evaluator::variable(const Node* n, const std::string& name) {
  const auto found = environment_.variables.find(name);
  if (found == environment_.variables.end()) fail(n, "no value is given for `" + name + "`");
  return {{}, {convert(found->second, vocabulary_.dtype(n->dtype))}};
}

Tensor Evaluator::leaf(const Node* n) {
  switch (static_cast<Op>(n->op.value)) {
  case Op::CONST:
    return {{}, {literal_value(vocabulary_, n)}};
  case Op::VAR:
    return variable(n, std::string(text_of(field_of(vocabulary_, n, 0))));
  case Op::SPECIAL:
    return variable(n, std::string(text_of(field_of(vocabulary_, n, 0))));
  case Op::RANGE: {
    for (const Evaluator* e = this; e != nullptr; e = e->parent_)
      for (size_t i = 0; i < e->bound_.size(); ++i)
        if (e->bound_[i] == n) return {{}, {Value::of_int(e->positions_[i])}};
    return variable(n, "r" + std::to_string(static_cast<int64_t>(field_of(vocabulary_, n, 0))));
  }
  default: { // a buffer
    const auto slot = static_cast<int64_t>(field_of(vocabulary_, n, 0));
    const auto found = environment_.buffers.find(slot);
    if (found == environment_.buffers.end())
      fail(n, "no contents are given for slot " + std::to_string(slot));
    Tensor out{fixed_shape(graph_, n), found->second};
    if (static_cast<int64_t>(out.values.size()) != element_count(out.shape))
      fail(n, "slot " + std::to_string(slot) + " holds " + std::to_string(out.values.size()) +
                  " elements; expected " + std::to_string(element_count(out.shape)));
    for (Value& v : out.values)
      v = convert(v, vocabulary_.dtype(n->dtype));
    return out;
  }
  }
}

Tensor Evaluator::stack(const Node* n) {
  Tensor out;
  for (const Node* s : n->sources())
    if (!broadcast_into(out.shape, known(s)->shape)) fail(n, "its sources have different shapes");
  const int64_t inner = element_count(out.shape);
  spend(static_cast<uint64_t>(inner) * n->n_src, n);
  for (const Node* s : n->sources()) {
    const Tensor* source = known(s);
    for (int64_t i = 0; i < inner; ++i)
      out.values.push_back(convert(source->values[broadcast_position(out.shape, source->shape, i)],
                                   vocabulary_.dtype(n->dtype)));
  }
  out.shape.insert(out.shape.begin(), n->n_src);
  return out;
}

Tensor Evaluator::index(const Node* n) {
  const Tensor& buffer = *known(n->src(0));
  const size_t leading = n->n_src - 1;
  if (leading > buffer.shape.size()) fail(n, "more indices than dimensions");
  std::vector<int64_t> shape; // of the indices, broadcast
  for (const Node* s : n->sources().subspan(1))
    if (!broadcast_into(shape, known(s)->shape))
      fail(n, "the shapes of its indices do not broadcast");
  Tensor out{shape, {}};
  out.shape.insert(out.shape.end(), buffer.shape.begin() + static_cast<std::ptrdiff_t>(leading),
                   buffer.shape.end());
  const int64_t inner = element_count(std::span(buffer.shape).subspan(leading));
  const int64_t outer = element_count(shape);
  spend(static_cast<uint64_t>(outer * inner), n);
  const Value zero = convert(Value::of_int(0), vocabulary_.dtype(n->dtype));
  for (int64_t i = 0; i < outer; ++i) {
    std::optional<int64_t> base = 0;
    for (size_t k = 0; k < leading && base; ++k) {
      const Tensor& at = *known(n->src(static_cast<uint32_t>(k + 1)));
      const Value v = at.values[broadcast_position(shape, at.shape, i)];
      const bool inside = v.is_integral() && v.i >= 0 && v.i < buffer.shape[k];
      base = inside ? std::optional(*base * buffer.shape[k] + static_cast<int64_t>(v.i))
                    : std::nullopt;
    }
    for (int64_t j = 0; j < inner; ++j)
      out.values.push_back(base ? buffer.values[static_cast<size_t>(*base * inner + j)] : zero);
  }
  return out;
}

Tensor Evaluator::load(const Node* n) {
  Tensor out = *known(n->src(0));
  if (n->n_src == 1) return out;
  const Tensor& alternative = *known(n->src(1));
  const Tensor* gate = n->n_src > 2 ? known(n->src(2)) : nullptr;
  for (size_t i = 0; i < out.values.size() && gate != nullptr; ++i) {
    const Value open =
        gate->values[broadcast_position(out.shape, gate->shape, static_cast<int64_t>(i))];
    if (!open.is_invalid() && open.i != 0) continue;
    out.values[i] = convert(alternative.values[broadcast_position(out.shape, alternative.shape,
                                                                  static_cast<int64_t>(i))],
                            vocabulary_.dtype(n->dtype));
  }
  return out;
}

void Evaluator::accumulate(const Node* n, Tensor& total, const Tensor& term) {
  const OpId op(static_cast<uint16_t>(field_of(vocabulary_, n, 0)));
  for (size_t i = 0; i < total.values.size(); ++i) {
    const std::array<Value, 2> pair{total.values[i], term.values[i]};
    total.values[i] = apply(n, {graph_, op, n->dtype, n->dtype, 0, pair, {}});
  }
}

int64_t Evaluator::integer(const Node* n,
                           const Node* user) { // NOLINT(misc-no-recursion): see `value`
  const Tensor& t = value(n);
  if (t.values.size() != 1 || !t.values[0].is_integral() || !fits_int64(t.values[0].i))
    fail(user, "the end of a range is no integer");
  return static_cast<int64_t>(t.values[0].i);
}

Tensor Evaluator::reduce(
    const Node* n) { // NOLINT(misc-no-recursion): one level a nested reduction, bounded
  if (depth_ >= max_reduction_depth) fail(n, "reductions are nested too deeply");
  Evaluator body(*this, n->sources().subspan(1));
  std::vector<int64_t> ends;
  bool empty = false;
  for (const Node* r : n->sources().subspan(1)) {
    if (r->op != Op::RANGE) fail(n, "it reduces over a source that is no range");
    ends.push_back(integer(r->src(0), n));
    empty = empty || ends.back() <= 0;
  }
  const OpId op(static_cast<uint16_t>(field_of(vocabulary_, n, 0)));
  if (empty) return full(fixed_shape(graph_, n), identity_of(vocabulary_, op, n->dtype));
  std::optional<Tensor> total;
  for (bool more = true; more;) {
    body.memo_.clear();
    Tensor term = body.value(n->src(0));
    spend(term.values.size(), n);
    if (total)
      accumulate(n, *total, term);
    else
      total = std::move(term);
    more = false;
    for (size_t i = ends.size(); i-- > 0 && !more;) {
      more = ++body.positions_[i] < ends[i];
      if (!more) body.positions_[i] = 0;
    }
  }
  return std::move(*total);
}

Tensor Evaluator::reduce_axes(const Node* n) {
  const Tensor& x = *known(n->src(0));
  const auto axes = static_cast<size_t>(field_of(vocabulary_, n, 1));
  if (axes > x.shape.size()) fail(n, "it reduces more axes than there are");
  const OpId op(static_cast<uint16_t>(field_of(vocabulary_, n, 0)));
  const std::vector<int64_t> inner(x.shape.begin() + static_cast<std::ptrdiff_t>(axes),
                                   x.shape.end());
  const int64_t count = element_count(inner);
  const int64_t outer = element_count(std::span(x.shape).first(axes));
  if (outer == 0) return full(inner, identity_of(vocabulary_, op, n->dtype));
  spend(static_cast<uint64_t>(outer * count), n);
  Tensor total{inner, {x.values.begin(), x.values.begin() + count}};
  for (int64_t i = 1; i < outer; ++i) {
    const auto first = x.values.begin() + i * count;
    accumulate(n, total, {inner, {first, first + count}});
  }
  return total;
}

} // namespace

Tensor evaluate(Graph& graph, const Node* root, const Environment& environment) {
  uint64_t steps = 0;
  return Evaluator(graph, environment, steps).value(root);
}

} // namespace tenet::interp
