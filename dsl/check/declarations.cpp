#include "dsl/check/checker.h"
#include "dsl/text/suggest.h"

#include <algorithm>
#include <cctype>

/// Names of all declarations, and the contents of those that hold no expressions.
namespace tenet::dsl {

namespace {

using Space = Names::Space;
using Kind = Names::Kind;

/// Adds a name, or reports who has it already.
bool add(Checker& c, Space space, const syntax::Name& name, Kind kind, size_t index) {
  if (c.names.add(space, name.text, {kind, static_cast<uint32_t>(index), name.span})) return true;
  const Names::Entry& first = *c.names.find(space, name.text);
  c.error(name.span, "`" + name.text + "` is declared twice")
      .notes.push_back(
          {"first declared here, as " + with_article(kind_name(first.kind)), first.span});
  return false;
}

// --- sets, enums --------------------------------------------------------------------------------

/// Groups, or classes: each defined after those that it names, in whatever order they stand.
class NamedSets {
public:
  NamedSets(Checker& c, SetKind kind, std::vector<const syntax::SetDecl*> trees)
      : c_(c), kind_(kind), trees_(std::move(trees)), states_(trees_.size(), State::New) {}

  void define_all() {
    for (uint32_t i = 0; i < trees_.size(); ++i)
      define(i);
  }

private:
  enum class State : uint8_t { New, Open, Done };

  std::vector<NamedSet>& sets() {
    return kind_ == SetKind::Ops ? c_.module.groups : c_.module.classes;
  }

  // NOLINTNEXTLINE(misc-no-recursion): a set in progress is not entered again
  void define(uint32_t i) {
    if (states_[i] == State::Done) return;
    if (states_[i] == State::Open) {
      const syntax::Name& name = trees_[i]->name;
      c_.error(name.span, "`" + name.text + "` is defined by itself");
      states_[i] = State::Done;
      return;
    }
    states_[i] = State::Open;
    define_used(trees_[i]->value);
    if (states_[i] == State::Done) return; // part of a circle
    if (auto set = set_of(c_, trees_[i]->value, kind_)) sets()[i].members = std::move(*set);
    states_[i] = State::Done;
  }

  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  void define_used(const syntax::Expr& e) {
    const Kind wanted = kind_ == SetKind::Ops ? Kind::Group : Kind::Class;
    if (e.kind == syntax::Expr::Kind::Name)
      if (const Names::Entry* entry = c_.names.find(Space::Value, e.text, wanted))
        define(entry->index);
    for (const syntax::Expr& child : e.children)
      define_used(child);
  }

  Checker& c_;
  SetKind kind_;
  std::vector<const syntax::SetDecl*> trees_;
  std::vector<State> states_;
};

void enumerators(Checker& c, const syntax::EnumDecl& tree, EnumDecl& decl) {
  for (const syntax::EnumDecl::Enumerator& e : tree.enumerators) {
    for (const EnumDecl::Enumerator& before : decl.enumerators)
      if (before.name == e.name.text)
        c.error(e.name.span, "enumerator `" + e.name.text + "` is declared twice");
    decl.enumerators.push_back({e.name.text, e.text ? e.text->plain : e.name.text});
  }
}

// --- ops ----------------------------------------------------------------------------------------

void sources(Checker& c, const syntax::OpDecl& tree, OpDecl& op) {
  for (const syntax::SourceDecl& s : tree.sources) {
    for (const SourceDecl& before : op.sources) {
      if (before.name == s.name.text)
        c.error(s.name.span, "source `" + s.name.text + "` is declared twice");
      if (before.rest)
        c.error(s.name.span,
                "source `" + s.name.text + "` stands behind the rest; the rest is last");
    }
    for (const FieldDecl& f : op.fields)
      if (f.name == s.name.text)
        c.error(f.span, "field `" + f.name + "` has the name of a source of `" + op.name + "`");
    SourceDecl decl{s.name.text, s.rest, std::nullopt};
    if (s.dtype_class) decl.dtypes = set_of(c, *s.dtype_class, SetKind::DTypes);
    op.sources.push_back(std::move(decl));
  }
}

void traits(Checker& c, const syntax::OpDecl& tree, OpDecl& op) {
  for (const syntax::Name& name : tree.traits) {
    const Names::Entry* e = c.names.find(Space::Trait, name.text);
    if (e == nullptr) {
      c.error(name.span, "unknown trait `" + name.text + "`" +
                             did_you_mean(name.text, c.names.known(Space::Trait)));
      continue;
    }
    op.traits.push_back(e->index);
    const bool needs_two = name.text == "commutative" || name.text == "associative";
    if (needs_two && (op.sources.size() != 2 || op.sources[1].rest))
      c.error(name.span, "op `" + op.name + "` is " + name.text + " but has not exactly 2 sources");
  }
}

void op_header(Checker& c, const syntax::OpDecl& tree, OpDecl& op) {
  op.fields = check_fields(c, tree.fields);
  sources(c, tree, op);
  traits(c, tree, op);
  if (!tree.infix) return;
  op.infix = tree.infix->plain;
  if (op.sources.size() != 2 || op.sources[1].rest)
    c.error(tree.infix->span, "op `" + op.name + "` is infix but has not exactly 2 sources");
  for (const OpDecl& other : c.module.ops)
    if (&other != &op && other.infix == op.infix)
      c.error(tree.infix->span, "infix `" + op.infix + "` belongs to two ops")
          .notes.push_back({"the first is `" + other.name + "`", other.span});
}

void declare_op(Checker& c, const syntax::OpDecl& tree) {
  const bool is_upper = std::none_of(tree.name.text.begin(), tree.name.text.end(),
                                     [](unsigned char ch) { return std::islower(ch) != 0; });
  if (!is_upper) c.error(tree.name.span, "op `" + tree.name.text + "` is not in upper case");
  const auto index = static_cast<uint32_t>(c.module.ops.size());
  if (!add(c, Space::Value, tree.name, Kind::Op, index)) return;
  OpDecl op;
  op.name = tree.name.text;
  op.text = lower_case(op.name);
  op.doc = tree.doc;
  op.span = tree.name.span;
  c.names.add(Space::Spelling, op.text, {Kind::Spelling, index, tree.name.span});
  c.module.ops.push_back(std::move(op));
  c.op_trees.push_back(&tree);
}

/// Functions and externs are called like ops, so they may not have an op's spelling.
void check_spelling(Checker& c, const syntax::Name& name) {
  if (const Names::Entry* e = c.names.find(Space::Spelling, name.text))
    c.error(name.span,
            "`" + name.text + "` is the spelling of op `" + c.module.ops[e->index].name + "`")
        .notes.push_back({"declared here", e->span});
}

// --- passes over the files ----------------------------------------------------------------------

void declare_types(Checker& c, const syntax::FileTree& file) {
  Module& m = c.module;
  for (const syntax::DTypeDecl& d : file.dtypes) {
    if (!add(c, Space::Value, d.name, Kind::DType, m.dtypes.size())) continue;
    DTypeDecl decl;
    decl.name = d.name.text;
    decl.span = d.name.span;
    m.dtypes.push_back(std::move(decl));
    read_dtype(c, d, m.dtypes.back());
  }
  for (const syntax::EnumDecl& e : file.enums) {
    if (!add(c, Space::Type, e.name, Kind::Enum, m.enums.size())) continue;
    m.enums.push_back({e.name.text, e.doc, e.name.span, {}});
    enumerators(c, e, m.enums.back());
  }
  for (const syntax::StructDecl& s : file.structs)
    if (add(c, Space::Type, s.name, Kind::Struct, m.structs.size()))
      m.structs.push_back({s.name.text, s.doc, s.name.span, {}});
  for (const syntax::TraitDecl& t : file.traits)
    if (add(c, Space::Trait, t.name, Kind::Trait, m.traits.size()))
      m.traits.push_back({t.name.text, t.doc, t.is_role});
  for (const syntax::ExternTypeDecl& t : file.extern_types)
    if (add(c, Space::Type, t.name, Kind::ExternalType, m.external_types.size()))
      m.external_types.push_back({t.name.text, t.doc});
}

using SetTrees = std::vector<const syntax::SetDecl*>;

void declare_set(Checker& c, const syntax::SetDecl& s, Kind kind, std::vector<NamedSet>& sets,
                 SetTrees& trees) {
  if (!add(c, Space::Value, s.name, kind, sets.size())) return;
  sets.push_back({s.name.text, s.doc, {}});
  trees.push_back(&s);
}

/// The structure of `ensures`, a text for readers and the verifier.
std::string ensures_text(const Checker& c, const syntax::ExternDecl& e) {
  std::string s;
  for (const syntax::Expr& x : e.ensures)
    s += (s.empty() ? "" : ", ") + std::string(c.text_of(x.span));
  return s;
}

void declare_extern(Checker& c, const syntax::ExternDecl& e) {
  check_spelling(c, e.name);
  if (!add(c, Space::Value, e.name, Kind::Extern, c.module.externs.size())) return;
  ExternDecl decl;
  decl.name = e.name.text;
  decl.doc = e.doc;
  decl.span = e.name.span;
  decl.effect = e.effect;
  decl.ensures = ensures_text(c, e);
  for (const syntax::Param& p : e.params) {
    for (const ParamDecl& before : decl.params)
      if (before.name == p.name.text)
        c.error(p.name.span, "parameter `" + p.name.text + "` is declared twice");
    if (!p.type) c.error(p.name.span, "parameter `" + p.name.text + "` of an extern has no type");
    decl.params.push_back({p.name.text, p.type ? resolve(c, *p.type) : Type{}});
  }
  decl.result = e.result ? resolve(c, *e.result) : plain(Type::Kind::Void);
  if (!e.result && !e.effect)
    c.error(e.name.span, "extern `" + e.name.text + "` gives nothing; expected `-> TYPE`");
  c.module.externs.push_back(std::move(decl));
}

void declare_callables(Checker& c, const syntax::FileTree& file) {
  for (const syntax::ExternDecl& e : file.externs)
    declare_extern(c, e);
  for (const syntax::FnDecl& f : file.fns) {
    check_spelling(c, f.name);
    for (size_t i = 0; i < f.params.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (f.params[i].name.text == f.params[j].name.text)
          c.error(f.params[i].name.span,
                  "parameter `" + f.params[i].name.text + "` is declared twice");
    if (add(c, Space::Value, f.name, Kind::Fn, c.functions.size())) c.functions.push_back({&f});
  }
}

void declare_rulesets(Checker& c, const syntax::FileTree& file) {
  for (const syntax::Ruleset& r : file.rulesets) {
    if (!add(c, Space::Ruleset, r.name, Kind::Ruleset, c.module.rulesets.size())) continue;
    Ruleset decl;
    decl.name = r.name.text;
    decl.doc = r.doc;
    decl.span = r.name.span;
    decl.kind = static_cast<RulesetKind>(r.kind);
    c.module.rulesets.push_back(std::move(decl));
    c.ruleset_trees.push_back(&r);
  }
  for (const syntax::Pipeline& p : file.pipelines) {
    if (!add(c, Space::Pipeline, p.name, Kind::Pipeline, c.module.pipelines.size())) continue;
    Pipeline decl;
    decl.name = p.name.text;
    decl.doc = p.doc;
    decl.span = p.name.span;
    c.module.pipelines.push_back(std::move(decl));
    c.pipeline_trees.push_back(&p);
  }
}

void fill_structs(Checker& c) {
  for (const syntax::FileTree& file : c.trees)
    for (const syntax::StructDecl& s : file.structs)
      if (const Names::Entry* e = c.names.find(Space::Type, s.name.text, Kind::Struct))
        c.module.structs[e->index].fields = check_fields(c, s.fields);
}

} // namespace

void declare(Checker& c) {
  for (const syntax::FileTree& file : c.trees)
    declare_types(c, file);
  for (const syntax::FileTree& file : c.trees)
    for (const syntax::Promotion& p : file.promotions)
      declare_promotions(c, p);
  check_promotions(c);
  SetTrees classes, groups;
  for (const syntax::FileTree& file : c.trees) {
    for (const syntax::SetDecl& s : file.classes)
      declare_set(c, s, Kind::Class, c.module.classes, classes);
    for (const syntax::OpDecl& op : file.ops)
      declare_op(c, op);
    for (const syntax::SetDecl& s : file.groups)
      declare_set(c, s, Kind::Group, c.module.groups, groups);
  }
  NamedSets(c, SetKind::DTypes, std::move(classes)).define_all();
  fill_structs(c);
  for (size_t i = 0; i < c.op_trees.size(); ++i)
    op_header(c, *c.op_trees[i], c.module.ops[i]);
  NamedSets(c, SetKind::Ops, std::move(groups)).define_all();
  for (const syntax::FileTree& file : c.trees) {
    declare_callables(c, file);
    declare_rulesets(c, file);
  }
}

std::optional<OpIndex> Checker::op_of_infix(std::string_view infix) const {
  for (OpIndex i = 0; i < module.ops.size(); ++i)
    if (module.ops[i].infix == infix) return i;
  return std::nullopt;
}

std::optional<OpIndex> Checker::op_of_spelling(std::string_view text) const {
  const Names::Entry* e = names.find(Names::Space::Spelling, text);
  return e == nullptr ? std::nullopt : std::optional(e->index);
}

std::optional<DTypeId> Checker::dtype(std::string_view name) const {
  const Names::Entry* e = names.find(Names::Space::Value, name, Names::Kind::DType);
  return e == nullptr ? std::nullopt : std::optional(e->index);
}

} // namespace tenet::dsl
