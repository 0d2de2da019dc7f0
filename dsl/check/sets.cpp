#include "dsl/check/checker.h"
#include "dsl/text/suggest.h"

#include <algorithm>
#include <iterator>

/// Sets of ops and of dtypes: classes, groups, the callee of a pattern, the right side of `in`.
namespace tenet::dsl {

namespace {

using Set = std::vector<uint32_t>;
using Kind = syntax::Expr::Kind;

Set normal(Set s) {
  std::sort(s.begin(), s.end());
  s.erase(std::unique(s.begin(), s.end()), s.end());
  return s;
}

std::vector<std::string> known_members(const Checker& c, SetKind kind) {
  const auto one = kind == SetKind::Ops ? Names::Kind::Op : Names::Kind::DType;
  const auto many = kind == SetKind::Ops ? Names::Kind::Group : Names::Kind::Class;
  std::vector<std::string> names = c.names.known(Names::Space::Value, one);
  for (std::string& n : c.names.known(Names::Space::Value, many))
    names.push_back(std::move(n));
  return names;
}

std::optional<Set> named(Checker& c, const syntax::Expr& e, SetKind kind) {
  const Names::Entry* entry = c.names.find(Names::Space::Value, e.text);
  if (entry != nullptr && kind == SetKind::Ops) {
    if (entry->kind == Names::Kind::Op) return Set{entry->index};
    if (entry->kind == Names::Kind::Group) return c.module.groups[entry->index].members;
  }
  if (entry != nullptr && kind == SetKind::DTypes) {
    if (entry->kind == Names::Kind::DType) return Set{entry->index};
    if (entry->kind == Names::Kind::Class) return c.module.classes[entry->index].members;
  }
  const char* wanted = kind == SetKind::Ops ? "op or group" : "dtype or dtype class";
  if (entry != nullptr) {
    c.error(e.span, "`" + e.text + "` is " + with_article(kind_name(entry->kind)) + "; expected " +
                        with_article(wanted));
  } else {
    c.error(e.span, "unknown " + std::string(wanted) + " `" + e.text + "`" +
                        did_you_mean(e.text, known_members(c, kind)));
  }
  return std::nullopt;
}

std::optional<Set> with_trait(Checker& c, const syntax::Expr& e) {
  if (e.children.size() != 2 || e.children[1].kind != Kind::Name) {
    c.error(e.span, "`trait` takes the name of one trait");
    return std::nullopt;
  }
  const syntax::Expr& name = e.children[1];
  const Names::Entry* entry = c.names.find(Names::Space::Trait, name.text);
  if (entry == nullptr) {
    c.error(name.span, "unknown trait `" + name.text + "`" +
                           did_you_mean(name.text, c.names.known(Names::Space::Trait)));
    return std::nullopt;
  }
  Set set;
  for (uint32_t i = 0; i < c.module.ops.size(); ++i) {
    const auto& traits = c.module.ops[i].traits;
    if (std::find(traits.begin(), traits.end(), entry->index) != traits.end()) set.push_back(i);
  }
  return set;
}

bool is_set_operator(const syntax::Expr& e) {
  return e.kind == Kind::Binary && (e.text == "|" || e.text == "&" || e.text == "-");
}

bool is_trait_call(const syntax::Expr& e) {
  return e.kind == Kind::Call && !e.children.empty() && e.children[0].kind == Kind::Name &&
         e.children[0].text == "trait";
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::optional<Set> combined(Checker& c, const syntax::Expr& e, SetKind kind) {
  const std::optional<Set> a = set_of(c, e.children[0], kind);
  const std::optional<Set> b = set_of(c, e.children[1], kind);
  if (!a || !b) return std::nullopt;
  Set r;
  const auto out = std::back_inserter(r);
  if (e.text == "|")
    std::set_union(a->begin(), a->end(), b->begin(), b->end(), out);
  else if (e.text == "&")
    std::set_intersection(a->begin(), a->end(), b->begin(), b->end(), out);
  else
    std::set_difference(a->begin(), a->end(), b->begin(), b->end(), out);
  return r;
}

} // namespace

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::optional<Set> set_of(Checker& c, const syntax::Expr& e, SetKind kind) {
  if (e.kind == Kind::Name) return named(c, e, kind);
  if (is_set_operator(e)) return combined(c, e, kind);
  if (is_trait_call(e) && kind == SetKind::Ops) return with_trait(c, e);
  if (e.kind == Kind::Set) {
    Set all;
    bool good = true;
    for (const syntax::Expr& child : e.children) {
      const std::optional<Set> one = set_of(c, child, kind);
      good = good && one.has_value();
      if (one) all.insert(all.end(), one->begin(), one->end());
    }
    return good ? std::optional(normal(std::move(all))) : std::nullopt;
  }
  c.error(e.span, kind == SetKind::Ops ? "expected a set of ops, such as `Movement | {CAST}`"
                                       : "expected a set of dtypes, such as `int | {bool}`");
  return std::nullopt;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
bool looks_like_op_set(const Checker& c, const syntax::Expr& e) {
  if (e.kind == Kind::Name) {
    const Names::Entry* entry = c.names.find(Names::Space::Value, e.text);
    return entry != nullptr &&
           (entry->kind == Names::Kind::Op || entry->kind == Names::Kind::Group);
  }
  if (is_set_operator(e))
    return looks_like_op_set(c, e.children[0]) && looks_like_op_set(c, e.children[1]);
  return e.kind == Kind::Set || is_trait_call(e);
}

} // namespace tenet::dsl
