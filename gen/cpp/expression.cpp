#include "gen/cpp/expression.h"

#include "gen/cpp/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

namespace tenet::gen {

using program::Expr;
using program::Type;
using Kind = Expr::Kind;
using TypeKind = Type::Kind;

namespace {

dsl::Type to_dsl(const Type& type) { // NOLINT(misc-no-recursion): over a type
  dsl::Type result;
  result.kind = static_cast<dsl::Type::Kind>(static_cast<int>(type.kind) + 1);
  result.decl = type.decl;
  for (const Type& arg : type.args)
    result.args.push_back(to_dsl(arg));
  return result;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// In parentheses as a whole.
bool is_enclosed(std::string_view text) {
  if (!text.starts_with('(') || !text.ends_with(')')) return false;
  int depth = 0;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return false;
  }
  return true;
}

/// The digits as an `int128`, in 64-bit halves where they are too many.
std::string int_literal(const std::string& digits) {
  const bool negative = digits.starts_with('-');
  unsigned __int128 magnitude = 0;
  for (const char c : digits)
    if (c >= '0' && c <= '9') magnitude = magnitude * 10 + static_cast<unsigned>(c - '0');
  const std::string sign = negative ? "-" : "";
  if (magnitude <= 0x7fffffffffffffffULL)
    return fmt::format("int128{{{}{}}}", sign, static_cast<uint64_t>(magnitude));
  return fmt::format("{}(int128{{{}}} << 64 | int128{{{}ULL}})", sign,
                     static_cast<int64_t>(magnitude >> 64), static_cast<uint64_t>(magnitude));
}

std::string float_literal(double number) {
  if (std::isnan(number)) return "std::numeric_limits<double>::quiet_NaN()";
  if (std::isinf(number))
    return std::string(number < 0 ? "-" : "") + "std::numeric_limits<double>::infinity()";
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

} // namespace

std::string cpp_type(const dsl::Module& module, const Type& type) {
  return value_type(module, to_dsl(type));
}
std::string cpp_parameter(const dsl::Module& module, const Type& type) {
  return parameter_type(module, to_dsl(type));
}

std::string ExpressionWriter::type(const Type& type) const {
  return cpp_type(scope_.module, type);
}

void ExpressionWriter::require(const std::string& condition) {
  const bool plain = is_name(condition) || is_enclosed(condition) ||
                     (condition.ends_with(')') && condition.starts_with("builtin::"));
  out_->line(
      fmt::format("if ({}) {}", plain ? "!" + condition : "!(" + condition + ")", scope_.fail));
}

void ExpressionWriter::reject(const std::string& condition) {
  out_->line(fmt::format("if ({}) {}", condition, scope_.fail));
}

std::string ExpressionWriter::fresh(std::string_view stem) {
  const std::string base = cpp_identifier(stem);
  std::string name = base;
  for (unsigned i = 2;
       std::find(scope_.taken.begin(), scope_.taken.end(), name) != scope_.taken.end(); ++i)
    name = fmt::format("{}{}{}", base,
                       std::isdigit(static_cast<unsigned char>(base.back())) != 0 ? "_" : "", i);
  scope_.taken.push_back(name);
  return name;
}

std::string ExpressionWriter::bind(uint32_t var, std::string_view stem) {
  if (scope_.names.size() <= var) scope_.names.resize(var + 1);
  return scope_.names[var] = fresh(stem);
}

std::string ExpressionWriter::named(const std::string& value, std::string_view stem) {
  if (is_name(value)) return value;
  const std::string name = fresh(stem);
  out_->line(fmt::format("const auto& {} = {};", name, value));
  return name;
}

std::string ExpressionWriter::write_as(const Expr& e, const Type& type) {
  return convert_value(write(e), e.type, type);
}

std::string ExpressionWriter::write_name(const Expr& e, std::string_view stem) {
  return named(write(e), stem);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::aside(const Expr& e, std::string& statements) {
  CodeWriter writer;
  writer.set_depth(out_->depth() + 1);
  CodeWriter* const outer = out_;
  out_ = &writer;
  std::string value = write(e);
  out_ = outer;
  statements = writer.take();
  return value;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::write(const Expr& e) {
  if (e.kind <= Kind::SetLiteral) return leaf(e);
  if (e.kind >= Kind::Build) return node(e);
  switch (e.kind) {
  case Kind::Unary:
    return unary(e);
  case Kind::Binary:
    return binary(e);
  case Kind::In:
    return in(e);
  case Kind::Is: {
    const std::string n = write_name(e.children[0], "n");
    std::string any;
    for (const std::vector<program::Test>& tests : *e.condition) {
      std::string all;
      for (const program::Test& t : tests)
        all += (all.empty() ? "" : " && ") + test(n, t);
      if (all.empty()) return "true";
      any += (any.empty() ? "(" : " || (") + all + ")";
    }
    return any.empty() ? "false" : "(" + any + ")";
  }
  case Kind::If:
    return if_else(e);
  case Kind::Field:
    return field(e);
  case Kind::Call:
    return call(e);
  case Kind::ExternCall:
    return extern_call(e);
  case Kind::Convert:
    return convert(e);
  default:
    return list(e);
  }
}

std::string ExpressionWriter::leaf(const Expr& e) {
  switch (e.kind) {
  case Kind::IntLiteral: {
    if (e.type.kind == TypeKind::Float) return e.text + ".0";
    const std::string value = int_literal(e.text);
    return e.type.kind == TypeKind::Value ? "Value::of_int(" + value + ")" : value;
  }
  case Kind::FloatLiteral: {
    const std::string value = float_literal(e.number);
    return e.type.kind == TypeKind::Value ? "Value::of_float(" + value + ")" : value;
  }
  case Kind::BoolLiteral:
    return e.type.kind == TypeKind::Value ? "Value::of_bool(" + e.text + ")" : e.text;
  case Kind::StrLiteral:
    return "std::string_view(" + quoted(e.text) + ")";
  case Kind::InvalidLiteral:
    return "Value::invalid()";
  case Kind::NoneLiteral:
    if (e.type.kind == TypeKind::DType) return "DType::none()";
    if (e.type.kind == TypeKind::Optional && e.type.args[0].kind != TypeKind::Node)
      return type(e.type) + "()";
    return "static_cast<const Node*>(nullptr)";
  case Kind::DTypeLiteral:
    return dtype_name(scope_.module, e.decl);
  case Kind::OpLiteral:
    return "OpId(" + op_name(scope_.module, e.decl) + ")";
  case Kind::EnumLiteral: {
    const dsl::EnumDecl& decl = scope_.module.enums[e.type.decl];
    return cpp_identifier(decl.name) + "::" + enumerator_name(decl, e.decl);
  }
  case Kind::Variable:
    return scope_.names[e.vars[0]];
  case Kind::ContextParam: {
    const std::string member =
        scope_.context + "." + cpp_identifier(scope_.module.context_params[e.decl].name);
    return e.type.kind == TypeKind::External ? "(*" + member + ")" : member;
  }
  default:
    return "false"; // a set stands only at the right of `in`
  }
}

// --- arithmetic --------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::unary(const Expr& e) {
  const std::string x = write(e.children[0]);
  if (e.text == "not") return "!(" + x + ")";
  switch (e.type.kind) {
  case TypeKind::Value:
    return "exact::neg(" + x + ")";
  case TypeKind::Interval:
    return "interval::neg(" + x + ")";
  case TypeKind::Int: {
    if (e.children[0].kind == Kind::IntLiteral) return "(-" + x + ")";
    const std::string r = fresh("t");
    out_->line(fmt::format("int128 {};", r));
    require(fmt::format("builtin::sub(0, {}, {})", x, r));
    return r;
  }
  default:
    return "(-" + x + ")";
  }
}

namespace {

/// An operator as a function of `exact`, `interval` or `builtin`.
std::string_view function_of(std::string_view op) {
  static constexpr auto table =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"+", "add"},
                                                                    {"-", "sub"},
                                                                    {"*", "mul"},
                                                                    {"/", "truediv"},
                                                                    {"//", "floordiv"},
                                                                    {"%", "floormod"},
                                                                    {"&", "bit_and"},
                                                                    {"|", "bit_or"},
                                                                    {"^", "bit_xor"},
                                                                    {"<<", "shl"},
                                                                    {">>", "shr"},
                                                                    {"==", "eq"},
                                                                    {"!=", "ne"},
                                                                    {"<", "lt"},
                                                                    {"<=", "le"},
                                                                    {">", "gt"},
                                                                    {">=", "ge"}});
  for (const auto& [name, function] : table)
    if (name == op) return function;
  return op;
}

bool is_comparison(std::string_view op) {
  return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

} // namespace

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::binary(const Expr& e) {
  if (e.text == "and" || e.text == "or") return logic(e);
  if (e.text == "++") {
    const std::string a = write_name(e.children[0], "list"), b = write_name(e.children[1], "list");
    return fmt::format("builtin::concat({}, {})", a, b);
  }
  if (is_comparison(e.text) && e.type.kind != TypeKind::Interval) return comparison(e);
  switch (e.type.kind) {
  case TypeKind::Int:
    return int_arithmetic(e);
  case TypeKind::Interval: {
    const std::string a = write(e.children[0]), b = write(e.children[1]);
    return fmt::format("interval::{}({}, {})", function_of(e.text), a, b);
  }
  case TypeKind::Dim: {
    const std::string a = write(e.children[0]), b = write(e.children[1]);
    const std::string r = fresh("dim");
    out_->line(fmt::format("const std::optional<Dim> {} = clause::{}({}, {});", r,
                           function_of(e.text), a, b));
    require(r);
    return "*" + r;
  }
  case TypeKind::Value: {
    const std::string a = write(e.children[0]), b = write(e.children[1]);
    if (!scope_.wrapping.empty() && (e.text == "*" || e.text == "<<"))
      return fmt::format("clause::{}({}, {}, {})", function_of(e.text), scope_.wrapping, a, b);
    return fmt::format("exact::{}({}, {})", function_of(e.text), a, b);
  }
  case TypeKind::Bool: {
    const std::string a = write(e.children[0]), b = write(e.children[1]);
    return fmt::format("({} {} {})", a, e.text == "^" ? "!=" : e.text == "&" ? "&&" : "||", b);
  }
  default: {
    const std::string a = write(e.children[0]), b = write(e.children[1]);
    return fmt::format("({} {} {})", a, e.text, b);
  }
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::logic(const Expr& e) {
  const bool conjunction = e.text == "and";
  const std::string a = write(e.children[0]);
  std::string statements;
  const std::string b = aside(e.children[1], statements);
  if (statements.empty()) return fmt::format("({} {} {})", a, conjunction ? "&&" : "||", b);
  const std::string r = fresh("t");
  out_->line(fmt::format("bool {} = {};", r, a));
  out_->open(fmt::format("if ({}{})", conjunction ? "" : "!", r));
  out_->raw(statements);
  out_->line(fmt::format("{} = {};", r, b));
  out_->close();
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::comparison(const Expr& e) {
  const std::string a = write(e.children[0]), b = write(e.children[1]);
  switch (e.children[0].type.kind) {
  case TypeKind::Value:
    return fmt::format("builtin::{}({}, {})", function_of(e.text), a, b);
  case TypeKind::List: {
    const std::string x = named(a, "list"), y = named(b, "list");
    return fmt::format("{}builtin::equal({}, {})", e.text == "!=" ? "!" : "", x, y);
  }
  default:
    return fmt::format("({} {} {})", a, e.text, b);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::int_arithmetic(const Expr& e) {
  const std::string a = write(e.children[0]), b = write(e.children[1]);
  if (e.text == "&" || e.text == "|" || e.text == "^")
    return fmt::format("({} {} {})", a, e.text, b);
  const std::string r = fresh("t");
  out_->line(fmt::format("int128 {};", r));
  const bool direct = e.text == "+" || e.text == "-" || e.text == "*";
  require(direct ? fmt::format("builtin::{}({}, {}, {})", function_of(e.text), a, b, r)
                 : fmt::format("builtin::by(exact::{}, {}, {}, {})", function_of(e.text), a, b, r));
  return r;
}

// --- conditions --------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::in(const Expr& e) {
  const Expr& set = e.children[1];
  if (set.kind == Kind::IntRange) return in_range(e);
  const std::string x = write(e.children[0]);
  if (set.kind == Kind::SetLiteral)
    return e.children[0].type.kind == TypeKind::DType ? scope_.sets.has_dtype(set.dtypes, x)
                                                      : scope_.sets.has_op(set.ops, x);
  const std::string list = write_name(set, "list");
  return fmt::format("builtin::contains({}, {})", list, x);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::in_range(const Expr& e) {
  const Expr& range = e.children[1];
  const std::string x = write_name(e.children[0]);
  const bool value = e.children[0].type.kind == TypeKind::Value;
  const auto end = [&](const Expr& bound) {
    const std::string b = write(bound);
    return value && bound.type.kind != TypeKind::Value ? "Value::of_int(" + b + ")" : b;
  };
  const std::string low = end(range.children[0]), high = end(range.children[1]);
  if (value)
    return fmt::format("(builtin::le({}, {}) && builtin::{}({}, {}))", low, x,
                       range.closed ? "le" : "lt", x, high);
  return fmt::format("({} <= {} && {} {} {})", low, x, x, range.closed ? "<=" : "<", high);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::if_else(const Expr& e) {
  const std::string condition = write(e.children[0]);
  std::string then_statements, else_statements;
  const std::string a = aside(e.children[1], then_statements),
                    b = aside(e.children[2], else_statements);
  if (then_statements.empty() && else_statements.empty() && e.type.kind != TypeKind::List)
    return fmt::format("({} ? {} : {})", condition, a, b);
  const std::string r = fresh("t");
  out_->line(fmt::format("{} {}{{}};", type(e.type), r));
  const auto assign = [&](const Expr& branch, const std::string& value) {
    const bool span = branch.type.kind == TypeKind::List;
    out_->line(span ? fmt::format("builtin::append({}, {});", r, value)
                    : fmt::format("{} = {};", r, value));
  };
  out_->open(fmt::format("if ({})", condition));
  out_->raw(then_statements);
  assign(e.children[1], a);
  out_->otherwise();
  out_->raw(else_statements);
  assign(e.children[2], b);
  out_->close();
  return r;
}

// --- conversions -------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::convert(const Expr& e) {
  const Expr& child = e.children[0];
  if (child.kind == Kind::NoneLiteral) {
    Expr none = child;
    none.type = e.type;
    return leaf(none);
  }
  return convert_value(write(child), child.type, e.type);
}

// NOLINTNEXTLINE(misc-no-recursion): over a type
std::string ExpressionWriter::convert_value(const std::string& value, const Type& from,
                                            const Type& to) {
  if (from == to) return value;
  if (from.kind == TypeKind::Optional) {
    const std::string name = named(value, "t");
    reject(from.args[0].kind == TypeKind::Node ? name + " == nullptr" : "!" + name);
    const bool node = from.args[0].kind == TypeKind::Node;
    return convert_value(node ? name : "*" + name, from.args[0], to);
  }
  switch (to.kind) {
  case TypeKind::Optional:
    if (to.args[0].kind == TypeKind::Node) return value;
    return fmt::format("{}({})", type(to), convert_value(value, from, to.args[0]));
  case TypeKind::Value:
    if (from.kind == TypeKind::Int) return "Value::of_int(" + value + ")";
    return (from.kind == TypeKind::Bool ? "Value::of_bool(" : "Value::of_float(") + value + ")";
  case TypeKind::Int:
  case TypeKind::Bool: {
    if (from.kind != TypeKind::Value) return value;
    const std::string name = named(value, "t");
    const bool integer = to.kind == TypeKind::Int;
    reject(fmt::format("!{}.{}()", name, integer ? "is_int" : "is_bool"));
    return integer ? name + ".i" : "(" + name + ".i != 0)";
  }
  case TypeKind::Float: {
    if (from.kind == TypeKind::Int) return "static_cast<double>(" + value + ")";
    const std::string name = named(value, "t");
    reject(fmt::format("!{0}.is_int() && !{0}.is_float()", name));
    return name + ".as_double()";
  }
  case TypeKind::Dim: {
    if (from.kind == TypeKind::Node)
      return fmt::format("clause::dim({}, {})", scope_.vocabulary, value);
    const std::string size = named(convert_value(value, from, {TypeKind::Int, 0, {}}), "t");
    reject(fmt::format("!::tenet::fits_int64({})", size));
    return fmt::format("clause::dim({})", size);
  }
  case TypeKind::Interval:
    if (from.kind == TypeKind::Int) return fmt::format("Interval::of({0}, {0})", named(value, "t"));
    return "Interval::point(" + value + ")";
  case TypeKind::List: {
    const std::string r = fresh("list"), item = fresh("item");
    out_->line(fmt::format("{} {};", type(to), r));
    out_->open(fmt::format("for (const auto& {} : {})", item, value));
    const std::string element = convert_value(item, from.args[0], to.args[0]);
    out_->line(fmt::format("{}.push_back({});", r, element));
    out_->close();
    return r;
  }
  default:
    return value;
  }
}

} // namespace tenet::gen
