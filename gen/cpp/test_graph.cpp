#include "gen/cpp/test_graph.h"

#include "gen/cpp/names.h"
#include "gen/cpp/vocabulary.h"
#include "gen/lower/arrange.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenet::gen {

using dsl::Expr;
using dsl::FieldType;
using dsl::Module;
using Kind = Expr::Kind;

namespace {

/// Trailing fields that have their default are left out, as the text form does.
bool is_default(const dsl::FieldDecl& field, const std::string& text) {
  return field.default_text && *field.default_text == text;
}

/// The op that stands for a variable: a leaf that has a name.
const dsl::OpDecl* variable_op(const Module& module) {
  for (const dsl::OpDecl& op : module.ops) {
    const bool named = std::any_of(op.fields.begin(), op.fields.end(), [](const dsl::FieldDecl& f) {
      return f.name == "name" && f.type.kind == FieldType::Kind::Str;
    });
    if (op.sources.empty() && named) return &op;
  }
  return nullptr;
}

/// Least and greatest value of a dtype as bounds of a variable that has none stated.
std::pair<std::string, std::string> whole_range(const dsl::DTypeDecl& t) {
  using K = dsl::DTypeDecl::Kind;
  using Integer = TestValue::Integer;
  const auto text = [](Integer v) { return fmt::format("{}", v); };
  switch (t.kind) {
  case K::Bool:
    return {"false", "true"};
  case K::Float:
    return {"-inf", "inf"};
  case K::UInt:
    return {"0", text((Integer{1} << t.bits) - 1)};
  default: {
    const Integer half = Integer{1} << (t.bits == 0 ? 63 : t.bits - 1);
    return {text(-half), text(half - 1)};
  }
  }
}

std::string_view binding_name(std::string_view variable) {
  return variable.starts_with('#') ? variable.substr(1) : variable;
}

} // namespace

std::string TestGraph::fail(const std::string& problem) {
  if (problem_.empty()) problem_ = problem;
  return {};
}

const dsl::InlineTest::Binding* TestGraph::binding_of(const Expr& variable) const {
  if (variable.vars.empty() || variable.vars[0] >= test_.variables.size()) return nullptr;
  const std::string_view name = binding_name(test_.variables[variable.vars[0]].name);
  for (const dsl::InlineTest::Binding& b : test_.bindings)
    if (b.name == name) return &b;
  return nullptr;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string TestGraph::write(const Expr& e) {
  switch (e.kind) {
  case Kind::Variable:
    return variable(e);
  case Kind::Build:
    return build(e);
  case Kind::Literal:
  case Kind::Constant:
    return literal(e);
  case Kind::Convert:
    return write(e.children[0]);
  case Kind::NoneLiteral:
    return "none";
  default:
    return fail("a test's graph is made of ops, variables and constants");
  }
}

std::string TestGraph::variable(const Expr& e) {
  const dsl::InlineTest::Binding* binding = binding_of(e);
  if (binding == nullptr) return fail("a variable of the test is not declared");
  const auto constant_value = constants_.find(binding->name);
  if (constant_value != constants_.end())
    return constant(constant_value->second, dtype_of_binding(*binding));
  const dsl::OpDecl* op = variable_op(module_);
  if (op == nullptr)
    return fail("the vocabulary has no op without sources with a field `name: str`, to stand for a "
                "variable");
  std::vector<std::string> fields;
  fields.reserve(op->fields.size());
  const dsl::DTypeId dtype = dtype_of_binding(*binding);
  for (const dsl::FieldDecl& field : op->fields)
    fields.push_back(variable_field(field, *binding, dtype));
  size_t written = fields.size();
  while (written > 0 && is_default(op->fields[written - 1], fields[written - 1]))
    --written;
  std::string out = "(" + op->text;
  for (size_t i = 0; i < written; ++i)
    out += (op->fields[i].named ? " " + op->fields[i].name : "") + " " + fields[i];
  return out + ")";
}

std::string TestGraph::variable_field(const dsl::FieldDecl& field,
                                      const dsl::InlineTest::Binding& binding, dsl::DTypeId dtype) {
  if (field.name == "name") return binding.name;
  const bool is_bound = field.name == "min" || field.name == "max";
  if (field.type.kind == FieldType::Kind::DType) return module_.dtypes[dtype].name;
  if (is_bound && binding.min.empty()) {
    const auto [least, greatest] = whole_range(module_.dtypes[dtype]);
    return field.name == "min" ? least : greatest;
  }
  if (is_bound) {
    const std::optional<TestValue> value =
        parse_test_value(field.name == "min" ? binding.min : binding.max);
    return value ? value->text() : fail("a variable's range is not written in numbers");
  }
  if (field.default_text) return *field.default_text;
  return fail("the op that stands for a variable has a field `" + field.name +
              "` without a default");
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string TestGraph::build(const Expr& e) {
  const dsl::OpDecl& op = module_.ops[e.decl];
  std::string out = "(" + op.text;
  for (const Expr& source : e.children)
    out += " " + write(source);
  std::vector<std::string> fields;
  for (const dsl::FieldDecl& decl : op.fields) {
    const auto given = std::find_if(e.fields.begin(), e.fields.end(),
                                    [&](const auto& f) { return f.name == decl.name; });
    if (given != e.fields.end())
      fields.push_back(field(decl, given->value));
    else
      fields.push_back(decl.default_text ? *decl.default_text
                                         : fail("field `" + decl.name + "` has no value"));
  }
  size_t written = fields.size();
  while (written > 0 && is_default(op.fields[written - 1], fields[written - 1]))
    --written;
  for (size_t i = 0; i < written; ++i)
    out += (op.fields[i].named ? " " + op.fields[i].name : "") + " " + fields[i];
  return out + ")";
}

std::string TestGraph::field(const dsl::FieldDecl& decl, const Expr& value) {
  return field_value(decl.type, value);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string TestGraph::field_value(const FieldType& type, const Expr& value) {
  if (value.kind == Kind::Convert) return field_value(type, value.children[0]);
  if (value.kind == Kind::DTypeLiteral) return module_.dtypes[value.decl].name;
  if (value.kind == Kind::OpLiteral) return module_.ops[value.decl].text;
  if (value.kind == Kind::EnumLiteral)
    return module_.enums[value.type.decl].enumerators[value.decl].text;
  if (value.kind == Kind::StrLiteral) return quoted(value.text);
  if (value.kind == Kind::List && type.kind == FieldType::Kind::List) {
    std::string items;
    for (const Expr& item : value.children)
      items += (items.empty() ? "" : " ") + field_value(*type.element, item);
    return "(" + items + ")";
  }
  const std::optional<TestValue> number = evaluate(value);
  return number ? number->text() : fail("an argument of the test has no text form");
}

std::string TestGraph::literal(const Expr& e) {
  const std::optional<TestValue> value = evaluate(e.children[0]);
  if (!value) return fail("a constant of the test cannot be computed");
  return constant(*value, dtype_of_literal(e, *value));
}

std::string TestGraph::constant(const TestValue& value, dsl::DTypeId dtype) {
  for (const dsl::OpDecl& op : module_.ops)
    if (has_trait(module_, op, "literal"))
      return fmt::format("({} {} {})", op.text, value.text(), module_.dtypes[dtype].name);
  return fail("the vocabulary has no literal op");
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::optional<TestValue> TestGraph::evaluate(const Expr& e) {
  switch (e.kind) {
  case Kind::IntLiteral:
  case Kind::BoolLiteral:
    return parse_test_value(e.text);
  case Kind::FloatLiteral:
    return TestValue{TestValue::Kind::Float, 0, e.number};
  case Kind::InvalidLiteral:
    return TestValue{TestValue::Kind::Invalid, 0, 0};
  case Kind::Convert:
    return evaluate(e.children[0]);
  case Kind::Variable: {
    const dsl::InlineTest::Binding* binding = binding_of(e);
    const auto found = constants_.find(binding == nullptr ? "" : binding->name);
    return found == constants_.end() ? std::nullopt : std::optional(found->second);
  }
  case Kind::Unary: {
    const std::optional<TestValue> x = evaluate(e.children[0]);
    if (!x || e.text != "-") return std::nullopt;
    if (x->kind == TestValue::Kind::Float) return TestValue{TestValue::Kind::Float, 0, -x->number};
    return apply_operator("-", TestValue{}, *x);
  }
  case Kind::Binary:
  case Kind::Call: {
    if (e.children.size() != 2) return std::nullopt;
    const std::optional<TestValue> a = evaluate(e.children[0]);
    const std::optional<TestValue> b = evaluate(e.children[1]);
    return a && b ? apply_operator(e.text, *a, *b) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

dsl::DTypeId TestGraph::default_dtype(const TestValue& value) {
  using K = dsl::DTypeDecl::Kind;
  const auto fits = [&](const dsl::DTypeDecl& t) {
    switch (value.kind) {
    case TestValue::Kind::Int:
      return t.kind == K::Int;
    case TestValue::Kind::Float:
      return t.kind == K::Float;
    case TestValue::Kind::Bool:
    case TestValue::Kind::Invalid:
      return t.kind == K::Bool;
    }
    return false;
  };
  std::optional<dsl::DTypeId> first;
  for (size_t i = 0; i < module_.dtypes.size(); ++i) {
    if (!fits(module_.dtypes[i])) continue;
    if (module_.dtypes[i].weak) return static_cast<dsl::DTypeId>(i);
    if (!first) first = static_cast<dsl::DTypeId>(i);
  }
  if (!first) fail("the vocabulary has no dtype for a constant of the test");
  return first.value_or(0);
}

dsl::DTypeId TestGraph::dtype_of_binding(const dsl::InlineTest::Binding& binding) {
  if (binding.dtype) return *binding.dtype;
  const std::optional<TestValue> least = parse_test_value(binding.min);
  const std::optional<TestValue> greatest = parse_test_value(binding.max);
  const bool is_float = greatest && greatest->kind == TestValue::Kind::Float;
  return default_dtype(is_float ? *greatest : least.value_or(TestValue{}));
}

dsl::DTypeId TestGraph::dtype_of_literal(const Expr& e, const TestValue& value) {
  if (value.kind == TestValue::Kind::Invalid || value.kind == TestValue::Kind::Bool)
    return default_dtype(value);
  if (e.constant == Expr::ConstantDType::Stated && e.children.size() > 1 &&
      e.children[1].kind == Kind::DTypeLiteral)
    return e.children[1].decl;
  if (e.constant != Expr::ConstantDType::OfNames || e.vars.empty()) return default_dtype(value);
  const std::vector<size_t> promotion = promotion_table(module_);
  std::optional<size_t> result;
  for (const dsl::VarId var : e.vars) {
    Expr variable;
    variable.vars = {var};
    const dsl::InlineTest::Binding* binding = binding_of(variable);
    if (binding == nullptr) continue;
    const size_t t = dtype_of_binding(*binding);
    result = result ? promotion[*result * module_.dtypes.size() + t] : t;
  }
  const size_t dtype = result.value_or(module_.dtypes.size());
  return dtype < module_.dtypes.size() ? static_cast<dsl::DTypeId>(dtype) : default_dtype(value);
}

} // namespace tenet::gen
