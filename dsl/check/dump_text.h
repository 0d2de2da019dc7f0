#pragma once

#include "dsl/check/module.h"

#include <string>
#include <string_view>
#include <vector>

namespace tenet::dsl {

/// The text of expressions and patterns for `dump`; variables are named as in `variables`.
class DumpText {
public:
  explicit DumpText(const Module& module) : m_(module) {}

  void use(const std::vector<Variable>& variables) { variables_ = &variables; }

  std::string text(const Expr& e);
  std::string text(const Pattern& p);
  std::string text(const TextTemplate& t);
  std::string all(const std::vector<Expr>& es, size_t from = 0);
  std::string names(const std::vector<VarId>& vars);
  std::string dtypes(const DTypeSet& set) const { return set_name(set, m_.classes, m_.dtypes); }
  std::string ops(const OpSet& set) const { return set_name(set, m_.groups, m_.ops); }
  std::string rulesets(const std::vector<uint32_t>& ids);
  std::string variable(VarId v) const {
    return variables_ != nullptr && v < variables_->size() ? (*variables_)[v].name : "root";
  }

private:
  std::string leaf(const Expr& e);
  std::string node(const Expr& e);
  std::string list(const Expr& e);
  std::string constant(const Expr& e);
  std::string fields(const Expr& e);
  std::string body(const Pattern& p);
  std::string args(const Pattern& p);

  template <class T>
  static std::string set_name(const std::vector<uint32_t>& set, const std::vector<NamedSet>& named,
                              const std::vector<T>& members) {
    if (set.size() == 1) return members[set[0]].name;
    for (const NamedSet& n : named)
      if (n.members == set) return n.name;
    std::string s = "{";
    for (const uint32_t i : set)
      s += (s.size() > 1 ? " " : "") + members[i].name;
    return s + "}";
  }

  const Module& m_;
  const std::vector<Variable>* variables_ = nullptr;
};

/// In quotes, with escapes.
std::string quoted(std::string_view s);

} // namespace tenet::dsl
