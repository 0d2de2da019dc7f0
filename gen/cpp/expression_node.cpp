#include "gen/cpp/expression.h"
#include "gen/cpp/names.h"

#include <algorithm>
#include <fmt/format.h>

/// Expressions that give nodes, and questions about nodes that are not built.
namespace tenet::gen {

using program::Expr;
using program::Type;
using Kind = Expr::Kind;
using TypeKind = Type::Kind;

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::node(const Expr& e) {
  switch (e.kind) {
  case Kind::Build:
  case Kind::BuildVar:
    return build(e);
  case Kind::Rebuild:
    return rebuild(e);
  case Kind::Literal:
  case Kind::Constant:
    return constant(e);
  case Kind::Eval:
    return eval(e);
  case Kind::BoundsOf:
    return bounds_of(e);
  case Kind::Subst:
    return substitute(e);
  case Kind::Rewrite:
    return rewrite(e);
  default:
    return fmt::format("{}.made({})", scope_.match, write(e.children[0]));
  }
}

/// A node in a local; the function is left if there is none.
std::string ExpressionWriter::checked(const std::string& node) {
  const std::string r = fresh("n");
  out_->line(fmt::format("const Node* {} = {};", r, node));
  reject(r + " == nullptr");
  return r;
}

/// The sources of a node from child `first` on: braces, or a list if some are spread. Appends the
/// names of those that are `#(e)`, which is exact arithmetic.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::sources(const Expr& e, size_t first,
                                      std::vector<std::string>& exact) {
  Expr items;
  items.kind = Kind::List;
  items.type = {TypeKind::List, 0, {{TypeKind::Node, 0, {}}}};
  items.children.assign(e.children.begin() + static_cast<std::ptrdiff_t>(first), e.children.end());
  const bool spread = std::any_of(items.children.begin(), items.children.end(),
                                  [](const Expr& c) { return c.kind == Kind::Spread; });
  if (spread)
    return items.children.size() == 1 ? write_name(items.children[0].children[0], "list")
                                      : list_literal(items);
  std::string all;
  for (const Expr& child : items.children) {
    const std::string name = write(child);
    all += (all.empty() ? "" : ", ") + name;
    if (child.kind == Kind::Constant && child.children[0].kind != Kind::Eval) exact.push_back(name);
  }
  return "{" + all + "}";
}

/// A node just built; the function is left if there is none, or if it takes an exact constant for
/// another number.
std::string ExpressionWriter::checked_parent(const std::string& node,
                                             const std::vector<std::string>& exact) {
  const std::string parent = checked(node);
  for (const std::string& constant : exact)
    reject(fmt::format("!builtin::takes({}, {}, {})", scope_.vocabulary, parent, constant));
  return parent;
}

/// The argument word from fields in declared order; empty for none.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::argument(const Expr& e) {
  if (e.fields.empty()) return {};
  std::string words;
  for (const auto& [name, value] : e.fields) {
    const std::string written = write(value);
    words += (words.empty() ? "" : ", ") + encode(value.type, written);
  }
  return e.fields.size() == 1 ? words
                              : fmt::format("builtin::record({}, {{{}}})", scope_.graph, words);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::build(const Expr& e) {
  const bool known = e.kind == Kind::Build;
  if (known && scope_.symbols.ops[e.decl].literal && e.fields.size() == 2) {
    const std::string value = write(e.fields[0].second), dtype = write(e.fields[1].second);
    return checked(fmt::format("builtin::constant({}, {}, {})", scope_.match, value, dtype));
  }
  const std::string op = known ? op_name(scope_.module, e.decl) : write(e.children[0]);
  std::vector<std::string> exact;
  const std::string src = sources(e, known ? 0 : 1, exact);
  const std::string arg = argument(e);
  const std::string plain = src == "{}" ? "std::span<const Node* const>{}" : src;
  return checked_parent(
      fmt::format("{}.build({}, {}{})", scope_.match, op, plain, arg.empty() ? "" : ", " + arg),
      exact);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::rebuild(const Expr& e) {
  const std::string n = write_name(e.children[0], "n");
  std::vector<std::string> exact;
  const std::string src = e.keeps_sources ? n + "->sources()" : sources(e, 1, exact);
  std::string arg = n + "->arg";
  if (!e.fields.empty()) {
    std::string changes;
    for (const auto& [name, value] : e.fields) {
      const std::string written = write(value);
      changes += fmt::format("{}{{{}, {}}}", changes.empty() ? "" : ", ", quoted(name),
                             encode(value.type, written));
    }
    const std::string changed = fresh("arg");
    out_->line(fmt::format("const std::optional<Word> {} = builtin::with_fields({}, {}, {{{}}});",
                           changed, scope_.graph, n, changes));
    require(changed);
    arg = "*" + changed;
  }
  const std::string plain = src == "{}" ? "std::span<const Node* const>{}" : src;
  return checked_parent(fmt::format("{}.build({}->op, {}, {})", scope_.match, n, plain, arg),
                        exact);
}

// --- constants ---------------------------------------------------------------------------------

/// The promotion of the dtypes of nodes.
std::string ExpressionWriter::promoted(const std::vector<uint32_t>& vars) {
  if (vars.size() == 1) return scope_.names[vars[0]] + "->dtype";
  std::string nodes;
  for (const uint32_t var : vars)
    nodes += (nodes.empty() ? "" : ", ") + scope_.names[var];
  return fmt::format("clause::promote_nodes({}, {{{}}})", scope_.vocabulary, nodes);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::constant_dtype(const Expr& e, const std::string& value) {
  switch (e.constant) {
  case Expr::ConstantDType::LikeRoot:
    return scope_.root + "->dtype";
  case Expr::ConstantDType::Stated:
    return write(e.children[1]);
  case Expr::ConstantDType::OfNames:
    if (!e.vars.empty()) return promoted(e.vars);
    break;
  case Expr::ConstantDType::WeakKind:
    break;
  }
  return fmt::format("builtin::weak_dtype({}, {})", scope_.vocabulary, value);
}

namespace {

Expr as_value(const Expr& e) {
  if (e.type.kind == TypeKind::Value) return e;
  Expr r;
  r.kind = Kind::Convert;
  r.type = {TypeKind::Value, 0, {}};
  r.children = {e};
  return r;
}

} // namespace

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::constant(const Expr& e) {
  const std::string value = write(as_value(e.children[0]));
  if (e.constant == Expr::ConstantDType::LikeRoot)
    return checked(
        fmt::format("builtin::constant_like({}, {}, {})", scope_.match, value, scope_.root));
  const std::string name = e.constant == Expr::ConstantDType::Stated ? value : named(value, "c");
  const std::string dtype = constant_dtype(e, name);
  return checked(fmt::format("builtin::constant({}, {}, {})", scope_.match, name, dtype));
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::eval(const Expr& e) {
  const Expr& op = e.children[0];
  std::string values;
  const std::string first = write(op);
  for (size_t i = 1; i < e.children.size(); ++i)
    values += (values.empty() ? "" : ", ") + write(as_value(e.children[i]));
  if (op.type.kind == TypeKind::Node)
    return fmt::format("builtin::eval({}, {}, {{{}}})", scope_.match, first, values);
  const std::string dtype =
      e.vars.empty() ? fmt::format("{}.weak_int", scope_.vocabulary) : promoted(e.vars);
  return fmt::format("builtin::eval({}, {}, {}, {{{}}})", scope_.match, first, dtype, values);
}

// --- other nodes -------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::substitute(const Expr& e) {
  const std::string in = write(e.children[0]);
  std::string pairs;
  for (size_t i = 1; i + 1 < e.children.size(); i += 2) {
    const std::string from = write(e.children[i]), to = write(e.children[i + 1]);
    pairs += fmt::format("{}{{{}, {}}}", pairs.empty() ? "" : ", ", from, to);
  }
  return checked(fmt::format("{}.substitute({}, {{{}}})", scope_.match, in, pairs));
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::rewrite(const Expr& e) {
  const std::string in = write(e.children[0]);
  std::string rules;
  for (const uint32_t r : e.rulesets)
    rules +=
        (rules.empty() ? "&" : ", &") + object_name(scope_.module, scope_.module.rulesets[r].name);
  return checked(fmt::format("{}.rewrite({{{}}}, {})", scope_.match, rules, in));
}

// --- bounds of what is not built ---------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::bounds_of(const Expr& e) {
  const Expr& of = e.children[0];
  const bool built = of.kind < Kind::Build || of.kind == Kind::MadeList;
  if (e.text == "exact") {
    if (built) return fmt::format("{}->has(Node::exact)", write(of));
    return unbuilt(of) + ".exact";
  }
  if (built) return bound(e.text, write_name(of, "n"));
  const std::string r = fresh(e.text);
  const std::string value = unbuilt(of);
  out_->line(
      fmt::format("const Value {} = {}.bounds.{}();", r, value, e.text == "vmin" ? "min" : "max"));
  require(r + ".has_value()");
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::unbuilt(const Expr& e) {
  switch (e.kind) {
  case Kind::Literal:
  case Kind::Constant: {
    const std::string value = named(write(as_value(e.children[0])), "c");
    return fmt::format("builtin::unbuilt({}, {})", value, constant_dtype(e, value));
  }
  case Kind::Build:
  case Kind::BuildVar:
  case Kind::Rebuild: {
    const bool known = e.kind == Kind::Build;
    const std::string n = known ? "" : write_name(e.children[0], "n");
    std::string src;
    for (size_t i = known ? 0 : 1; i < e.children.size(); ++i)
      src += (src.empty() ? "" : ", ") + unbuilt(e.children[i]);
    std::string arg = argument(e);
    if (arg.empty()) arg = e.kind == Kind::Rebuild ? n + "->arg" : "0";
    const std::string op = known                     ? op_name(scope_.module, e.decl)
                           : e.kind == Kind::Rebuild ? n + "->op"
                                                     : n;
    return fmt::format("builtin::unbuilt({}, {}, {}, {{{}}})", scope_.graph, op, arg, src);
  }
  default:
    return fmt::format("builtin::unbuilt({}, {})", scope_.vocabulary, write(e));
  }
}

// --- text --------------------------------------------------------------------------------------

std::string ExpressionWriter::as_text(const std::string& value, const Type& t,
                                      const std::string& format) {
  const std::string& v = scope_.vocabulary;
  if (!format.empty()) {
    const std::string number = t.kind == TypeKind::Value   ? value
                               : t.kind == TypeKind::Int   ? "Value::of_int(" + value + ")"
                               : t.kind == TypeKind::Float ? "Value::of_float(" + value + ")"
                                                           : "";
    if (!number.empty()) return fmt::format("builtin::formatted({}, {})", number, quoted(format));
  }
  switch (t.kind) {
  case TypeKind::Node:
    return scope_.text ? fmt::format("std::string({}.text_of({}))", scope_.match, value)
                       : fmt::format("::tenet::text::excerpt({}, {})", v, value);
  case TypeKind::DType:
    return fmt::format("std::string({}.dtype({}).name)", v, value);
  case TypeKind::Op:
    return fmt::format("std::string({}.op({}).text)", v, value);
  case TypeKind::Enum: {
    const dsl::EnumDecl& decl = scope_.module.enums[t.decl];
    std::string names;
    for (const auto& e : decl.enumerators)
      names += (names.empty() ? "" : ", ") + quoted(e.text);
    return fmt::format(
        "std::string(std::array<std::string_view, {}>{{{}}}[static_cast<size_t>({})])",
        decl.enumerators.size(), names, value);
  }
  case TypeKind::Dim:
    return fmt::format("builtin::text({}, {})", v, value);
  default:
    return fmt::format("builtin::text({})", value);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::text_hole(const program::Piece& piece) {
  if (piece.is_root)
    return scope_.text
               ? fmt::format("std::string({}.name_of({}))", scope_.match, scope_.root)
               : fmt::format("::tenet::text::excerpt({}, {})", scope_.vocabulary, scope_.root);
  if (piece.hole->type.kind != TypeKind::List)
    return as_text(write(*piece.hole), piece.hole->type, piece.format);
  const std::string pieces = fresh("pieces"), item = fresh("item");
  const std::string list = write(*piece.hole);
  out_->line(fmt::format("std::vector<std::string> {};", pieces));
  out_->line(fmt::format("for (const auto& {} : {}) {}.push_back({});", item, list, pieces,
                         as_text(item, piece.hole->type.args[0], piece.format)));
  return fmt::format("builtin::join_text({}, {})", pieces,
                     quoted(piece.is_list ? piece.separator : ", "));
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::write_text(const program::Template& text) {
  if (text.empty()) return "std::string()";
  if (text.size() == 1 && !text[0].hole && !text[0].is_root)
    return "std::string(" + quoted(text[0].text) + ")";
  std::string pieces;
  for (const program::Piece& piece : text) {
    const std::string value = piece.hole || piece.is_root ? text_hole(piece) : quoted(piece.text);
    pieces += (pieces.empty() ? "" : ", ") + value;
  }
  return "builtin::concat({" + pieces + "})";
}

} // namespace tenet::gen
