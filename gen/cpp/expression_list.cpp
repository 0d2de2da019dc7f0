#include "gen/cpp/expression.h"

#include <fmt/format.h>

/// Lists, folds and quantifiers: plain loops.
namespace tenet::gen {

using program::Expr;
using program::Type;
using Kind = Expr::Kind;
using TypeKind = Type::Kind;

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::list(const Expr& e) {
  switch (e.kind) {
  case Kind::List:
    return list_literal(e);
  case Kind::Spread:
    return write(e.children[0]);
  case Kind::Comprehension:
    return comprehension(e);
  case Kind::IntRange:
    return int_range(e);
  case Kind::Index:
    return index(e);
  case Kind::Slice:
    return slice(e);
  case Kind::Fold:
    return fold(e);
  case Kind::Quantifier:
    return quantifier(e);
  default:
    break;
  }
  std::string parts;
  for (const Expr& child : e.children)
    parts += (parts.empty() ? "" : ", ") + write(child);
  return fmt::format("{}({})", type(e.type), parts);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::list_literal(const Expr& e) {
  bool plain = true;
  for (const Expr& child : e.children)
    plain = plain && child.kind != Kind::Spread;
  if (plain) {
    std::string items;
    for (const Expr& child : e.children)
      items += (items.empty() ? "" : ", ") + write(child);
    return fmt::format("{}{{{}}}", type(e.type), items);
  }
  const std::string r = fresh("list");
  out_->line(fmt::format("{} {};", type(e.type), r));
  for (const Expr& child : e.children) {
    const std::string item =
        child.kind == Kind::Spread ? write_name(child.children[0], "list") : write(child);
    out_->line(child.kind == Kind::Spread ? fmt::format("builtin::append({}, {});", r, item)
                                          : fmt::format("{}.push_back({});", r, item));
  }
  return r;
}

/// Opens a loop over `source` that binds `vars`.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void ExpressionWriter::open_loop(const Expr& source, const std::vector<uint32_t>& vars) {
  const auto name = [&](uint32_t var) {
    const std::string known = var < scope_.names.size() ? scope_.names[var] : "";
    return bind(var, known.empty() ? "x" : known);
  };
  if (source.kind == Kind::IntRange && vars.size() == 1) {
    const std::string from = write(source.children[0]), to = write_name(source.children[1], "end");
    const std::string i = name(vars[0]);
    out_->open(fmt::format("for (int128 {0} = {1}; {0} {2} {3}; ++{0})", i, from,
                           source.closed ? "<=" : "<", to));
    return;
  }
  const std::string list = write(source);
  if (vars.size() == 1) {
    out_->open(fmt::format("for (const auto& {} : {})", name(vars[0]), list));
    return;
  }
  std::string names;
  for (const uint32_t var : vars)
    names += (names.empty() ? "" : ", ") + name(var);
  out_->open(fmt::format("for ([[maybe_unused]] const auto& [{}] : {})", names, list));
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::comprehension(const Expr& e) {
  const std::string r = fresh("list");
  out_->line(fmt::format("{} {};", type(e.type), r));
  open_loop(e.children[0], e.vars);
  if (e.children.size() > 2) {
    const std::string condition = write(e.children[2]);
    out_->line(fmt::format("if (!({})) continue;", condition));
  }
  const bool spread = e.children[1].kind == Kind::Spread;
  const std::string item = write(e.children[1]);
  out_->line(spread ? fmt::format("builtin::append({}, {});", r, item)
                    : fmt::format("{}.push_back({});", r, item));
  out_->close();
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::int_range(const Expr& e) {
  const std::string r = fresh("list"), i = fresh("i");
  const std::string from = write(e.children[0]), to = write_name(e.children[1], "end");
  out_->line(fmt::format("{} {};", type(e.type), r));
  out_->line(fmt::format("for (int128 {0} = {1}; {0} {2} {3}; ++{0}) {4}.push_back({0});", i, from,
                         e.closed ? "<=" : "<", to, r));
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::index(const Expr& e) {
  const std::string list = write_name(e.children[0], "list"),
                    position = write_name(e.children[1], "i");
  require(fmt::format("{0} >= 0 && {0} < static_cast<int128>({1}.size())", position, list));
  return fmt::format("{}[static_cast<size_t>({})]", list, position);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::slice(const Expr& e) {
  const std::string list = write_name(e.children[0], "list");
  const auto end = [&](size_t child, const std::string& none) {
    if (e.children.size() <= child || e.children[child].kind == Kind::NoneLiteral) return none;
    return write_name(e.children[child], "i");
  };
  const std::string from = end(1, "0"),
                    to = end(2, fmt::format("static_cast<int128>({}.size())", list));
  require(fmt::format("{0} >= 0 && {0} <= {1} && {1} <= static_cast<int128>({2}.size())", from, to,
                      list));
  return fmt::format("{0}({1}.begin() + static_cast<std::ptrdiff_t>({2}), {1}.begin() + "
                     "static_cast<std::ptrdiff_t>({3}))",
                     type(e.type), list, from, to);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::fold(const Expr& e) {
  const std::string start = write(e.children[0]);
  const uint32_t accumulator = e.vars[0];
  const std::string known = accumulator < scope_.names.size() ? scope_.names[accumulator] : "";
  const std::string r = bind(accumulator, known.empty() ? "acc" : known);
  out_->line(fmt::format("{} {} = {};", type(e.type), r, start));
  open_loop(e.children[1], {e.vars.begin() + 1, e.vars.end()});
  const std::string step = write(e.children[2]);
  out_->line(fmt::format("{} = {};", r, step));
  out_->close();
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string ExpressionWriter::quantifier(const Expr& e) {
  const bool all = e.text == "all";
  const std::string r = fresh(all ? "all" : "any");
  out_->line(fmt::format("bool {} = {};", r, all ? "true" : "false"));
  open_loop(e.children[0], e.vars);
  const std::string condition = write(e.children[1]);
  out_->open(all ? fmt::format("if (!({}))", condition) : fmt::format("if ({})", condition));
  out_->line(fmt::format("{} = {};", r, all ? "false" : "true"));
  out_->line("break;");
  out_->close();
  out_->close();
  return r;
}

} // namespace tenet::gen
