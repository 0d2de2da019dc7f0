#include "dsl/check/expressions.h"
#include "dsl/text/suggest.h"

#include <algorithm>

/// Clauses of ops: the same names stand for nodes, intervals or values, by the clause.
namespace tenet::dsl {

namespace {

using CK = syntax::OpClause::Kind;
using TK = Type::Kind;

class OpClauses {
public:
  OpClauses(Checker& c, const syntax::OpDecl& tree, OpDecl& op) : c_(c), tree_(tree), op_(op) {
    for (const SourceDecl& s : op_.sources)
      op_.variables.push_back(
          {s.name, s.rest ? list_of(plain(TK::Node)) : plain(TK::Node), op_.span});
    for (const FieldDecl& f : op_.fields)
      op_.variables.push_back({f.name, type_of(f.type), f.span});
  }

  void check() {
    for (const syntax::OpClause& clause : tree_.clauses)
      one(clause);
    if (!has_dtype_) c_.error(op_.span, "op `" + op_.name + "` has no `dtype` clause");
    size_t others = 0;
    for (const EvalClause& e : op_.evals)
      others += e.computed ? 0 : 1;
    if (others > 1)
      c_.error(op_.span, "op `" + op_.name + "` has two `eval` clauses for the same dtypes");
  }

private:
  void one(const syntax::OpClause& clause) {
    switch (clause.kind) {
    case CK::DType:
      has_dtype_ = true;
      set(op_.dtype, clause, Mode::Types, plain(TK::DType), TK::Node);
      break;
    case CK::Shape:
      set(op_.shape, clause, Mode::Types, list_of(plain(TK::Dim)), TK::Node);
      break;
    case CK::Bounds:
      set(op_.bounds, clause, Mode::Bounds, plain(TK::Interval), TK::Interval);
      break;
    case CK::Eval:
      eval(clause);
      break;
    case CK::Smt:
      op_.smt = clause.text ? clause.text->plain : "none";
      break;
    case CK::Closes:
      for (const syntax::Name& name : clause.names)
        if (source(name, true)) op_.closes = name.text;
      break;
    case CK::Region:
      for (const syntax::Name& name : clause.names)
        if (source(name, false)) op_.regions.push_back(name.text);
      break;
    }
  }

  void set(std::optional<Expr>& where, const syntax::OpClause& clause, Mode mode,
           const Type& wanted, TK source) {
    if (where) c_.error(clause.span, "this clause of op `" + op_.name + "` stands twice");
    if (clause.value) where = value(*clause.value, mode, wanted, source);
  }

  void eval(const syntax::OpClause& clause) {
    if (!clause.value) return;
    EvalClause r;
    for (const syntax::Expr& e : clause.classes) {
      const std::optional<DTypeSet> set = set_of(c_, e, SetKind::DTypes);
      if (!set) continue;
      DTypeSet all = r.computed.value_or(DTypeSet{});
      all.insert(all.end(), set->begin(), set->end());
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      r.computed = std::move(all);
    }
    r.value = value(*clause.value, Mode::Eval, plain(TK::Value), TK::Value);
    op_.evals.push_back(std::move(r));
  }

  Expr value(const syntax::Expr& e, Mode mode, const Type& wanted, TK source) {
    Body body;
    body.variables = &op_.variables;
    auto id = static_cast<VarId>(op_.sources.size());
    for (const FieldDecl& f : op_.fields)
      body.scope.add({.name = f.name, .span = f.span, .var = id++, .type = type_of(f.type)});
    id = 0;
    for (const SourceDecl& s : op_.sources)
      body.scope.add(
          {.name = s.name, .var = id++, .type = s.rest ? list_of(plain(source)) : plain(source)});
    return Expressions(c_, body, mode).check(e, wanted);
  }

  bool source(const syntax::Name& name, bool rest) {
    std::vector<std::string> known;
    for (const SourceDecl& s : op_.sources) {
      known.push_back(s.name);
      if (s.name == name.text && s.rest == rest) return true;
      if (s.name == name.text) {
        c_.error(name.span,
                 rest ? "`closes` names the rest source; `" + name.text + "` is one source"
                      : "`region` names one source; `" + name.text + "` is the rest");
        return false;
      }
    }
    c_.error(name.span, "op `" + op_.name + "` has no source `" + name.text + "`" +
                            did_you_mean(name.text, known));
    return false;
  }

  Checker& c_;
  const syntax::OpDecl& tree_;
  OpDecl& op_;
  bool has_dtype_ = false;
};

/// The op of role `literal` holds its value and its dtype, in this order.
void check_literal(Checker& c, const OpDecl& op) {
  const bool fits = op.sources.empty() && op.fields.size() == 2 &&
                    op.fields[0].type.kind == FieldType::Kind::Value &&
                    op.fields[1].type.kind == FieldType::Kind::DType;
  if (!fits)
    c.error(op.span, "the literal op `" + op.name +
                         "` has no sources and two arguments: a `Value` and a `DType`");
}

} // namespace

void check_clauses(Checker& c) {
  for (size_t i = 0; i < c.op_trees.size(); ++i)
    OpClauses(c, *c.op_trees[i], c.module.ops[i]).check();
  for (const char* role : {"literal", "conversion", "broadcast"}) {
    const Names::Entry* trait = c.names.find(Names::Space::Trait, role);
    if (trait == nullptr) continue;
    const OpDecl* first = nullptr;
    for (const OpDecl& op : c.module.ops) {
      if (std::find(op.traits.begin(), op.traits.end(), trait->index) == op.traits.end()) continue;
      if (first != nullptr)
        c.error(op.span, "two ops are the " + std::string(role) + " op; expected one")
            .notes.push_back({"the first is `" + first->name + "`", first->span});
      else if (std::string_view(role) == "literal")
        check_literal(c, op);
      first = &op;
    }
  }
}

} // namespace tenet::dsl
