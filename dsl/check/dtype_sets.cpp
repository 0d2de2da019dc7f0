#include "dsl/check/rules.h"

#include <algorithm>
#include <iterator>

/// Which dtypes a node can have, as far as patterns and `dtype` clauses say.
///
/// Patterns and results are evaluated over sets of dtypes: a source has those of its class, an op
/// those that its `dtype` clause gives for any choice from the sets of its sources. What is not
/// known is the set of all, so that a set never lacks a dtype that can occur. A rule whose result
/// has no dtype in common with its root can never keep the root's dtype, and that is an error;
/// everything subtler is left to the check in generated code.
namespace tenet::dsl {

namespace {

using EK = Expr::Kind;
using TK = Type::Kind;

DTypeSet united(const DTypeSet& a, const DTypeSet& b) {
  DTypeSet r;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
  return r;
}

DTypeSet common(const DTypeSet& a, const DTypeSet& b) {
  DTypeSet r;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
  return r;
}

/// One node in sight of its op's `dtype` clause.
struct Known {
  std::vector<DTypeSet> sources; ///< of the fixed sources, then one set for all of the rest
  std::vector<std::pair<std::string, DTypeSet>> fields;
};

class DTypeSets {
public:
  /// `neutral`: literals and `#` constants have the dtype of what stands beside them.
  DTypeSets(const Checker& c, bool neutral) : c_(c), neutral_(neutral) {
    for (DTypeId d = 0; d < c.module.dtypes.size(); ++d)
      all_.push_back(d);
  }

  const DTypeSet& all() const { return all_; }

  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  DTypeSet of(const Pattern& p) {
    DTypeSet set;
    switch (p.kind) {
    case Pattern::Kind::Any:
      set = p.var && nodes_.count(*p.var) != 0 ? nodes_[*p.var] : all_;
      break;
    case Pattern::Kind::Constant:
    case Pattern::Kind::Literal:
      set = neutral_ && !p.dtypes ? DTypeSet{} : all_;
      break;
    case Pattern::Kind::Alternatives:
      for (const Pattern& child : p.children)
        set = united(set, of(child));
      break;
    case Pattern::Kind::Op:
      set = of_op(p);
      break;
    }
    if (p.dtypes) set = common(set, *p.dtypes);
    if (p.var && p.multiplicity == Pattern::Multiplicity::One && !set.empty()) nodes_[*p.var] = set;
    return set;
  }

  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  DTypeSet of(const Expr& e, const Rule& rule) {
    switch (e.kind) {
    case EK::Variable: {
      const auto at = nodes_.find(e.vars[0]);
      return at == nodes_.end() ? all_ : at->second;
    }
    case EK::Build:
      return derive(c_.op(e.decl), known_of(e, e.decl, 0, rule));
    case EK::BuildVar:
      for (const auto& [var, ops] : rule.family)
        if (e.children[0].kind == EK::Variable && e.children[0].vars[0] == var)
          return derive_any(ops, e, rule);
      return all_;
    case EK::If:
      return united(of(e.children[1], rule), of(e.children[2], rule));
    case EK::Literal:
    case EK::Constant:
      return of_constant(e);
    default:
      return all_;
    }
  }

private:
  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  DTypeSet of_op(const Pattern& p) {
    std::vector<DTypeSet> children;
    children.reserve(p.children.size());
    for (const Pattern& child : p.children)
      children.push_back(child.multiplicity == Pattern::Multiplicity::One ? of(child)
                                                                          : (of(child), all_));
    DTypeSet set;
    for (const OpIndex i : p.ops) {
      const OpDecl& op = c_.op(i);
      Known k;
      for (size_t s = 0; s < op.sources.size(); ++s) {
        const bool one = s < children.size() && !op.sources[s].rest &&
                         p.children[s].multiplicity == Pattern::Multiplicity::One;
        k.sources.push_back(one ? children[s] : all_);
      }
      for (const ArgPattern& a : p.args)
        if (a.equals && a.equals->kind == EK::DTypeLiteral)
          k.fields.push_back({a.field, {a.equals->decl}});
      set = united(set, derive(op, k));
    }
    // Operands of a commutative op may be swapped, which changes no set.
    return set;
  }

  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  Known known_of(const Expr& e, OpIndex index, size_t first, const Rule& rule) {
    const OpDecl& op = c_.op(index);
    Known k;
    bool spread = false;
    for (size_t s = 0; s < op.sources.size(); ++s) {
      const size_t child = first + s;
      spread = spread || (child < e.children.size() && e.children[child].kind == EK::Spread);
      const bool one = !spread && !op.sources[s].rest && child < e.children.size();
      k.sources.push_back(one ? of(e.children[child], rule) : all_);
    }
    for (const auto& [name, value] : e.fields)
      if (value.kind == EK::DTypeLiteral) k.fields.push_back({name, {value.decl}});
    return k;
  }

  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  DTypeSet derive_any(const OpSet& ops, const Expr& e, const Rule& rule) {
    DTypeSet set;
    for (const OpIndex op : ops)
      set = united(set, derive(c_.op(op), known_of(e, op, 1, rule)));
    return set;
  }

  DTypeSet of_constant(const Expr& e) {
    if (e.constant == Expr::ConstantDType::Stated)
      return e.children[1].kind == EK::DTypeLiteral ? DTypeSet{e.children[1].decl} : all_;
    if (e.kind != EK::Literal || e.constant != Expr::ConstantDType::WeakKind) return all_;
    const EK kind = e.children[0].kind;
    DTypeSet set;
    for (const DTypeId d : all_) {
      const DTypeDecl& t = c_.module.dtypes[d];
      const bool is_bool = t.kind == DTypeDecl::Kind::Bool;
      const bool fits = kind == EK::IntLiteral     ? t.weak && t.kind == DTypeDecl::Kind::Int
                        : kind == EK::FloatLiteral ? t.weak && t.kind == DTypeDecl::Kind::Float
                                                   : is_bool;
      if (fits) set.push_back(d);
    }
    return set.empty() ? all_ : set;
  }

  DTypeSet derive(const OpDecl& op, const Known& k) {
    return op.dtype ? clause(*op.dtype, op, k) : all_;
  }

  /// A `dtype` clause, or a part of one.
  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  DTypeSet clause(const Expr& e, const OpDecl& op, const Known& k) {
    switch (e.kind) {
    case EK::DTypeLiteral:
      return {e.decl};
    case EK::NoneLiteral:
      return {};
    case EK::If:
      return united(clause(e.children[1], op, k), clause(e.children[2], op, k));
    case EK::Variable:
      return of_variable(e.vars[0], op, k);
    case EK::Field:
      if (e.text == "dtype" && e.children[0].kind == EK::Variable)
        return of_variable(e.children[0].vars[0], op, k);
      return all_;
    case EK::Call:
      break;
    default:
      return all_;
    }
    if (e.text == "promote") {
      DTypeSet set;
      bool first = true;
      for (const Expr& child : e.children) {
        const DTypeSet one = clause(child, op, k);
        if (neutral_ && one.empty()) continue;
        set = first ? one : promoted(set, one);
        first = false;
      }
      return set;
    }
    return e.text == "float_of" ? float_of(clause(e.children[0], op, k)) : all_;
  }

  DTypeSet of_variable(VarId var, const OpDecl& op, const Known& k) {
    if (var < op.sources.size()) return var < k.sources.size() ? k.sources[var] : all_;
    if (var - op.sources.size() < op.fields.size()) {
      const std::string& name = op.fields[var - op.sources.size()].name;
      for (const auto& [field, set] : k.fields)
        if (field == name) return set;
    }
    return all_;
  }

  DTypeSet promoted(const DTypeSet& a, const DTypeSet& b) {
    DTypeSet r;
    for (const DTypeId x : a)
      for (const DTypeId y : b)
        if (const auto& d = c_.promoted[x * all_.size() + y]) r.push_back(*d);
    std::sort(r.begin(), r.end());
    r.erase(std::unique(r.begin(), r.end()), r.end());
    return r;
  }

  DTypeSet float_of(const DTypeSet& set) {
    DTypeSet r;
    for (const DTypeId d : set) {
      const DTypeDecl& t = c_.module.dtypes[d];
      const std::optional<DTypeId> made = t.kind == DTypeDecl::Kind::Float
                                              ? std::optional(d)
                                              : c_.dtype(t.weak ? "weakfloat" : "float32");
      if (!made) return all_;
      r = united(r, {*made});
    }
    return r;
  }

  const Checker& c_;
  bool neutral_;
  DTypeSet all_;
  std::map<VarId, DTypeSet> nodes_;
};

std::string names(const Checker& c, const DTypeSet& set) {
  for (const NamedSet& n : c.module.classes)
    if (n.members == set) return "of class `" + n.name + "`";
  std::string s;
  for (const DTypeId d : set)
    s += (s.empty() ? "`" : ", `") + c.module.dtypes[d].name + "`";
  return s;
}

} // namespace

DTypeSet root_dtypes(const Checker& c, const Rule& rule) {
  return DTypeSets(c, true).of(rule.pattern);
}

void check_dtypes(Checker& c, const Rule& rule) {
  if (rule.result.kind != Result::Kind::Expr || rule.result.value.type.kind != TK::Node) return;
  DTypeSets sets(c, false);
  const DTypeSet root = sets.of(rule.pattern);
  const DTypeSet result = sets.of(rule.result.value, rule);
  if (root.empty() || result.empty() || !common(root, result).empty()) return;
  c.error(rule.result.value.span,
          "the result's dtype is " + names(c, result) + "; the root's is " + names(c, root))
      .notes.push_back({"a rule keeps the dtype of what it replaces", std::nullopt});
}

void fill_promoted(Checker& c) {
  const size_t n = c.module.dtypes.size();
  std::vector<std::vector<bool>> upper(n, std::vector<bool>(n)); // upper[a][b]: b is a, or wider
  for (size_t i = 0; i < n; ++i)
    upper[i][i] = true;
  for (const auto& [from, to] : c.module.promotions)
    upper[from][to] = true;
  for (size_t k = 0; k < n; ++k)
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n && upper[i][k]; ++j)
        if (upper[k][j]) upper[i][j] = true;
  c.promoted.assign(n * n, std::nullopt);
  for (DTypeId a = 0; a < n; ++a)
    for (DTypeId b = 0; b < n; ++b)
      for (DTypeId d = 0; d < n; ++d) {
        bool least = upper[a][d] && upper[b][d];
        for (DTypeId x = 0; x < n && least; ++x)
          if (upper[a][x] && upper[b][x] && !upper[d][x]) least = false;
        if (least) c.promoted[a * n + b] = d;
      }
}

} // namespace tenet::dsl
