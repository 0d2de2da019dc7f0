#pragma once

#include "dsl/check/checker.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tenet::dsl {

class Scope;

/// A name that is known inside of one rule, clause, function or test.
struct Local {
  enum class Kind : uint8_t {
    Variable, ///< `var`
    Alias,    ///< a function's parameter in an expression: stands for `alias`
    Argument, ///< a function's parameter in a pattern: stands for the pattern `argument`, read in
              ///< `argument_scope`
  };
  std::string name; ///< the node of a `#c` is called "#c", its value "c"
  Span span = {};
  Kind kind = Kind::Variable;
  VarId var = 0;
  Type type = {};
  Expr alias = {};
  const syntax::Expr* argument = nullptr; ///< also of an Alias, as written
  Scope* argument_scope = nullptr;
  int argument_depth = 0; ///< how many functions were around the argument
  bool warn_unused = false;
  bool used = false;
};

/// Names in order of introduction; a later one hides an earlier one.
class Scope {
public:
  Local* find(std::string_view name) {
    for (size_t i = locals_.size(); i-- > 0;)
      if (locals_[i].name == name) return &locals_[i];
    return nullptr;
  }
  void add(Local local) { locals_.push_back(std::move(local)); }
  size_t mark() const { return locals_.size(); }
  /// Forgets the names added since the mark.
  void release(size_t mark) { locals_.resize(mark); }
  const std::vector<Local>& locals() const { return locals_; }

private:
  std::vector<Local> locals_;
};

/// Functions may nest no deeper, and one rule may call no more.
inline constexpr int function_depth_limit = 50;
inline constexpr int function_call_limit = 5000;
inline constexpr size_t inlined_size_limit = 100'000; ///< expressions that arguments of calls make

/// What the parts of one rule (or test, clause of an op, pass) have in common.
struct Body {
  std::vector<Variable>* variables = nullptr;
  Scope scope;
  std::map<VarId, OpSet> ops; ///< by the pattern, the ops that a variable's node can have
  std::map<VarId, std::vector<VarId>>
      constants; ///< node variables of the `#` names that a value is computed from
  std::vector<Clause>* clauses = nullptr; ///< where clauses of called functions go; null: nowhere
  std::optional<VarId> root;              ///< the matched node
  bool has_made_lists = false;            ///< of `node*` rulesets: `x'` may stand
  bool has_root_properties = false;       ///< of `allow` and `deny`: `dtype` is `root.dtype`
  const std::vector<uint32_t>* params = nullptr; ///< context params that may be used
  const std::vector<uint32_t>* uses = nullptr;   ///< rulesets that `rewrite` may name
  size_t inlined_size = 0;
  int inlined = 0; ///< calls of functions so far

  VarId add_variable(std::string name, Type type, Span span) {
    variables->push_back({std::move(name), std::move(type), span});
    return static_cast<VarId>(variables->size() - 1);
  }
};

} // namespace tenet::dsl
