#include "dsl/check/expressions.h"

#include <algorithm>
#include <iterator>

/// Calls of the language's own functions, by the table in builtins.cpp.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;

uint8_t place_of(Mode mode) {
  switch (mode) {
  case Mode::Guard:
  case Mode::Number:
  case Mode::Context:
    return Builtin::Guard;
  case Mode::Result:
  case Mode::Unbuilt:
  case Mode::Test:
    return Builtin::Result;
  default:
    return Builtin::Clause;
  }
}

} // namespace

bool is_builtin(std::string_view name) {
  const auto table = builtins();
  return std::any_of(table.begin(), table.end(), [&](const Builtin& b) { return b.name == name; });
}

std::string count_text(size_t n, std::string_view what) {
  return std::to_string(n) + " " + std::string(what) + (n == 1 ? "" : "s");
}

/// Some names are both, `max` for one: on nodes it is the op, on values the function.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::call_op_or_builtin(const syntax::Expr& e, const Type& hint) {
  const std::string& name = e.children[0].text;
  const std::optional<OpIndex> op = c_.op_of_spelling(name);
  if (!op) return is_builtin(name) ? call_builtin(e) : unknown_function(e);
  const bool builtin_here =
      std::any_of(builtins().begin(), builtins().end(), [&](const Builtin& b) {
        return b.name == name && (b.places & place_of(mode_)) != 0;
      });
  if (!builtin_here) return build(*op, e);
  if (!may_build() || !c_.op(*op).fields.empty()) return call_builtin(e);
  std::vector<Expr> arguments;
  bool on_nodes = hint.kind == TK::Node || (mode_ == Mode::Test && hint.kind == TK::Error);
  for (size_t i = 1; i < e.children.size(); ++i) {
    const bool is_rest = e.children[i].kind == SK::Rest;
    arguments.push_back(is_rest ? spread(e.children[i], {}) : infer(e.children[i]));
    on_nodes = on_nodes || is_rest || arguments.back().type.kind == TK::Node;
  }
  if (on_nodes) return finish_build(*op, std::move(arguments), e.span);
  std::vector<const Builtin*> rows;
  for (const Builtin& b : builtins())
    if (b.name == name && (b.places & Builtin::Result) != 0) rows.push_back(&b);
  return call_builtin_with(e, std::move(rows), std::move(arguments));
}

namespace {

/// The types that the type variables of one call stand for.
using Bindings = std::vector<std::pair<uint32_t, Type>>;

// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
Type with_bindings(const Type& t, const Bindings& bindings) {
  if (t.kind == TK::Error) {
    for (const auto& [variable, type] : bindings)
      if (variable == t.decl) return type;
    return {};
  }
  Type r = t;
  for (Type& a : r.args)
    a = with_bindings(a, bindings);
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
void bind_types(const Type& param, const Type& argument, Bindings& bindings) {
  if (param.kind == TK::Error && param.decl != 0 &&
      with_bindings(param, bindings).kind == TK::Error)
    bindings.emplace_back(param.decl, argument);
  if (param.kind == argument.kind && param.args.size() == argument.args.size())
    for (size_t i = 0; i < param.args.size(); ++i)
      bind_types(param.args[i], argument.args[i], bindings);
}

const Type& param_type(const Builtin& b, size_t i) {
  return b.params[std::min(i, b.params.size() - 1)];
}

/// How far the types of the arguments are from those of the parameters; a narrowing counts most.
int distance(const Builtin& b, const std::vector<Expr>& arguments) {
  int sum = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TK from = arguments[i].type.kind, to = param_type(b, i).kind;
    sum += from == to || to == TK::Error ? 0 : from == TK::Value ? 10 : 1;
  }
  return sum;
}

} // namespace

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::call_builtin(const syntax::Expr& e) {
  const std::string& name = e.children[0].text;
  std::vector<const Builtin*> rows;
  bool elsewhere = false;
  for (const Builtin& b : builtins()) {
    if (b.name != name) continue;
    elsewhere = true;
    if ((b.places & place_of(mode_)) != 0) rows.push_back(&b);
  }
  if (rows.empty() && elsewhere)
    return report(e.span, "`" + name + "` cannot be called here" +
                              (place_of(mode_) == Builtin::Guard
                                   ? "; it builds nodes or stands in clauses of ops"
                                   : ""));
  const bool bracket = rows[0]->bracket;
  if (bracket && e.args.size() != 1) return report(e.span, "expected `" + name + "[op](…)`");
  if (!bracket && !no_args(e)) return failed(e.span);
  const size_t given = e.children.size() - 1 + (bracket ? 1 : 0);
  const auto takes_count = [&](const Builtin* b) {
    return b->variadic ? given >= b->params.size() : given == b->params.size();
  };
  std::vector<const Builtin*> fitting;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(fitting), takes_count);
  if (fitting.empty())
    return report(e.span, "`" + name + "` has " + count_text(given, "argument") + "; expected " +
                              std::to_string(rows[0]->params.size()));
  std::vector<Expr> arguments;
  Bindings bindings;
  for (size_t i = 0; i < given; ++i) {
    const syntax::Expr& tree =
        bracket && i == 0 ? e.args[0].value : e.children[i + (bracket ? 0 : 1)];
    Type wanted =
        fitting.size() == 1 ? with_bindings(param_type(*fitting[0], i), bindings) : Type{};
    if (is_unknown(wanted)) wanted = {};
    arguments.push_back(infer(tree, wanted));
    if (fitting.size() == 1)
      bind_types(param_type(*fitting[0], i), arguments.back().type, bindings);
  }
  return call_builtin_with(e, std::move(fitting), std::move(arguments));
}

Expr Expressions::call_builtin_with(const syntax::Expr& e, std::vector<const Builtin*> rows,
                                    std::vector<Expr> arguments) {
  for (const Expr& a : arguments)
    if (a.type.kind == TK::Error) return failed(e.span);
  const auto takes_all = [&](const Builtin* b) {
    if (b->variadic ? arguments.size() < b->params.size() : arguments.size() != b->params.size())
      return false;
    for (size_t i = 0; i < arguments.size(); ++i)
      if (!fits(arguments[i], param_type(*b, i))) return false;
    return true;
  };
  const Builtin* best = nullptr;
  for (const Builtin* b : rows)
    if (takes_all(b) && (best == nullptr || distance(*b, arguments) < distance(*best, arguments)))
      best = b;
  if (best == nullptr && rows.size() != 1) {
    std::string types;
    for (const Expr& a : arguments)
      types += (types.empty() ? "`" : ", `") + type_name(a.type) + "`";
    return report(e.span, "`" + e.children[0].text + "` does not take " + types);
  }
  if (best == nullptr) best = rows[0]; // the argument at fault is reported below
  Bindings bindings;
  for (size_t i = 0; i < arguments.size(); ++i)
    bind_types(param_type(*best, i), arguments[i].type, bindings);
  Expr r = make(EK::Call, with_bindings(best->result, bindings), e.span);
  r.text = e.children[0].text;
  for (size_t i = 0; i < arguments.size(); ++i) {
    Expr a = convert(std::move(arguments[i]), with_bindings(param_type(*best, i), bindings));
    if (a.type.kind == TK::Error) return failed(e.span);
    r.children.push_back(std::move(a));
  }
  return r;
}

} // namespace tenet::dsl
