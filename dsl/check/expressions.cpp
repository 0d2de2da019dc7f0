#include "dsl/check/expressions.h"

#include "dsl/check/builtins.h"
#include "dsl/text/suggest.h"

#include <algorithm>
#include <cstdlib>

/// Names, literals, fields and conditions; the other kinds of expression have files of their own.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
size_t size_of(const Expr& e) {
  size_t sum = 1;
  for (const Expr& child : e.children)
    sum += size_of(child);
  return sum;
}

} // namespace

std::optional<Expr> literal_of(const syntax::Expr& e) {
  const bool negative = e.kind == SK::Unary && e.text == "-";
  const syntax::Expr& n = negative ? e.children[0] : e;
  Expr r;
  r.span = e.span;
  r.text = (negative ? "-" : "") + n.text;
  if (n.kind == SK::Int) {
    r.kind = EK::IntLiteral;
    r.type = plain(TK::Int);
  } else if (n.kind == SK::Float) {
    r.kind = EK::FloatLiteral;
    r.type = plain(TK::Float);
    r.number = std::strtod(r.text.c_str(), nullptr);
  } else if (n.kind == SK::Bool && !negative) {
    r.kind = EK::BoolLiteral;
    r.type = plain(TK::Bool);
  } else if (n.kind == SK::Invalid && !negative) {
    r.kind = EK::InvalidLiteral;
    r.type = plain(TK::Value);
    r.text = "invalid";
  } else {
    return std::nullopt;
  }
  return r;
}

void check_width(Checker& c, const Expr& literal) {
  if (literal.kind != EK::IntLiteral) return;
  std::string_view digits = literal.text;
  if (digits.substr(0, 1) == "-") digits.remove_prefix(1);
  const bool is_hex = digits.substr(0, 2) == "0x" || digits.substr(0, 2) == "0X";
  if (is_hex) digits.remove_prefix(2);
  while (digits.size() > 1 && digits[0] == '0')
    digits.remove_prefix(1);
  const std::string_view greatest =
      is_hex ? "7fffffffffffffffffffffffffffffff" : "170141183460469231731687303715884105727";
  const bool fits = digits.size() < greatest.size() ||
                    (digits.size() == greatest.size() && lower_case(digits) <= greatest);
  if (!fits) c.error(literal.span, "this integer does not fit 128 bits");
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::check(const syntax::Expr& e, const Type& wanted) {
  if (wanted.kind == TK::Bool && mode_ != Mode::Test && mode_ != Mode::Unbuilt) return condition(e);
  return convert(infer(e, wanted), wanted);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::infer(const syntax::Expr& e, const Type& hint) {
  if (std::optional<Expr> literal = literal_of(e)) {
    check_width(c_, *literal);
    return *literal;
  }
  switch (e.kind) {
  case SK::Name:
    return name(e, hint);
  case SK::Constant:
    return constant_name(e);
  case SK::Field:
    return field(e);
  case SK::Unary:
    return unary(e, hint);
  case SK::Binary:
    return binary(e, hint);
  case SK::In:
    return membership(e);
  case SK::Is:
    return match(e);
  case SK::If:
    return conditional(e, hint);
  case SK::Computed:
    return e.is_eval ? evaluated(e) : computed(e);
  case SK::Typed:
    return typed(e);
  case SK::Call:
    return call(e, hint);
  case SK::Index:
    return index(e);
  case SK::List:
    return list(e, hint);
  case SK::Tuple:
    return tuple(e, hint);
  case SK::Range:
    return int_range(e);
  case SK::Comprehension:
    return comprehension(e, hint);
  case SK::Quantifier:
    return quantifier(e);
  case SK::Fold:
    return fold(e, hint);
  default:
    return other(e, hint);
  }
}

/// What remains: strings, `none`, lists made already, and what only a pattern can hold.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::other(const syntax::Expr& e, const Type& hint) {
  switch (e.kind) {
  case SK::None:
    return make(EK::NoneLiteral, plain(TK::None), e.span);
  case SK::String: {
    Expr r = make(EK::StrLiteral, plain(TK::Str), e.span);
    r.text = e.string.plain;
    return r;
  }
  case SK::Made: {
    if (!body_.has_made_lists || mode_ != Mode::Result)
      return report(e.span, "`'` stands in lets and results of `node*` rulesets only");
    Expr node = check(e.children[0], plain(TK::Node));
    return make(EK::MadeList, list_of(plain(TK::Node)), e.span, {std::move(node)});
  }
  case SK::Wildcard:
    return report(e.span, "`_` stands in patterns only");
  case SK::At:
    return report(e.span, "`@` names a part of a pattern; an expression is named by `let`");
  case SK::Collect:
    return report(e.span, "`[]` collects in patterns only; use the name of the list");
  case SK::Every:
    return report(e.span, "`*` stands in patterns only; a list is spliced in by `...`");
  case SK::Rest:
    return report(e.span, "`...` stands among sources or in a list");
  case SK::Arrow:
    return report(e.span, "`->` stands in `subst` only");
  case SK::Set:
    return report(e.span, "a set stands behind `in` only");
  case SK::Output:
    return report(e.span, "`" + e.text + "` is a whole result; it cannot be part of an expression");
  default:
    break;
  }
  (void)hint;
  return report(e.span, "an expression cannot stand here");
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::conditional(const syntax::Expr& e, const Type& hint) {
  Expr test = condition(e.children[0]);
  ++binders_;
  Expr a = infer(e.children[1], hint);
  Expr b = infer(e.children[2], hint);
  --binders_;
  Type type = hint;
  if (type.kind == TK::Error) type = join(a, b, e.span, "the branches");
  a = convert(std::move(a), type);
  b = convert(std::move(b), type);
  return make(EK::If, std::move(type), e.span, {std::move(test), std::move(a), std::move(b)});
}

// --- names --------------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::name(const syntax::Expr& e, const Type& hint) {
  if (std::optional<Expr> r = local(e)) return *r;
  if (std::optional<Expr> r = enumerator(e, hint)) return *r;
  if (std::optional<Expr> r = context_param(e)) return *r;
  if (std::optional<Expr> r = root_property(e)) return *r;
  if (std::optional<Expr> r = declared(e)) return *r;
  if (std::optional<Expr> r = enumerator(e, {})) return *r;
  return unknown_name(e);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::optional<Expr> Expressions::local(const syntax::Expr& e) {
  Local* l = scope_->find(e.text);
  if (l == nullptr && e.text == "root" && body_.root) {
    Expr r = make(EK::Variable, plain(TK::Node), e.span);
    r.vars = {*body_.root};
    return r;
  }
  if (l == nullptr) return std::nullopt;
  l->used = true;
  // In a condition `x == y` is a test, though the same argument elsewhere builds a node.
  const bool is_test =
      l->kind == Local::Kind::Alias && l->alias.kind == EK::Build && mode_ == Mode::Guard;
  if (l->kind == Local::Kind::Alias && !is_test) {
    body_.inlined_size += size_of(l->alias);
    if (body_.inlined_size > inlined_size_limit)
      return report(e.span, "this calls too many functions");
    return l->alias;
  }
  if (l->kind == Local::Kind::Argument || is_test) {
    const syntax::Expr& a = *l->argument;
    if (a.kind != SK::Name && !is_test)
      return report(e.span,
                    "`" + e.text + "` stands for a pattern without a name here; name it with `@`");
    Scope* before = scope_;
    scope_ = l->argument_scope;
    Expr r = infer(a);
    scope_ = before;
    return r;
  }
  Expr r = make(EK::Variable, l->type, e.span);
  r.vars = {l->var};
  return r;
}

/// An enumerator of the enum that is wanted, or without one, of the only enum that has such a name.
std::optional<Expr> Expressions::enumerator(const syntax::Expr& e, const Type& hint) {
  const Type& wanted = hint.kind == TK::Optional ? hint.args[0] : hint;
  std::optional<Expr> found;
  for (uint32_t i = 0; i < c_.module.enums.size(); ++i) {
    if (wanted.kind != TK::Error && (wanted.kind != TK::Enum || wanted.decl != i)) continue;
    const auto& all = c_.module.enums[i].enumerators;
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const auto& x) { return x.name == e.text; });
    if (at == all.end()) continue;
    if (found) return std::nullopt;
    found = make(EK::EnumLiteral, plain(TK::Enum, i), e.span);
    found->decl = static_cast<uint32_t>(at - all.begin());
  }
  return found;
}

std::optional<Expr> Expressions::context_param(const syntax::Expr& e) {
  const auto at = c_.context.find(e.text);
  if (at == c_.context.end() || body_.params == nullptr) return std::nullopt;
  if (std::find(body_.params->begin(), body_.params->end(), at->second) == body_.params->end())
    return std::nullopt;
  Expr r = make(EK::ContextParam, c_.module.context_params[at->second].type, e.span);
  r.decl = at->second;
  return r;
}

/// In `allow` and `deny` a property or argument field stands for that of the matched node.
std::optional<Expr> Expressions::root_property(const syntax::Expr& e) {
  if (!body_.has_root_properties || !body_.root) return std::nullopt;
  bool known = false;
  for (const Property& p : properties())
    known = known || (p.of == TK::Node && p.name == e.text);
  if (const auto at = body_.ops.find(*body_.root); at != body_.ops.end())
    for (const OpIndex op : at->second)
      for (const FieldDecl& f : c_.op(op).fields)
        known = known || f.name == e.text;
  if (!known) return std::nullopt;
  Expr root = make(EK::Variable, plain(TK::Node), e.span);
  root.vars = {*body_.root};
  return node_field(std::move(root), e);
}

std::optional<Expr> Expressions::declared(const syntax::Expr& e) {
  const Names::Entry* entry = c_.names.find(Names::Space::Value, e.text);
  if (entry == nullptr) return std::nullopt;
  const std::string quoted = "`" + e.text + "`";
  Expr r;
  switch (entry->kind) {
  case Names::Kind::DType:
    r = make(EK::DTypeLiteral, plain(TK::DType), e.span);
    break;
  case Names::Kind::Op:
    r = make(EK::OpLiteral, plain(TK::Op), e.span);
    break;
  case Names::Kind::Class:
    return report(e.span, quoted + " is a dtype class; test it with `in " + e.text + "`");
  case Names::Kind::Group:
    return report(e.span, quoted + " is an op group; test it with `in " + e.text + "`");
  case Names::Kind::Fn:
  case Names::Kind::Extern:
    return report(e.span, quoted + " is a function; call it with `" + e.text + "(…)`");
  default:
    return std::nullopt;
  }
  r.decl = entry->index;
  return r;
}

Expr Expressions::unknown_name(const syntax::Expr& e) {
  if (const Local* node = scope_->find("#" + e.text);
      node != nullptr && scope_->find(e.text) == nullptr)
    return report(e.span, "`" + e.text + "` is not the value of a constant here; its node is `#" +
                              e.text + "`");
  std::vector<std::string> known;
  for (const Local& l : scope_->locals())
    known.push_back(l.name);
  if (body_.params != nullptr)
    for (const uint32_t p : *body_.params)
      known.push_back(c_.module.context_params[p].name);
  for (std::string& n : c_.names.known(Names::Space::Value))
    known.push_back(std::move(n));
  std::string message = "unknown name `" + e.text + "`";
  if (mode_ == Mode::Test)
    message +=
        did_you_mean(e.text, known).empty() ? "; a test lists its variables in parentheses" : "";
  return report(e.span, message + did_you_mean(e.text, known));
}

/// `#c`: the node of a constant.
Expr Expressions::constant_name(const syntax::Expr& e) {
  const std::string node_name = "#" + e.text;
  if (Local* l = scope_->find(node_name)) {
    if (Local* value = scope_->find(e.text)) value->used = true;
    l->used = true;
    if (l->kind == Local::Kind::Alias) return l->alias;
    Expr r = make(EK::Variable, l->type, e.span);
    r.vars = {l->var};
    return r;
  }
  if (Local* l = scope_->find(e.text)) {
    l->used = true;
    return report(e.span,
                  "`" + e.text +
                      "` is no `#` name of the pattern; a computed constant is written `#(" +
                      e.text + ")`");
  }
  std::vector<std::string> known;
  for (const Local& l : scope_->locals())
    if (l.name[0] == '#') known.push_back(l.name);
  return report(e.span, "unknown constant `#" + e.text + "`" + did_you_mean(node_name, known));
}

// --- fields -------------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::field(const syntax::Expr& e) {
  const syntax::Expr& tree = e.children[0];
  if (tree.kind == SK::Name && scope_->find(tree.text) == nullptr)
    if (const Names::Entry* t = c_.names.find(Names::Space::Type, tree.text, Names::Kind::Enum))
      if (!context_param(tree)) {
        if (std::optional<Expr> r = enumerator(e, plain(TK::Enum, t->index))) return *r;
        std::vector<std::string> known;
        for (const auto& x : c_.module.enums[t->index].enumerators)
          known.push_back(x.name);
        return report(e.span,
                      "`" + tree.text + "` has no `" + e.text + "`" + did_you_mean(e.text, known));
      }
  Expr base = infer(tree);
  switch (base.type.kind) {
  case TK::Error:
    return failed(e.span);
  case TK::Node:
    return node_field(std::move(base), e);
  case TK::Struct:
    for (const FieldDecl& f : c_.module.structs[base.type.decl].fields) {
      if (f.name != e.text) continue;
      Expr r = make(EK::Field, type_of(f.type), e.span, {std::move(base)});
      r.text = e.text;
      return r;
    }
    break;
  case TK::Interval:
  case TK::Value:
    if (mode_ != Mode::Bounds && mode_ != Mode::Eval) break;
    for (const Property& p : properties()) {
      if (p.of != base.type.kind || p.name != e.text) continue;
      Expr r = make(EK::Field, p.type, e.span, {std::move(base)});
      r.text = e.text;
      return r;
    }
    break;
  default:
    break;
  }
  std::string message = "a value of type `" + type_name(base.type) + "` has no `" + e.text + "`";
  if (base.type.kind == TK::Optional) message += "; bind it with `let` first";
  if (base.type.kind == TK::Value && scope_->find("#" + tree.text) != nullptr)
    message += "; its node is `#" + tree.text + "`";
  return report(e.operator_span.end > 0 ? e.operator_span : e.span, message);
}

Expr Expressions::node_field(Expr base, const syntax::Expr& e) {
  for (const Property& p : properties()) {
    if (p.of != TK::Node || p.name != e.text) continue;
    Expr r = make(EK::Field, p.type, e.span, {std::move(base)});
    r.text = e.text;
    return r;
  }
  Expr r = make(EK::Field, {}, e.span);
  r.text = e.text;
  const OpSet* known = nullptr;
  if (base.kind == EK::Variable)
    if (const auto at = body_.ops.find(base.vars[0]); at != body_.ops.end()) known = &at->second;
  r.certain = known != nullptr;
  std::vector<std::string> names;
  for (OpIndex i = 0; i < c_.module.ops.size(); ++i) {
    if (known != nullptr && std::find(known->begin(), known->end(), i) == known->end()) continue;
    bool has = false;
    for (const FieldDecl& f : c_.op(i).fields) {
      names.push_back(f.name);
      if (f.name != e.text) continue;
      has = true;
      const Type type = type_of(f.type);
      if (r.type.kind != TK::Error && r.type != type)
        return report(e.span, "field `" + e.text + "` is of type `" + type_name(r.type) +
                                  "` in some ops and `" + type_name(type) +
                                  "` in others; bind it in a pattern of one op");
      r.type = type;
      r.ops.push_back(i);
    }
    r.certain = r.certain && has;
  }
  if (r.ops.empty()) {
    for (const Property& p : properties())
      if (p.of == TK::Node) names.emplace_back(p.name);
    const bool one = known != nullptr && known->size() == 1;
    const std::string what = one ? "`" + c_.op((*known)[0]).text + "` has no argument or property `"
                                 : "no node has an argument or property `";
    return report(e.operator_span.end > 0 ? e.operator_span : e.span,
                  what + e.text + "`" + did_you_mean(e.text, names));
  }
  r.children.push_back(std::move(base));
  return r;
}

} // namespace tenet::dsl
