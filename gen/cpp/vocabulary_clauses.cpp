#include "gen/cpp/expression.h"
#include "gen/cpp/fields.h"
#include "gen/cpp/names.h"
#include "gen/cpp/vocabulary.h"
#include "gen/lower/arrange.h"
#include "gen/lower/expression.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tenet::gen {
namespace {

using dsl::Module;
using program::Expr;

/// Whether sources are nodes, intervals or values, and how the function says that there is no
/// answer.
struct ClauseForm {
  std::string_view name;
  std::string_view result;
  std::string_view spec;
  std::string_view fail;
};
constexpr ClauseForm dtype_form{"dtype", "DType", "const ::tenet::NodeSpec& s",
                                "return DType::none();"};
constexpr ClauseForm shape_form{"shape", "::tenet::Shape", "const ::tenet::NodeSpec& s",
                                "return std::nullopt;"};
constexpr ClauseForm bounds_form{"bounds", "Interval", "const ::tenet::BoundsSpec& s",
                                 "return Interval::unknown();"};
constexpr ClauseForm eval_form{"eval", "Value", "const ::tenet::EvalSpec& s", "return {};"};

// NOLINTNEXTLINE(misc-no-recursion): over syntax
void collect_variables(const Expr& e, std::set<uint32_t>& used) {
  used.insert(e.vars.begin(), e.vars.end());
  for (const Expr& child : e.children)
    collect_variables(child, used);
  for (const auto& [name, value] : e.fields)
    collect_variables(value, used);
}

bool has_node_spec(const ClauseForm& form) {
  return form.spec == dtype_form.spec;
}

class ClauseFunction {
public:
  ClauseFunction(const Module& module, const program::Symbols& symbols, SetTable& sets,
                 const dsl::OpDecl& op, const ClauseForm& form)
      : module_(module), op_(op),
        form_(form), scope_{.module = module, .symbols = symbols, .sets = sets},
        writer_(scope_, out_) {
    scope_.fail = form.fail;
    scope_.match = scope_.graph = has_node_spec(form) ? "graph" : "s.graph";
    scope_.vocabulary = scope_.graph + ".vocabulary()";
    scope_.clause = true;
    scope_.taken = {"graph", "s", "type"};
    for (size_t i = 0; i < op.sources.size(); ++i)
      add_source(i);
    const size_t known = std::max(op.variables.size(), op.sources.size() + op.fields.size());
    scope_.names.resize(known);
    scope_.dtypes.resize(known);
    const std::string graph = has_node_spec(form)
                                  ? "[[maybe_unused]] const Graph& graph, [[maybe_unused]] "
                                  : "[[maybe_unused]] ";
    out_.open(fmt::format("{} {}_{}({}{})", form.result, form.name, op.name, graph, form.spec));
  }

  std::string finish() {
    out_.close();
    return out_.take() + '\n';
  }

  /// Statements that give the clause's own type.
  void write_return(const dsl::Expr& clause) {
    const std::string value = writer_.write(prepare(clause));
    out_.line(form_.name == "shape" ? fmt::format("return clause::to_shape({});", value)
                                    : fmt::format("return {};", value));
  }

  void write_eval(const dsl::EvalClause& eval) {
    const bool guarded = eval.computed.has_value();
    if (guarded)
      out_.open(fmt::format("if ({})", scope_.sets.has_dtype(*eval.computed, "s.computed")));
    const Expr e = prepare(eval.value);
    if (e.type.kind == program::Type::Kind::Bool || is_bool_value(e))
      out_.line(fmt::format("if (!clause::comparable(s.src)) {}", form_.fail));
    const std::string value = writer_.write(e);
    out_.line(fmt::format("return ::tenet::convert({}, type);", as_value(value, e.type)));
    if (guarded) out_.close();
  }

  void declare_result_type() {
    out_.line(fmt::format("[[maybe_unused]] const ::tenet::DTypeInfo& type = {}.dtype(s.dtype);",
                          scope_.vocabulary));
    scope_.wrapping = "type";
  }

  /// Sources of a class of dtypes; those of a single one are compared by the engine.
  void check_classes() {
    for (size_t i = 0; i < op_.sources.size(); ++i) {
      const dsl::SourceDecl& source = op_.sources[i];
      if (!source.dtypes || source.dtypes->size() == 1) continue;
      if (source.rest) {
        out_.open(fmt::format("for (const Node* n : {})", scope_.names[i]));
        writer_.require(scope_.sets.has_dtype(*source.dtypes, "n->dtype"));
        out_.close();
      } else {
        writer_.require(scope_.sets.has_dtype(*source.dtypes, scope_.names[i] + "->dtype"));
      }
    }
  }

  void line(std::string_view text) { out_.line(text); }

private:
  void add_source(size_t i) {
    const bool rest = op_.sources[i].rest;
    scope_.names.push_back(rest ? fmt::format("s.src.subspan({})", i)
                                : fmt::format("s.src[{}]", i));
    std::string dtype;
    if (!rest && form_.name == "bounds") dtype = fmt::format("s.src_dtype[{}]", i);
    if (!rest && form_.name == "eval") dtype = fmt::format("clause::source_dtype(s, {})", i);
    scope_.dtypes.push_back(dtype);
  }

  /// The lowered clause, with locals for the argument fields that it reads.
  Expr prepare(const dsl::Expr& clause) {
    Expr e = lower_expression(module_, clause);
    std::set<uint32_t> used;
    collect_variables(e, used);
    for (size_t i = 0; i < op_.fields.size(); ++i) {
      const uint32_t var = static_cast<uint32_t>(op_.sources.size() + i);
      if (used.count(var) == 0 || !scope_.names[var].empty()) continue;
      const std::string value = field_value(i);
      const std::string name = writer_.bind(var, op_.fields[i].name);
      out_.line(fmt::format("const auto {} = {};", name, value));
    }
    return e;
  }

  std::string field_value(size_t i) const {
    const dsl::FieldType& type = op_.fields[i].type;
    const std::string word =
        op_.fields.size() == 1 ? "s.arg" : fmt::format("::tenet::record_of(s.arg)[{}]", i);
    std::string value = decode_field(module_, type, word);
    if (type.kind == dsl::FieldType::Kind::Int) return fmt::format("int128{{{}}}", value);
    if (type.kind == dsl::FieldType::Kind::List && type.element->kind == dsl::FieldType::Kind::Int)
      return fmt::format("builtin::exact_integers({})", value);
    return value;
  }

  /// A bool that the checker has brought to a Value: a comparison.
  static bool is_bool_value(const Expr& e) {
    return e.kind == Expr::Kind::Convert && e.children[0].type.kind == program::Type::Kind::Bool;
  }

  static std::string as_value(const std::string& value, const program::Type& type) {
    switch (type.kind) {
    case program::Type::Kind::Bool:
      return "Value::of_bool(" + value + ")";
    case program::Type::Kind::Int:
      return "Value::of_int(" + value + ")";
    case program::Type::Kind::Float:
      return "Value::of_float(" + value + ")";
    default:
      return value;
    }
  }

  const Module& module_;
  const dsl::OpDecl& op_;
  const ClauseForm& form_;
  CodeWriter out_;
  ExpressionScope scope_;
  ExpressionWriter writer_;
};

/// What the dtype of an op without the clause is: that of its sources, or of nothing.
std::string default_dtype(const Module& module, const dsl::OpDecl& op) {
  if (has_trait(module, op, "promotes")) return "clause::promote_nodes(graph.vocabulary(), s.src)";
  const size_t fixed = op.sources.size() - (!op.sources.empty() && op.sources.back().rest ? 1 : 0);
  if (fixed > 0) return "s.src[0]->dtype";
  for (size_t i = 0; i < module.dtypes.size(); ++i)
    if (module.dtypes[i].kind == dsl::DTypeDecl::Kind::Void)
      return dtype_name(module, static_cast<dsl::DTypeId>(i));
  return "DType{0}";
}

} // namespace

std::string vocabulary_clauses(const Module& module, SetTable& sets) {
  const program::Symbols symbols = lower_symbols(module);
  std::string out;
  const auto begin = [&](const dsl::OpDecl& op, const ClauseForm& form) {
    return ClauseFunction(module, symbols, sets, op, form);
  };
  for (const dsl::OpDecl& op : module.ops) {
    const bool literal = has_trait(module, op, "literal"); // the engine knows its value and dtype
    ClauseFunction dtype = begin(op, dtype_form);
    dtype.check_classes();
    if (literal)
      dtype.line("return DType::none(); // made by Graph::constant");
    else if (op.dtype)
      dtype.write_return(*op.dtype);
    else
      dtype.line(fmt::format("return {};", default_dtype(module, op)));
    out += dtype.finish();
    if (literal) continue;
    if (op.shape) {
      ClauseFunction shape = begin(op, shape_form);
      shape.write_return(*op.shape);
      out += shape.finish();
    }
    if (op.bounds) {
      ClauseFunction bounds = begin(op, bounds_form);
      bounds.write_return(*op.bounds);
      out += bounds.finish();
    }
    if (op.evals.empty()) continue;
    ClauseFunction eval = begin(op, eval_form);
    eval.declare_result_type();
    for (const dsl::EvalClause& e : op.evals)
      if (e.computed) eval.write_eval(e);
    bool complete = false;
    for (const dsl::EvalClause& e : op.evals)
      if (!e.computed && !complete) {
        eval.write_eval(e);
        complete = true;
      }
    if (!complete) eval.line("return {};");
    out += eval.finish();
  }
  return out;
}

} // namespace tenet::gen
