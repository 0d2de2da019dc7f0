#include "gen/lower/arrange.h"

#include "gen/lower/expression.h"
#include "gen/program/dump.h"

#include <algorithm>
#include <set>
#include <string>

/// A pattern is walked once, in the order in which it is written. Each node gives a list of partial
/// arrangements, most wanted first; those of siblings are combined with the left one varying
/// slowest, and each of a node's own choices (operand order, alternative) is slower than all that
/// is below it.
namespace tenet::gen {
namespace {

using dsl::Pattern;
using program::Access;
using program::Test;

/// What is being built: variables may still be bound several times.
struct Partial {
  std::vector<Test> tests;
  struct Bound {
    program::Binding binding;
    size_t at;              ///< number of tests before which it became known
    bool collected = false; ///< one element of a list, in `op(*p)`
  };
  std::vector<Bound> bound;
  std::vector<program::Every> every;
};

Partial joined(const Partial& a, const Partial& b) {
  Partial r = a;
  for (Partial::Bound bound : b.bound) {
    bound.at += a.tests.size();
    r.bound.push_back(std::move(bound));
  }
  r.tests.insert(r.tests.end(), b.tests.begin(), b.tests.end());
  r.every.insert(r.every.end(), b.every.begin(), b.every.end());
  return r;
}

std::vector<Partial> product(const std::vector<Partial>& slow, const std::vector<Partial>& fast) {
  std::vector<Partial> r;
  for (const Partial& a : slow)
    for (const Partial& b : fast)
      r.push_back(joined(a, b));
  return r;
}

Test test_of(Test::Kind kind, const program::Path& path) {
  Test t;
  t.kind = kind;
  t.access.path = path;
  return t;
}

/// Where a pattern lies: its path, and the ops that its parent may have.
struct Position {
  program::Path path;
  std::vector<uint32_t> parent_ops;

  Position child(size_t index, const std::vector<uint32_t>& ops) const {
    Position p{path, ops};
    p.path.push_back(static_cast<uint16_t>(index));
    return p;
  }
};

class Arranger {
public:
  explicit Arranger(const dsl::Module& module) : module_(module) {}

  std::vector<Partial> arrange(const Pattern& p, const Position& at);

private:
  std::vector<uint32_t> literal_ops() const;
  std::vector<uint32_t> commutative(const std::vector<uint32_t>& ops) const;
  void add_common(Partial& head, const Pattern& p, const Position& at) const;
  void add_arguments(Partial& head, const Pattern& p, const Position& at,
                     const std::vector<uint32_t>& ops) const;
  void add_source_count(Partial& head, const Pattern& p, const Position& at,
                        const std::vector<uint32_t>& ops) const;
  std::vector<Partial> arrange_op(const Pattern& p, const Position& at,
                                  const std::vector<uint32_t>& ops, bool swapped);
  program::Every arrange_every(const Pattern& p, const Position& at,
                               const std::vector<uint32_t>& ops, size_t from);

  const dsl::Module& module_;
};

std::vector<uint32_t> Arranger::literal_ops() const {
  std::vector<uint32_t> ops;
  for (uint32_t i = 0; i < module_.ops.size(); ++i)
    if (has_trait(module_, module_.ops[i], "literal")) ops.push_back(i);
  return ops;
}

std::vector<uint32_t> Arranger::commutative(const std::vector<uint32_t>& ops) const {
  std::vector<uint32_t> r;
  for (const uint32_t op : ops)
    if (has_trait(module_, module_.ops[op], "commutative")) r.push_back(op);
  return r;
}

/// Tests and bindings that any kind of pattern may have.
void Arranger::add_common(Partial& head, const Pattern& p, const Position& at) const {
  if (p.dtypes) {
    Test t = test_of(Test::Kind::DType, at.path);
    t.dtypes = *p.dtypes;
    head.tests.push_back(std::move(t));
  }
  const auto bind = [&](const std::optional<dsl::VarId>& var, Access::Kind kind, bool collected) {
    if (!var) return;
    Access access;
    access.kind = kind;
    access.path = at.path;
    if (kind == Access::Kind::Value) access.ops = at.parent_ops;
    head.bound.push_back({{*var, std::move(access)}, head.tests.size(), collected});
  };
  bind(p.var, Access::Kind::Node, false);
  bind(p.value_var, Access::Kind::Value, false);
  bind(p.op_var, Access::Kind::Op, false);
  if (p.multiplicity != Pattern::Multiplicity::Rest) bind(p.list_var, Access::Kind::Node, true);
  bind(p.value_list_var, Access::Kind::Value, true);
}

void Arranger::add_arguments(Partial& head, const Pattern& p, const Position& at,
                             const std::vector<uint32_t>& ops) const {
  for (const dsl::ArgPattern& arg : p.args) {
    Access access;
    access.kind = Access::Kind::Field;
    access.path = at.path;
    access.field = arg.field;
    access.ops = ops;
    if (arg.equals) {
      Test t;
      t.kind = Test::Kind::Field;
      t.access = access;
      t.value = std::make_shared<const program::Expr>(lower_expression(module_, *arg.equals));
      head.tests.push_back(std::move(t));
    }
    if (arg.var) head.bound.push_back({{*arg.var, std::move(access)}, head.tests.size()});
  }
}

/// An op with a fixed number of sources needs no test.
void Arranger::add_source_count(Partial& head, const Pattern& p, const Position& at,
                                const std::vector<uint32_t>& ops) const {
  bool fixed = true;
  uint32_t known = ~0u;
  for (const uint32_t op : ops) {
    const auto& sources = module_.ops[op].sources;
    const bool rest = !sources.empty() && sources.back().rest;
    fixed = fixed && !rest;
    known = std::min(known, static_cast<uint32_t>(sources.size() - (rest ? 1 : 0)));
  }
  if (p.children.empty() && (known > 0 || fixed)) return; // an op named alone: any sources
  uint32_t count = 0;
  bool closed = true;
  for (const Pattern& child : p.children) {
    if (child.multiplicity == Pattern::Multiplicity::One)
      ++count;
    else
      closed = false;
  }
  if (closed) {
    if (fixed && known == count) return;
    Test t = test_of(Test::Kind::Sources, at.path);
    t.count = count;
    head.tests.push_back(std::move(t));
    return;
  }
  if (count <= known) return;
  Test t = test_of(Test::Kind::MinSources, at.path);
  t.count = count;
  head.tests.push_back(std::move(t));
}

program::Every Arranger::arrange_every(const Pattern& p,
                                       const Position& at, // NOLINT(misc-no-recursion): over syntax
                                       const std::vector<uint32_t>& ops, size_t from) {
  program::Every every;
  every.path = at.path;
  every.from = static_cast<uint32_t>(from);
  Position element;
  element.parent_ops = ops;
  Pattern single = p;
  single.multiplicity = Pattern::Multiplicity::One;
  for (Partial& partial : arrange(single, element)) {
    program::Every::Arrangement a;
    a.tests = std::move(partial.tests);
    for (Partial::Bound& b : partial.bound)
      (b.collected ? a.collected : a.bindings).push_back(std::move(b.binding));
    every.arrangements.push_back(std::move(a));
  }
  return every;
}

// NOLINTNEXTLINE(misc-no-recursion): over a pattern, within the nesting limit
std::vector<Partial> Arranger::arrange_op(const Pattern& p, const Position& at,
                                          const std::vector<uint32_t>& ops, bool swapped) {
  Partial head;
  Test is_op = test_of(Test::Kind::Op, at.path);
  is_op.ops = ops;
  head.tests.push_back(std::move(is_op));
  add_source_count(head, p, at, ops);
  add_common(head, p, at);
  add_arguments(head, p, at, ops);
  std::vector<Partial> result{std::move(head)};
  for (size_t i = 0; i < p.children.size(); ++i) {
    const Pattern& child = p.children[i];
    if (child.multiplicity == Pattern::Multiplicity::One) {
      result = product(result, arrange(child, at.child(swapped ? 1 - i : i, ops)));
      continue;
    }
    Partial tail;
    if (child.multiplicity == Pattern::Multiplicity::Every) {
      tail.every.push_back(arrange_every(child, at, ops, i));
    } else if (child.list_var) {
      Access access;
      access.kind = Access::Kind::Rest;
      access.path = at.path;
      access.from = static_cast<uint32_t>(i);
      tail.bound.push_back({{*child.list_var, std::move(access)}, 0});
    }
    result = product(result, {tail});
  }
  return result;
}

std::vector<Partial>
Arranger::arrange(const Pattern& p, const Position& at) { // NOLINT(misc-no-recursion): over syntax
  switch (p.kind) {
  case Pattern::Kind::Alternatives: {
    Partial head;
    add_common(head, p, at);
    std::vector<Partial> result;
    for (const Pattern& child : p.children)
      for (Partial& a : product({head}, arrange(child, at)))
        result.push_back(std::move(a));
    return result;
  }
  case Pattern::Kind::Any: {
    Partial head;
    add_common(head, p, at);
    return {head};
  }
  case Pattern::Kind::Constant:
  case Pattern::Kind::Literal: {
    Partial head;
    Test is_literal = test_of(Test::Kind::Op, at.path);
    is_literal.ops = literal_ops();
    head.tests.push_back(std::move(is_literal));
    if (p.kind == Pattern::Kind::Literal) {
      Test t = test_of(Test::Kind::Literal, at.path);
      t.access.kind = Access::Kind::Value;
      t.access.ops = at.parent_ops;
      t.value = std::make_shared<const program::Expr>(lower_expression(module_, *p.literal));
      head.tests.push_back(std::move(t));
    }
    add_common(head, p, at);
    return {head};
  }
  case Pattern::Kind::Op:
    break;
  }
  std::vector<Partial> result = arrange_op(p, at, p.ops, false);
  const bool plain_pair = p.children.size() == 2 &&
                          p.children[0].multiplicity == Pattern::Multiplicity::One &&
                          p.children[1].multiplicity == Pattern::Multiplicity::One;
  if (plain_pair && !p.ordered) {
    const std::vector<uint32_t> ops = commutative(p.ops);
    if (!ops.empty())
      for (Partial& a : arrange_op(p, at, ops, true))
        result.push_back(std::move(a));
  }
  return result;
}

// --- repeated variables ------------------------------------------------------------------------

bool before(const Access& a, const Access& b) {
  return std::tie(a.path, a.kind, a.field) < std::tie(b.path, b.kind, b.field);
}

/// Each variable bound once, at its first place in path order; tests that the other places hold the
/// same.
Arrangement resolve(const Partial& partial) {
  struct Same {
    size_t at;
    Test test;
  };
  Arrangement r;
  std::vector<Same> same;
  std::vector<uint32_t> done;
  for (const Partial::Bound& first : partial.bound) {
    const uint32_t var = first.binding.var;
    if (std::find(done.begin(), done.end(), var) != done.end()) continue;
    done.push_back(var);
    std::vector<const Partial::Bound*> places;
    for (const Partial::Bound& b : partial.bound)
      if (b.binding.var == var) places.push_back(&b);
    std::stable_sort(places.begin(), places.end(),
                     [](const Partial::Bound* a, const Partial::Bound* b) {
                       return before(a->binding.access, b->binding.access);
                     });
    r.bindings.push_back(places[0]->binding);
    for (size_t i = 1; i < places.size(); ++i) {
      Same s;
      s.at = std::max(places[0]->at, places[i]->at);
      s.test.kind = Test::Kind::Same;
      s.test.access = places[0]->binding.access;
      s.test.other = places[i]->binding.access;
      same.push_back(std::move(s));
    }
  }
  std::vector<Test> tests = partial.tests;
  for (const Same& s : same) // where two are one node, its dtype is asked at the first
    if (s.test.access.kind == Access::Kind::Node)
      for (Test& t : tests)
        if (t.kind == Test::Kind::DType && t.access.path == s.test.other.path)
          t.access.path = s.test.access.path;
  for (size_t i = 0; i <= tests.size(); ++i) {
    for (Same& s : same)
      if (s.at == i) r.tests.push_back(std::move(s.test));
    if (i < tests.size()) r.tests.push_back(std::move(tests[i]));
  }
  r.every = partial.every;
  return r;
}

/// Everything that decides what an arrangement matches and binds, whatever the order of its tests.
std::string key_of(const Arrangement& a) {
  std::vector<std::string> lines;
  for (const Test& t : a.tests)
    lines.push_back(program::to_text(t));
  for (const program::Binding& b : a.bindings)
    lines.push_back(std::to_string(b.var) + "=" + program::to_text(b.access));
  std::sort(lines.begin(), lines.end());
  std::string key;
  for (const std::string& line : lines)
    key += line + "\n";
  for (const program::Every& e : a.every)
    key += program::to_text(e);
  return key;
}

std::vector<Arrangement> without_repeats(const std::vector<Partial>& partials) {
  std::vector<Arrangement> result;
  std::set<std::string> seen;
  for (const Partial& p : partials) {
    Arrangement a = resolve(p);
    if (seen.insert(key_of(a)).second) result.push_back(std::move(a));
  }
  return result;
}

} // namespace

std::vector<Arrangement> arrange(const dsl::Module& module, const Pattern& pattern) {
  return without_repeats(Arranger(module).arrange(pattern, {}));
}

std::vector<Arrangement> arrange_extended(const dsl::Module& module, const Pattern& pattern,
                                          dsl::VarId y, dsl::VarId op) {
  std::vector<Partial> partials;
  const size_t orders = pattern.children.size() == 2 && !pattern.ordered ? 2 : 1;
  for (size_t order = 0; order < orders; ++order) {
    Pattern rest;
    rest.kind = Pattern::Kind::Any;
    rest.span = pattern.span;
    rest.var = y;
    Pattern inner = pattern;
    inner.var.reset();
    inner.children = {rest, pattern.children[order]};
    if (!inner.op_var && pattern.ops.size() > 1) inner.op_var = op;
    Pattern outer = inner;
    outer.var = pattern.var;
    outer.children = {inner, pattern.children[1 - order]};
    outer.span = pattern.span;
    for (Partial& p : Arranger(module).arrange(outer, {})) {
      // The inner sum must be of the root's dtype, or it would wrap elsewhere than the sum of l and
      // r.
      Test t;
      t.kind = Test::Kind::SameDType;
      for (const Partial::Bound& b : p.bound)
        if (b.binding.var == y) t.other.path = {b.binding.access.path[0]};
      p.tests.push_back(std::move(t));
      partials.push_back(std::move(p));
    }
  }
  return without_repeats(partials);
}

bool has_trait(const dsl::Module& module, const dsl::OpDecl& op, std::string_view trait) {
  return std::any_of(op.traits.begin(), op.traits.end(),
                     [&](uint32_t t) { return module.traits[t].name == trait; });
}

uint32_t line_of(const dsl::Module& module, const dsl::Span& span) {
  return span.file < module.files.size() ? module.files[span.file].place(span.begin).line : 0;
}

std::vector<uint32_t> all_ops(const dsl::Module& module) {
  std::vector<uint32_t> ops(module.ops.size());
  for (uint32_t i = 0; i < ops.size(); ++i)
    ops[i] = i;
  return ops;
}

} // namespace tenet::gen
