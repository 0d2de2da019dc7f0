#include "tests/patterns/symbolic_method.h"

#include "backends/interp/evaluate.h"
#include "core/base/error.h"
#include "core/codegen/symbolic/linear_form.h"
#include "core/codegen/symbolic/simplify.h"
#include "core/ir/text.h"
#include "patterns/ops.h"
#include "tests/fuzz/graph_generator.h"

#include <random>

namespace tenet::corpus {
namespace {

using rules::Op;

const Node* parse(Graph& g, const std::string& text) {
  const text::ReadResult read = text::read(g, text);
  if (!read) throw Error("does not parse: " + read.error.message);
  return read.node;
}

/// An argument is a graph, or a number.
const Node* argument(Graph& g, const std::string& text) {
  if (text.starts_with('(')) return parse(g, text);
  return g.constant(Value::of_int(std::stoll(text)), g.vocabulary().weak_int);
}

/// x / d where that is exact for all values of the variables; null where it is not, or not seen to
/// be.
const Node* divide_exact(Graph& g, const Node* x, const Node* d) {
  const Node* remainder = simplify(g, g.build(Op::FLOORMOD, {x, d}));
  const Value r = literal_value(g.vocabulary(), remainder);
  if (!exact::eq(r, Value::of_int(0))) return nullptr;
  return simplify(g, g.build(Op::FLOORDIV, {x, d}));
}

/// The greatest integer that divides every term.
int128 const_factor(Graph& g, const Node* x) {
  LinearForm form;
  if (!form.read(g.vocabulary(), x, LinearForm::Sums::Whole)) return 1;
  int128 factor = form.constant();
  for (const Term& t : form.terms())
    factor = tenet::gcd(factor, t.factor);
  return factor < 0 ? -factor : factor;
}

/// The monomial that divides all of `xs`, each of one term.
const Node* common_factor(Graph& g, const std::vector<const Node*>& xs) {
  int128 factor = 0;
  std::vector<const Node*> product;
  bool first = true;
  for (const Node* x : xs) {
    LinearForm form;
    if (!form.read(g.vocabulary(), x, LinearForm::Sums::Whole) || form.terms().size() != 1 ||
        form.constant() != 0)
      return nullptr;
    const Term& t = form.terms()[0];
    factor = tenet::gcd(factor, t.factor);
    std::vector<const Node*> mine(t.product().begin(), t.product().end());
    if (first) product = mine;
    std::vector<const Node*> both;
    for (const Node* p : product) {
      const auto found = std::find(mine.begin(), mine.end(), p);
      if (found == mine.end()) continue;
      both.push_back(p);
      mine.erase(found);
    }
    product = both;
    first = false;
  }
  const Node* result = g.constant(Value::of_int(factor), g.vocabulary().weak_int);
  for (const Node* p : product)
    result = g.build(Op::MUL, {result, p});
  return result;
}

/// Equal at some random values of the variables of both.
bool same_values(Graph& g, const Node* a, const Node* b) {
  const Node* both = g.build(Op::CMPNE, {a, b});
  const std::vector<fuzz::Free> free = fuzz::free_variables(g, both);
  std::mt19937_64 random(1);
  for (int i = 0; i < 50; ++i)
    if (interp::evaluate(g, both, {fuzz::random_assignment(free, random), {}, 1 << 20})
            .values.at(0)
            .i != 0)
      return false;
  return true;
}

std::string compare_graph(const SymbolicRecord& r, Graph& g, const Node* ours) {
  if (r.result_text.empty() && !r.result_value)
    return ours == nullptr
               ? ""
               : r.method + " gave " + text::to_string(g.vocabulary(), ours) + "; expected none";
  const std::string expected = r.result_value ? to_string(*r.result_value) : r.result_text;
  const Node* wanted = r.result_value ? argument(g, expected) : parse(g, expected);
  if (ours == nullptr) return r.method + " gave none; expected " + expected;
  if (!same_values(g, ours, wanted))
    return r.method + " gave " + text::to_string(g.vocabulary(), ours) + "; expected " + expected;
  return "";
}

/// The value of a graph that must be constant: `ssimplify`, `__int__`, `__float__`, `__bool__`, and
/// `resolve`, which has a default for one that is not.
std::string compare_value(const SymbolicRecord& r, Graph& g, const Node* simplified) {
  Value v = literal_value(g.vocabulary(), simplified);
  if (r.result_raises)
    return v.has_value() ? r.method + " gave " + to_string(v) + "; expected an error" : "";
  if (!v.has_value() && r.method == "resolve") v = Value::of_bool(r.args.at(0) == "true");
  if (!r.result_value || !exact::eq(v, *r.result_value))
    return r.method + " gave " + to_string(v) + "; expected " +
           (r.result_value ? to_string(*r.result_value) : "none");
  return "";
}

} // namespace

std::string check_method(const SymbolicRecord& record, Graph& graph, const Node* in,
                         const Node* simplified) {
  if (record.method.empty()) return "";
  std::vector<const Node*> args;
  if (record.kind == "method")
    for (const std::string& a : record.args)
      args.push_back(argument(graph, a));
  if (record.method == "divides" || record.method == "divide_exact")
    return compare_graph(record, graph, divide_exact(graph, in, args.at(0)));
  if (record.method == "gcd") {
    args.insert(args.begin(), in);
    return compare_graph(record, graph, common_factor(graph, args));
  }
  if (record.method == "const_factor") {
    const int128 factor = const_factor(graph, in);
    const bool divides =
        record.result_value && record.result_value->i != 0 && factor % record.result_value->i == 0;
    return divides ? ""
                   : "const_factor gave " +
                         to_string(factor); // a greater factor than recorded is better
  }
  return compare_value(record, graph, simplified);
}

} // namespace tenet::corpus
