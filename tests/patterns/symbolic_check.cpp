#include "tests/patterns/symbolic_check.h"

#include "backends/interp/evaluate.h"
#include "core/analysis/node_count.h"
#include "core/base/error.h"
#include "core/codegen/symbolic/simplify.h"
#include "core/ir/text.h"
#include "patterns/ops.h"
#include "tests/patterns/symbolic_method.h"

#include <algorithm>
#include <cmath>

namespace tenet::corpus {
namespace {

using rules::Op;

bool is_gated(const SymbolicRecord& r) {
  return r.kind.starts_with("gated_");
}

const Node* parse(Graph& g, std::string_view text) {
  const text::ReadResult read = text::read(g, text);
  if (!read) throw Error("does not parse: " + read.error.message);
  return read.node;
}

/// Everything computed for a record before any expected field is read.
struct Computed {
  Graph graph{rules::vocabulary()};
  const Node* in = nullptr;
  const Node* ours = nullptr;
  Interval bounds_in, bounds;
};

double tolerance(const SymbolicRecord& r) {
  const bool narrow =
      r.in.find("float16") != std::string::npos || r.in.find("fp8") != std::string::npos;
  return narrow ? 5e-2 : 1e-4;
}

/// Equal as the corpus compares: integers exactly, floats to a relative tolerance, NaN to NaN.
bool agrees(const Value& got, const Value& expected, double tolerance) {
  if (expected.is_invalid()) return true; // any value is right
  if (got.is_invalid()) return false;
  if (!got.is_float() && !expected.is_float()) return exact::eq(got, expected);
  const double a = got.as_double(), b = expected.as_double();
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)) + 1e-9;
}

bool inside(const Value& v, const Value& min, const Value& max, double tolerance) {
  if (v.is_invalid() || (v.is_float() && std::isnan(v.f))) return true;
  if (exact::le(min, v) && exact::le(v, max)) return true;
  return (min.is_float() || max.is_float() || v.is_float()) &&
         (agrees(v, min, tolerance) || agrees(v, max, tolerance));
}

std::string list(const std::vector<Value>& values) {
  std::string s;
  for (const Value& v : values)
    s += (s.empty() ? "" : " ") + to_string(v);
  return s;
}

std::string place(const Sample& s) {
  std::string text = " at";
  for (const auto& [name, value] : s.variables)
    text += " " + name + "=" + to_string(value);
  return text;
}

/// The indices of the one gated access under the sink, in order; the last is not the gate.
struct Access {
  std::vector<Value> indices;
  bool valid = true;  ///< no index is invalid
  bool inside = true; ///< every index lies in its dimension
};

Access access(Graph& g, const Node* sink, const interp::Environment& environment) {
  if (sink->op != Op::SINK || sink->n_src != 1 || sink->src(0)->op != Op::LOAD ||
      sink->src(0)->src(0)->op != Op::INDEX)
    throw Error("is no sink of one load of one index");
  const Node* load = sink->src(0);
  const Node* index = load->src(0);
  const std::span<const Dim> dims = shape_of(g, index->src(0));
  Access a;
  for (uint32_t i = 1; i < index->n_src; ++i) {
    const Value v = interp::evaluate(g, index->src(i), environment).values.at(0);
    a.indices.push_back(v);
    a.valid = a.valid && !v.is_invalid();
    a.inside = a.inside && v.is_integral() && v.i >= 0 && v.i < dims[i - 1].size;
  }
  if (load->n_src > 2)
    a.valid = a.valid && interp::evaluate(g, load->src(2), environment).values.at(0).i != 0;
  return a;
}

std::string check_access(Graph& g, const Node* root, const Sample& s, bool is_reference) {
  const Access a = access(g, root, {s.variables, {}, uint64_t{1} << 24});
  if (is_reference && s.valid_out && a.valid != *s.valid_out)
    return "has another gate than recorded";
  if (!*s.valid) // reads nothing: the gate must be shut, or the read fall outside
    return is_reference || !a.valid || !a.inside ? ""
                                                 : "reads inside the buffer where the gate is shut";
  if (!a.valid) return "is gated off where the gate is open";
  for (size_t i = 0; i < s.values.size(); ++i)
    if (i >= a.indices.size() || !agrees(a.indices[i], s.values[i], 0))
      return "is " + list(a.indices) + "; expected " + list(s.values);
  return "";
}

std::string check_value(Graph& g, const Node* root, const Sample& s, double tolerance) {
  const interp::Tensor t = interp::evaluate(g, root, {s.variables, {}, uint64_t{1} << 24});
  bool same = t.values.size() == s.values.size() || t.values.size() == 1 || s.values.size() == 1;
  const size_t count = std::max(t.values.size(), s.values.size());
  for (size_t i = 0; i < count && same; ++i)
    same = agrees(t.values[t.values.size() == 1 ? 0 : i], s.values[s.values.size() == 1 ? 0 : i],
                  tolerance);
  return same ? "" : "is " + list(t.values) + "; expected " + list(s.values);
}

/// The first sample at which the graph is wrong, described; empty if there is none.
std::string check_samples(const SymbolicRecord& r, Graph& g, const Node* root, bool is_reference) {
  for (const Sample& s : r.samples) {
    const std::string why = is_gated(r) ? check_access(g, root, s, is_reference)
                                        : check_value(g, root, s, tolerance(r));
    if (!why.empty()) return why + place(s);
  }
  return "";
}

/// Bounds that hold at every sample; empty if so.
std::string check_bounds(const SymbolicRecord& r, const Value& min, const Value& max) {
  if (r.dtype == "void" || r.in.find("invalid") != std::string::npos) return "";
  for (const Sample& s : r.samples)
    for (const Value& v : s.values)
      if (!inside(v, min, max, tolerance(r)))
        return to_string(min) + " .. " + to_string(max) + " exclude " + to_string(v) + place(s);
  return "";
}

void compare_bounds(const SymbolicRecord& r, const Interval& ours,
                    const std::optional<Bounds>& recorded, const char* what, Verdict& verdict) {
  if (ours.known()) {
    const std::string why = check_bounds(r, ours.min(), ours.max());
    if (!why.empty()) verdict.failures.push_back(std::string("our bounds of ") + what + ": " + why);
  }
  if (!recorded) return;
  const std::string why = check_bounds(r, recorded->min, recorded->max);
  if (!why.empty())
    verdict.failures.push_back(std::string("recorded bounds of ") + what + ": " + why);
  if (r.dtype == "void" || r.in.find("invalid") != std::string::npos) return;
  const bool unbounded =
      recorded->min.is_float() && std::isinf(recorded->min.f) && std::isinf(recorded->max.f);
  if (!ours.known())
    verdict.looser = verdict.looser || !unbounded;
  else if (!inside(ours.min(), recorded->min, recorded->max, 1e-6) ||
           !inside(ours.max(), recorded->min, recorded->max, 1e-6))
    verdict.looser = true;
}

void compare_size(const SymbolicRecord& r, size_t nodes, Verdict& verdict) {
  if (r.kind == "method" || r.kind == "minmax" || r.reference_wrong) return;
  verdict.has_out = r.out.has_value();
  verdict.size = nodes < r.nodes_out    ? Size::Smaller
                 : nodes == r.nodes_out ? Size::Same
                                        : Size::Larger;
}

void compare(const SymbolicRecord& r, Computed& c, Verdict& verdict) {
  Graph& g = c.graph;
  if (g.vocabulary().dtype(c.ours->dtype).name != r.dtype)
    verdict.failures.push_back("dtype became " +
                               std::string(g.vocabulary().dtype(c.ours->dtype).name));
  std::string why = check_samples(r, g, c.in, false);
  if (!why.empty()) verdict.failures.push_back("the graph itself " + why);
  why = check_samples(r, g, c.ours, false);
  if (!why.empty()) verdict.failures.push_back("our result " + why);
  compare_bounds(r, c.bounds_in, r.bounds_in, "the graph", verdict);
  compare_bounds(r, c.bounds, r.bounds, "our result", verdict);
  if (r.out && !r.reference_wrong) {
    why = check_samples(r, g, parse(g, *r.out), true);
    if (!why.empty()) verdict.failures.push_back("the recorded result " + why);
  }
  compare_size(r, verdict.nodes, verdict);
  why = check_method(r, g, c.in, c.ours);
  if (!why.empty()) verdict.failures.push_back(why);
}

} // namespace

bool is_supported(const SymbolicRecord& record) {
  return record.kind != "codegen";
}

Verdict check_record(const SymbolicRecord& record) {
  Verdict verdict;
  verdict.unsupported = !is_supported(record);
  if (verdict.unsupported) return verdict;
  try {
    Computed c;
    c.in = parse(c.graph, record.in);
    c.bounds_in = bounds_of(c.graph.vocabulary(), c.in);
    c.ours = record.kind == "minmax" ? c.in : simplify(c.graph, c.in);
    c.bounds = bounds_of(c.graph.vocabulary(), c.ours);
    verdict.nodes = count_nodes(c.graph, c.ours);
    verdict.result = text::to_string(c.graph.vocabulary(), c.ours);
    compare(record, c, verdict);
  } catch (const std::exception& e) {
    verdict.failures.push_back(e.what());
  }
  return verdict;
}

} // namespace tenet::corpus
