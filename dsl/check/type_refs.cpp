#include "dsl/check/checker.h"
#include "dsl/text/suggest.h"

#include <algorithm>
#include <map>

/// Types, context parameters and relaxations as written.
namespace tenet::dsl {

// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
Type resolve(Checker& c, const syntax::TypeRef& t) {
  using K = Type::Kind;
  static const std::map<std::string, K, std::less<>> builtin = {
      {"Node", K::Node},         {"Value", K::Value}, {"int", K::Int},     {"float", K::Float},
      {"bool", K::Bool},         {"str", K::Str},     {"DType", K::DType}, {"Op", K::Op},
      {"Interval", K::Interval}, {"Dim", K::Dim}};
  Type type;
  if (t.name == "list" && t.args.size() == 1)
    type = list_of(resolve(c, t.args[0]));
  else if (t.name == "tuple") {
    type.kind = K::Tuple;
    for (const syntax::TypeRef& a : t.args)
      type.args.push_back(resolve(c, a));
  } else if (const auto b = builtin.find(t.name); b != builtin.end())
    type = plain(b->second);
  else if (const Names::Entry* e = c.names.find(Names::Space::Type, t.name)) {
    type = plain(e->kind == Names::Kind::Enum     ? K::Enum
                 : e->kind == Names::Kind::Struct ? K::Struct
                                                  : K::External,
                 e->index);
  } else {
    std::vector<std::string> known = c.names.known(Names::Space::Type);
    for (const auto& [name, kind] : builtin)
      known.push_back(name);
    c.error(t.span, "unknown type `" + t.name + "`" + did_you_mean(t.name, known));
    return {};
  }
  return t.optional ? optional_of(std::move(type)) : type;
}

std::vector<uint32_t> context_params(Checker& c, const std::vector<syntax::Param>& params) {
  std::vector<uint32_t> ids;
  for (const syntax::Param& p : params) {
    if (!p.type) {
      c.error(p.name.span, "context parameter `" + p.name.text + "` has no type");
      continue;
    }
    const Type type = resolve(c, *p.type);
    const auto next = static_cast<uint32_t>(c.module.context_params.size());
    const auto [at, is_new] = c.context.emplace(p.name.text, next);
    if (is_new) c.module.context_params.push_back({p.name.text, type});
    const Type& known = c.module.context_params[at->second].type;
    if (known != type && known.kind != Type::Kind::Error && type.kind != Type::Kind::Error)
      c.error(p.name.span, "context parameter `" + p.name.text + "` is of type `" +
                               to_string(c.module, type) + "` here and `" +
                               to_string(c.module, known) + "` elsewhere; expected one type");
    if (std::find(ids.begin(), ids.end(), at->second) != ids.end())
      c.error(p.name.span, "context parameter `" + p.name.text + "` is declared twice");
    else
      ids.push_back(at->second);
  }
  return ids;
}

uint8_t unsound_flags(Checker& c, const std::vector<syntax::Name>& flags) {
  static const std::vector<std::string> known = {"nnan",    "ninf", "nsz",
                                                 "reassoc", "arcp", "contract"};
  uint8_t set = 0;
  for (const syntax::Name& f : flags) {
    const auto at = std::find(known.begin(), known.end(), f.text);
    if (at != known.end())
      set |= static_cast<uint8_t>(1U << (at - known.begin()));
    else
      c.error(f.span, "unknown relaxation `" + f.text +
                          "`; expected `nnan`, `ninf`, `nsz`, `reassoc`, `arcp` or `contract`");
  }
  return set;
}

} // namespace tenet::dsl
