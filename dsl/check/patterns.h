#pragma once

#include "dsl/check/scope.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tenet::dsl {

/// Reads syntax as patterns: functions are inlined, infix is spelled out as ops, names are bound
/// where they first stand.
class Patterns {
public:
  Patterns(Checker& c, Body& body, Scope& scope) : c_(c), body_(body), scope_(&scope) {}

  /// The pattern of a rule, whose names come into scope; `body.root` and `body.ops` are set by it.
  Pattern root(const syntax::Expr& e);
  /// A pattern behind `is`, which binds nothing.
  Pattern closed(const syntax::Expr& e);

private:
  Pattern pattern(const syntax::Expr& e);
  Pattern name(const syntax::Expr& e);
  Pattern constant(const syntax::Expr& e);
  Pattern typed(const syntax::Expr& e);
  Pattern named(const syntax::Expr& e);
  Pattern alternatives(const syntax::Expr& e);
  Pattern infix(const syntax::Expr& e);
  Pattern infix_op(const std::string& infix, Pattern a, Pattern b, Span span);
  Pattern negative(Pattern p, Span span);
  Pattern literal(const char* text, Expr::Kind kind, Span span);
  Pattern call(const syntax::Expr& e);
  Pattern call_function(uint32_t index, const syntax::Expr& e);
  Pattern any_sources(const syntax::Expr& e);
  Pattern op(const syntax::Expr& e);
  /// The ops that a callee can be, and the family's variable if it is one.
  struct Callee {
    OpSet ops;
    std::optional<VarId> var;
  };
  std::optional<Callee> callee(const syntax::Expr& e);
  std::optional<Callee> callee_name(const syntax::Expr& e);
  Pattern source(const syntax::Expr& e);
  Pattern rest(const syntax::Expr& e);
  Pattern every(const syntax::Expr& e);
  Pattern collect(const syntax::Expr& e);
  void fit_sources(const syntax::Expr& e, Pattern& p);
  void arguments(const syntax::Expr& e, Pattern& p);
  void argument(const syntax::Argument& a, const std::string& field, const Type& type, Pattern& p);
  bool named_argument(const syntax::Argument& a, const std::string& field, const Type& type,
                      Pattern& p);
  void warn_near_enumerator(const syntax::Expr& e, const Type& type);
  std::optional<Expr> value_name(const syntax::Expr& e, const Type& type);
  std::optional<FieldDecl> field_of(const syntax::Argument& a, size_t position, Pattern& p);
  void function_clauses(const syntax::FnDecl& fn, const syntax::Expr& call, Scope& scope);

  bool is_context_param(const std::string& name) const;
  std::optional<VarId> bind(const std::string& name, const Type& type, Span span);
  Pattern report(Span span, std::string message) {
    c_.error(span, std::move(message));
    Pattern p;
    p.span = span;
    return p;
  }

  Checker& c_;
  Body& body_;
  Scope* scope_;
  std::set<VarId> bound_; ///< variables that the pattern binds so far
  bool closed_ = false;   ///< behind `is`
  bool in_every_ = false; ///< inside of `*p`
  int alternatives_ = 0;  ///< how many alternatives are around
  int function_depth_ = 0;
};

/// What is known of the ops of the nodes that the variables of a pattern stand for.
std::map<VarId, OpSet> known_ops(const Pattern& pattern);

} // namespace tenet::dsl
