#include "gen/cpp/expression.h"
#include "gen/cpp/names.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

/// Fields, properties and functions.
namespace tenet::gen {

using program::Expr;
using program::Type;
using Kind = Expr::Kind;
using TypeKind = Type::Kind;

namespace {

std::string joined(const std::vector<std::string>& items) {
  std::string result;
  for (const std::string& item : items)
    result += (result.empty() ? "" : ", ") + item;
  return result;
}

std::string braced(const std::vector<std::string>& items) {
  return "{" + joined(items) + "}";
}

/// The number of the field of that name, or the number of fields.
size_t field_index(const program::Op& op, const std::string& field) {
  size_t i = 0;
  while (i < op.fields.size() && op.fields[i].name != field)
    ++i;
  return i;
}

} // namespace

// --- fields ------------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::field(const Expr& e) {
  const Expr& of = e.children[0];
  if (of.type.kind == TypeKind::Struct) {
    const std::string value = write(of) + "." + cpp_identifier(e.text);
    const bool integers = e.type.kind == TypeKind::List && e.type.args[0].kind == TypeKind::Int;
    return integers ? "builtin::exact_integers(" + value + ")" : value;
  }
  if (e.ops.empty()) return property(e);
  const std::string n = write_name(of, "n");
  if (!e.certain) require(scope_.sets.has_op(e.ops, n + "->op"));
  const program::Op& first = scope_.symbols.ops[e.ops[0]];
  if (first.literal && e.ops.size() == 1) {
    if (e.text == first.fields[0].name)
      return fmt::format("builtin::literal({}, {})", scope_.vocabulary, n);
    return n + "->dtype";
  }
  return decode(e.type, field_word(n, e.ops, e.text));
}

/// The word of a field of a node whose op is one of `ops`: in place where it is the same place in
/// all of them.
std::string ExpressionWriter::field_word(const std::string& node, const std::vector<uint32_t>& ops,
                                         const std::string& field) {
  const program::Op& first = scope_.symbols.ops[ops[0]];
  const size_t index = field_index(first, field);
  const bool single = first.fields.size() == 1;
  for (const uint32_t op : ops) {
    const program::Op& other = scope_.symbols.ops[op];
    if (other.literal || field_index(other, field) != index || (other.fields.size() == 1) != single)
      return fmt::format("*builtin::field_word({}, {}, {})", scope_.vocabulary, node,
                         quoted(field));
  }
  if (single) return node + "->arg";
  return fmt::format("::tenet::record_of({}->arg)[{}]", node, index);
}

std::string
ExpressionWriter::decode(const Type& t,
                         const std::string& word) { // NOLINT(misc-no-recursion): over a type
  switch (t.kind) {
  case TypeKind::Int:
    return "int128{field::to_int(" + word + ")}";
  case TypeKind::Bool:
    return "field::to_bool(" + word + ")";
  case TypeKind::Float:
    return "field::to_float(" + word + ")";
  case TypeKind::Str:
    return "field::to_text(" + word + ")";
  case TypeKind::Value:
    return "field::to_value(" + word + ")";
  case TypeKind::DType:
    return "field::to_dtype(" + word + ")";
  case TypeKind::Op:
    return "field::to_op(" + word + ")";
  case TypeKind::Enum:
    return fmt::format("field::to_enum<{}>({})", type(t), word);
  case TypeKind::Struct:
    return fmt::format("{}::from_word({})", type(t), word);
  case TypeKind::List:
    return fmt::format("field::to_list<{}>({}, [](Word item) {{ return {}; }})", type(t.args[0]),
                       word, decode(t.args[0], "item"));
  default:
    return word;
  }
}

std::string
ExpressionWriter::encode(const Type& t,
                         const std::string& value) { // NOLINT(misc-no-recursion): over a type
  switch (t.kind) {
  case TypeKind::Int: {
    const std::string word = fresh("word");
    out_->line(fmt::format("const std::optional<Word> {} = builtin::int_word({});", word, value));
    require(word);
    return "*" + word;
  }
  case TypeKind::Bool:
    return "field::of_bool(" + value + ")";
  case TypeKind::Float:
    return "field::of_float(" + value + ")";
  case TypeKind::Str:
    return fmt::format("field::of_text({}, {})", scope_.graph, value);
  case TypeKind::Value:
    return fmt::format("field::of_value({}, {})", scope_.graph, value);
  case TypeKind::DType:
    return "field::of_dtype(" + value + ")";
  case TypeKind::Op:
    return "field::of_op(" + value + ")";
  case TypeKind::Enum:
    return "field::of_enum(" + value + ")";
  case TypeKind::Struct:
    return fmt::format("{}.to_word({})", value, scope_.graph);
  case TypeKind::List: {
    const std::string words = fresh("words"), item = fresh("item");
    out_->line(fmt::format("std::vector<Word> {};", words));
    out_->open(fmt::format("for (const auto& {} : {})", item, value));
    const std::string word = encode(t.args[0], item);
    out_->line(fmt::format("{}.push_back({});", words, word));
    out_->close();
    return fmt::format("{}.intern(std::span<const Word>({}))", scope_.graph, words);
  }
  default:
    return value;
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::property(const Expr& e) {
  const Expr& of = e.children[0];
  if (of.type.kind == TypeKind::Interval && e.text != "dtype") {
    const std::string r = fresh(e.text);
    const std::string value = write(of);
    out_->line(fmt::format("const Value {} = {}.{}();", r, value, e.text));
    require(r + ".has_value()");
    return r;
  }
  if (of.type.kind == TypeKind::Interval || of.type.kind == TypeKind::Value)
    return scope_.dtypes[of.vars[0]];
  const std::string n = write_name(of, "n");
  if (e.text == "op" || e.text == "dtype") return n + "->" + e.text;
  if (e.text == "src") return n + "->sources()";
  if (e.text == "ranges") return fmt::format("::tenet::ranges_of({}, {})", scope_.graph, n);
  if (e.text == "shape")
    return scope_.clause ? fmt::format("clause::source_shape({})", n)
                         : fmt::format("::tenet::shape_of({}, {})", scope_.graph, n);
  return bound(e.text, n);
}

/// `vmin` or `vmax` of a node, asked once in the body of a function.
std::string ExpressionWriter::bound(const std::string& which, const std::string& node) {
  const std::string key = which + " " + node;
  if (const auto known = bounds_.find(key); known != bounds_.end()) return known->second;
  const std::string r = fresh(which);
  out_->line(
      fmt::format("const Value {} = builtin::{}({}, {});", r, which, scope_.vocabulary, node));
  require(r + ".has_value()");
  if (out_->depth() == 1) bounds_.emplace(key, r);
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::write_condition(const Expr& e) {
  const auto is_bound = [](const Expr& x, std::string_view which) {
    return x.kind == Kind::Field && x.text == which && x.ops.empty() &&
           x.children[0].kind == Kind::Variable && x.children[0].type.kind == TypeKind::Node;
  };
  if (e.kind != Kind::Binary || e.text != "==" || !is_bound(e.children[0], "vmin") ||
      !is_bound(e.children[1], "vmax") ||
      e.children[0].children[0].vars != e.children[1].children[0].vars)
    return write(e);
  return fmt::format("builtin::is_point({}, {})", scope_.vocabulary,
                     write(e.children[0].children[0]));
}

// --- functions ---------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::call(const Expr& e) {
  std::vector<std::string> args;
  for (const Expr& child : e.children) {
    std::string value = write(child);
    // Lists are read more than once, and must outlive the expression.
    args.push_back(child.type.kind == TypeKind::List ? named(value, "list") : std::move(value));
  }
  const std::string& f = e.text;
  const std::string list = joined(args), &v = scope_.vocabulary, &g = scope_.graph;
  if (f == "single_use") return fmt::format("{}.single_use({})", scope_.match, list);
  if (f == "order") return fmt::format("int128{{::tenet::order({}, {})}}", v, list);
  if (f == "depends") return fmt::format("::tenet::depends_on({}, {})", g, list);
  if (f == "same_shape") return fmt::format("::tenet::same_shape({}, {})", g, list);
  if (f == "lossless" || f == "float_of" || f == "bits")
    return fmt::format("clause::{}({}, {})", f, v, list);
  if (f == "promote") {
    const Type& t = e.children[0].type;
    if (t.kind == TypeKind::DType) return fmt::format("clause::promote({}, {})", v, braced(args));
    return fmt::format("clause::promote_nodes({}, {})", v,
                       t.kind == TypeKind::List ? list : braced(args));
  }
  if (f == "len") return fmt::format("static_cast<int128>({}.size())", list);
  if (f == "flat" || f == "dedup" || f == "zip" || f == "enumerate")
    return fmt::format("builtin::{}({})", f, list);
  if (f == "split") return fmt::format("builtin::split({}, {})", args[1], args[0]);
  if (f == "ilog2" || f == "indices" || f == "join") return call_fallible(e, args);
  return scope_.clause ? call_clause(e, args) : call_number(e, args);
}

std::string ExpressionWriter::call_fallible(const Expr& e, const std::vector<std::string>& args) {
  if (e.text == "join")
    return checked(fmt::format("builtin::join({}, {})", scope_.match, joined(args)));
  const std::string r = fresh("t");
  if (e.text == "ilog2") {
    out_->line(fmt::format("int128 {};", r));
    require(fmt::format("builtin::ilog2({}, {})", args[0], r));
    return r;
  }
  out_->line(fmt::format("const auto {} = builtin::indices({});", r, args[0]));
  require(r);
  return "*" + r;
}

/// Functions of numbers: exact, on the Int or Value that they are given.
std::string ExpressionWriter::call_number(const Expr& e, const std::vector<std::string>& args) {
  if (e.type.kind == TypeKind::Value) return fmt::format("exact::{}({})", e.text, joined(args));
  if (e.type.kind == TypeKind::Interval)
    return fmt::format("interval::{}({})", e.text, joined(args));
  if (e.text == "min" || e.text == "max")
    return fmt::format("std::{}<int128>({})", e.text, joined(args));
  const std::string r = fresh("t");
  out_->line(fmt::format("int128 {};", r));
  require(fmt::format("builtin::by(exact::{}, {}, {})", e.text, joined(args), r));
  return r;
}

/// Functions of op clauses alone.
std::string ExpressionWriter::call_clause(const Expr& e, const std::vector<std::string>& args) {
  const std::string list = joined(args), &v = scope_.vocabulary;
  const auto unwrapped = [&](const std::string& shape) {
    const std::string r = fresh("shape");
    out_->line(fmt::format("const Shape {} = {};", r, shape));
    require(r);
    return "*" + r;
  };
  const std::string& f = e.text;
  if (f == "broadcast") return unwrapped(fmt::format("clause::broadcast_of({})", braced(args)));
  if (f == "index_shape") return unwrapped(fmt::format("clause::index_shape({})", list));
  if (f == "dims")
    return e.children[0].type.args[0].kind == TypeKind::Node
               ? fmt::format("clause::dims({}, {})", v, list)
               : fmt::format("clause::dims({})", list);
  if (f == "interval") return fmt::format("interval::make({})", list);
  if (f == "point") return fmt::format("Interval::point({})", list);
  if (f == "union") {
    if (e.children[0].type.kind == TypeKind::List) return fmt::format("interval::unite({})", list);
    std::string all = args[0];
    for (size_t i = 1; i < args.size(); ++i)
      all = fmt::format("interval::unite({}, {})", all, args[i]);
    return all;
  }
  if (f == "cast_bounds")
    return fmt::format("interval::convert({0}, {1}.dtype({2}), {1}.dtype({3}))", args[0], v,
                       scope_.dtypes[e.children[0].vars[0]], args[1]);
  if (f == "monotonic") return fmt::format("interval::{}({})", e.children[0].text, args[1]);
  if (f == "convert") return fmt::format("::tenet::convert({}, {}.dtype({}))", args[0], v, args[1]);
  if (f == "reinterpret")
    return fmt::format("::tenet::reinterpret({0}, {1}.dtype({2}), {1}.dtype({3}))", args[0], v,
                       args[1], args[2]);
  if (f == "threefry") return fmt::format("clause::threefry({})", list);
  if ((f == "fma" || f == "shl") && !scope_.wrapping.empty() && e.type.kind == TypeKind::Value)
    return fmt::format("clause::{}({}, {})", f, scope_.wrapping, list);
  Expr number = e;
  if (f.starts_with("bit")) number.text = "bit_" + f.substr(3);
  return call_number(number, args);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::extern_call(const Expr& e) {
  std::vector<std::string> args{scope_.match};
  for (const Expr& child : e.children) {
    const std::string value = write(child);
    args.push_back(child.type.kind == TypeKind::List ? named(value, "list") : value);
  }
  const std::string result =
      fmt::format("{}({})", cpp_identifier(scope_.module.externs[e.decl].name), joined(args));
  if (e.type.kind == TypeKind::Void || e.type.kind == TypeKind::Bool) return result;
  const std::string name = fresh("t");
  out_->line(fmt::format("const auto {} = {};", name, result));
  return name;
}

// --- tests and accesses ------------------------------------------------------------------------

std::string ExpressionWriter::at(const std::string& node, const program::Path& path) {
  std::string result = node;
  for (const uint16_t i : path)
    result += fmt::format("->src({})", i);
  return result;
}

namespace {

/// Of the source number `index` of a node of one of `ops`: is it promoted? Neither, if that depends
/// on the op.
enum class Promoted : uint8_t { Yes, No, Depends };
Promoted promoted_source(const program::Symbols& symbols, const std::vector<uint32_t>& ops,
                         size_t index) {
  bool yes = true, no = true;
  for (const uint32_t o : ops) {
    const program::Op& op = symbols.ops[o];
    const size_t source = std::min(index, op.declared.empty() ? 0 : op.declared.size() - 1);
    const bool is = op.promotes && (op.declared.empty() || !op.declared[source]);
    yes = yes && is;
    no = no && !is;
  }
  return no ? Promoted::No : yes ? Promoted::Yes : Promoted::Depends;
}

/// The two sources that are promoted together by each of `ops`, if there are just two.
std::optional<std::pair<size_t, size_t>> promoted_pair(const program::Symbols& symbols,
                                                       const std::vector<uint32_t>& ops) {
  std::vector<size_t> pair;
  for (const uint32_t o : ops) {
    const program::Op& op = symbols.ops[o];
    if (!op.promotes || op.rest) return std::nullopt;
    std::vector<size_t> promoted;
    for (size_t i = 0; i < op.declared.size(); ++i)
      if (!op.declared[i]) promoted.push_back(i);
    if (promoted.size() != 2 || (!pair.empty() && pair != promoted)) return std::nullopt;
    pair = promoted;
  }
  return std::pair(pair[0], pair[1]);
}

/// A call of `literal…` in the right form, for the literal at `path`.
std::string literal_call(const ExpressionScope& scope, const std::string& node,
                         const program::Access& access, const std::string& suffix,
                         const std::string& extra) {
  const std::string& vocabulary = scope.vocabulary;
  if (access.path.empty() && !scope.element_parent.empty())
    return fmt::format("builtin::source_literal{}({}, {}, {}{})", suffix, vocabulary,
                       scope.element_parent, scope.element_index, extra);
  if (access.path.empty() || access.ops.empty())
    return fmt::format("builtin::literal{}({}, {}{})", suffix, vocabulary,
                       ExpressionWriter::at(node, access.path), extra);
  const program::Path parent(access.path.begin(), access.path.end() - 1);
  const std::string p = ExpressionWriter::at(node, parent);
  const uint16_t index = access.path.back();
  if (const auto pair = promoted_pair(scope.symbols, access.ops);
      pair && (index == pair->first || index == pair->second))
    return fmt::format("builtin::literal_beside{0}({1}, {2}->src({3}), {2}->src({4}){5})", suffix,
                       vocabulary, p, index, index == pair->first ? pair->second : pair->first,
                       extra);
  switch (promoted_source(scope.symbols, access.ops, index)) {
  case Promoted::No:
    return fmt::format("builtin::literal{}({}, {}->src({}){})", suffix, vocabulary, p, index,
                       extra);
  case Promoted::Yes:
    return fmt::format("builtin::promoted_literal{0}({1}, {2}, {2}->src({3}){4})", suffix,
                       vocabulary, p, index, extra);
  case Promoted::Depends:
    return fmt::format("builtin::source_literal{}({}, {}, {}{})", suffix, vocabulary, p, index,
                       extra);
  }
  return {};
}

} // namespace

std::string ExpressionWriter::literal_value(const Expr& literal) {
  Expr e = literal;
  if (e.kind == Kind::Convert) e = literal.children[0];
  if (e.kind == Kind::IntLiteral && e.text.size() < 18) return e.text;
  if (e.kind == Kind::Unary && e.children[0].kind == Kind::IntLiteral &&
      e.children[0].text.size() < 18)
    return "-" + e.children[0].text;
  e.type = {TypeKind::Value, 0, {}};
  return leaf(e);
}

std::string ExpressionWriter::access(const std::string& node, const program::Access& access,
                                     const Type& t) {
  const std::string n = at(node, access.path);
  switch (access.kind) {
  case program::Access::Kind::Node:
    return n;
  case program::Access::Kind::Value:
    return literal_call(scope_, node, access, "", "");
  case program::Access::Kind::Rest:
    return fmt::format("{}->sources().subspan({})", n, access.from);
  case program::Access::Kind::Op:
    return n + "->op";
  case program::Access::Kind::Field:
    break;
  }
  const program::Op& first = scope_.symbols.ops[access.ops[0]];
  if (first.literal && access.ops.size() == 1)
    return access.field == first.fields[0].name
               ? fmt::format("builtin::literal({}, {})", scope_.vocabulary, n)
               : n + "->dtype";
  return decode(t, field_word(n, access.ops, access.field));
}

std::string ExpressionWriter::test(const std::string& node, const program::Test& test) {
  using TestKind = program::Test::Kind;
  const std::string n = at(node, test.access.path);
  switch (test.kind) {
  case TestKind::Op:
    return scope_.sets.has_op(test.ops, n + "->op");
  case TestKind::Sources:
    return fmt::format("{}->n_src == {}", n, test.count);
  case TestKind::MinSources:
    return fmt::format("{}->n_src >= {}", n, test.count);
  case TestKind::DType:
    return scope_.sets.has_dtype(test.dtypes, n + "->dtype");
  case TestKind::SameDType:
    return fmt::format("{}->dtype == {}->dtype", n, at(node, test.other.path));
  case TestKind::Literal:
    return literal_call(scope_, node, test.access, "_is", ", " + literal_value(*test.value));
  case TestKind::Field: {
    const std::string value = write(*test.value);
    const std::string found = access(node, test.access, test.value->type);
    switch (test.value->type.kind) {
    case TypeKind::Value:
      return fmt::format("builtin::same_value({}, {})", found, value);
    case TypeKind::List:
      return fmt::format("builtin::equal({}, {})", found, value);
    default:
      return fmt::format("{} == {}", found, value);
    }
  }
  case TestKind::Same:
    break;
  }
  const Type none;
  if (test.access.kind == program::Access::Kind::Field &&
      test.other.kind == program::Access::Kind::Field)
    return field_word(n, test.access.ops, test.access.field) +
           " == " + field_word(at(node, test.other.path), test.other.ops, test.other.field);
  const Type op{TypeKind::Op, 0, {}}; // of a field beside an op
  const std::string a = access(node, test.access, op), b = access(node, test.other, op);
  switch (test.access.kind) {
  case program::Access::Kind::Value:
    return fmt::format("builtin::same_value({}, {})", a, b);
  case program::Access::Kind::Rest:
    return fmt::format("builtin::equal({}, {})", a, b);
  default:
    return fmt::format("{} == {}", a, b);
  }
}

} // namespace tenet::gen
