#pragma once

#include "dsl/check/builtins.h"
#include "dsl/check/scope.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tenet::dsl {

/// Where an expression stands, which decides what it may do.
enum class Mode : uint8_t {
  Guard,   ///< conditions: builds no nodes
  Result,  ///< results and lets: infix and op calls on nodes build nodes
  Number,  ///< inside of `#(…)`: exact arithmetic on values
  Unbuilt, ///< inside of `vmin(…)`: like a result, but nothing is built
  Types,   ///< `dtype` and `shape` clauses
  Bounds,  ///< `bounds` clauses: sources are intervals
  Eval,    ///< `eval` clauses: sources are values
  Context, ///< conditions and arguments of passes and `when` blocks
  Test,    ///< graphs of inline tests
};

/// Reads syntax as typed expressions. Types flow upwards; a wanted type flows down where it decides
/// what a literal, a list or an enumerator means, and every change of type is made explicit
/// (`convert`).
class Expressions {
public:
  Expressions(Checker& c, Body& body, Mode mode)
      : c_(c), body_(body), scope_(&body.scope), mode_(mode) {}

  /// The expression as one of type `wanted`; Type::Error wants anything.
  Expr check(const syntax::Expr& e, const Type& wanted);
  Expr infer(const syntax::Expr& e, const Type& hint = {});
  /// A `where` or `let`; its names come into scope.
  Clause clause(const syntax::Clause& tree);
  /// The text of `expr "…"`, `error "…"`, a message.
  TextTemplate text(const syntax::Text& text);
  /// `e` as a value of type `wanted`, reported if it cannot be.
  Expr convert(Expr e, const Type& wanted);
  /// Reads names in `scope` instead of the body's: those of a function.
  void enter(Scope& scope) { scope_ = &scope; }
  /// Effects may be called from here on: in results.
  void allow_effects() { effects_allowed_ = true; }

private:
  friend class ModeChange;

  // names and literals (expressions.cpp)
  Expr name(const syntax::Expr& e, const Type& hint);
  std::optional<Expr> local(const syntax::Expr& e);
  std::optional<Expr> enumerator(const syntax::Expr& e, const Type& hint);
  std::optional<Expr> context_param(const syntax::Expr& e);
  std::optional<Expr> root_property(const syntax::Expr& e);
  std::optional<Expr> declared(const syntax::Expr& e);
  Expr unknown_name(const syntax::Expr& e);
  Expr constant_name(const syntax::Expr& e);
  Expr field(const syntax::Expr& e);
  Expr node_field(Expr base, const syntax::Expr& e);
  Expr other(const syntax::Expr& e, const Type& hint);
  Expr conditional(const syntax::Expr& e, const Type& hint);

  // operators (operators.cpp)
  Expr condition(const syntax::Expr& e);
  Expr unary(const syntax::Expr& e, const Type& hint);
  Expr binary(const syntax::Expr& e, const Type& hint);
  Expr logical(const syntax::Expr& e);
  Expr arithmetic(const syntax::Expr& e, Expr a, Expr b);
  Expr comparison(const syntax::Expr& e, Expr a, Expr b);
  Expr concatenation(const syntax::Expr& e, const Type& hint);
  Expr membership(const syntax::Expr& e);
  Expr membership_in_set(const syntax::Expr& e, Expr left);
  Expr match(const syntax::Expr& e);
  /// The type of both of two operands or branches; Error, reported, if there is none.
  Type join(const Expr& a, const Expr& b, Span span, std::string_view what);

  // nodes (builds.cpp)
  bool may_build() const {
    return mode_ == Mode::Result || mode_ == Mode::Unbuilt || mode_ == Mode::Test;
  }
  Expr infix_build(const syntax::Expr& e, Expr a, Expr b);
  Expr infix_op(const std::string& infix, Expr a, Expr b, Span span);
  Expr literal_node(const char* text, Expr::Kind kind, Span span);
  Expr negated(Expr e, Span span);
  Expr build(OpIndex op, const syntax::Expr& call);
  Expr finish_build(OpIndex op, std::vector<Expr> sources, Span span);
  Expr build_with(Expr op, const syntax::Expr& call);
  Expr rebuild(Expr node, const syntax::Expr& call);
  std::vector<Expr> sources(const syntax::Expr& call);
  void all_fields(const OpDecl& op, const syntax::Expr& call, Expr& build);
  void changed_fields(const OpSet& ops, const syntax::Expr& call, Expr& build);
  Expr default_value(const OpDecl& op, size_t field, Span span);
  Expr computed(const syntax::Expr& e);
  Expr evaluated(const syntax::Expr& e);
  Expr typed(const syntax::Expr& e);
  std::vector<VarId> constants_in(const Expr& e) const;

  // calls (calls.cpp)
  Expr call(const syntax::Expr& e, const Type& hint);
  Expr call_name(const syntax::Expr& e, const Type& hint);
  std::optional<Expr> special(const syntax::Expr& e);
  Expr call_value(Expr callee, const syntax::Expr& e);
  Expr call_function(uint32_t function, const syntax::Expr& e, const Type& hint);
  void function_clauses(const syntax::FnDecl& fn, const syntax::Expr& call);
  Expr call_extern(uint32_t index, const syntax::Expr& e, std::optional<Expr> self);
  bool extern_may_stand(const ExternDecl& decl, const syntax::Expr& e);
  Expr call_method(Expr self, const syntax::Expr& e);
  Expr call_op_or_builtin(const syntax::Expr& e, const Type& hint);
  Expr call_builtin(const syntax::Expr& e);
  Expr call_builtin_with(const syntax::Expr& e, std::vector<const Builtin*> rows,
                         std::vector<Expr> arguments);
  Expr unknown_function(const syntax::Expr& e);
  Expr bounds_of(const syntax::Expr& e);
  Expr subst(const syntax::Expr& e);
  Expr sub_rewrite(const syntax::Expr& e);
  Expr monotonic(const syntax::Expr& e);
  bool no_args(const syntax::Expr& call);

  // lists (lists.cpp)
  Expr list(const syntax::Expr& e, const Type& hint);
  Expr tuple(const syntax::Expr& e, const Type& hint);
  Expr int_range(const syntax::Expr& e);
  Expr index(const syntax::Expr& e);
  Expr comprehension(const syntax::Expr& e, const Type& hint);
  Expr quantifier(const syntax::Expr& e);
  Expr fold(const syntax::Expr& e, const Type& hint);
  Expr spread(const syntax::Expr& e, const Type& hint);
  std::vector<VarId> bind_elements(const std::vector<syntax::Name>& names, size_t from,
                                   const Expr& source);
  Expr source_of(const syntax::Expr& e);

  // conversion (conversion.cpp)
  std::optional<Expr> converted(Expr& e, const Type& wanted);
  std::optional<Expr> node_of(Expr& e);
  bool fits(const Expr& e, const Type& wanted) const;
  void report_mismatch(const Expr& e, const Type& wanted);

  Expr make(Expr::Kind kind, Type type, Span span, std::vector<Expr> children = {}) const {
    Expr r;
    r.kind = kind;
    r.type = std::move(type);
    r.span = span;
    r.children = std::move(children);
    return r;
  }
  Expr failed(Span span) const { return make(Expr::Kind::NoneLiteral, {}, span); }
  Expr report(Span span, std::string message) {
    c_.error(span, std::move(message));
    return failed(span);
  }
  std::string type_name(const Type& t) const { return to_string(c_.module, t); }

  Checker& c_;
  Body& body_;
  Scope* scope_;
  Mode mode_;
  int binders_ = 0; ///< comprehensions and branches around: no clause may be moved out of them
  int function_depth_ = 0;
  bool effects_allowed_ = false;
};

/// A mode for the time of one scope.
class ModeChange {
public:
  ModeChange(Expressions& e, Mode mode) : e_(e), before_(e.mode_) { e.mode_ = mode; }
  ~ModeChange() { e_.mode_ = before_; }
  ModeChange(const ModeChange&) = delete;
  ModeChange& operator=(const ModeChange&) = delete;

private:
  Expressions& e_;
  Mode before_;
};

bool is_builtin(std::string_view name);
/// "1 argument", "2 arguments".
std::string count_text(size_t n, std::string_view what);

inline bool is_literal(const Expr& e) {
  return e.kind == Expr::Kind::IntLiteral || e.kind == Expr::Kind::FloatLiteral ||
         e.kind == Expr::Kind::BoolLiteral || e.kind == Expr::Kind::InvalidLiteral;
}

/// Reports an integer literal beyond 128 bits.
void check_width(Checker& c, const Expr& literal);

/// A number, `true`, `invalid`, or the negative of one, as written; none if `e` is something else.
std::optional<Expr> literal_of(const syntax::Expr& e);

} // namespace tenet::dsl
