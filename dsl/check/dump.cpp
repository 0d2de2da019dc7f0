#include "dsl/check/dump.h"

#include "dsl/check/dump_text.h"
#include "dsl/check/types.h"

#include <utility>

namespace tenet::dsl {

namespace {

/// Writes one kind of thing after another onto `out_`.
class Dumper {
public:
  explicit Dumper(const Module& module) : m_(module), t_(module) {}

  void declarations();
  void op(const OpDecl& op);
  void ruleset(const Ruleset& ruleset);
  void pipeline(const Pipeline& pipeline);
  void test(const InlineTest& test, std::string_view indent);
  std::string take() { return std::move(out_); }

private:
  void line(std::string_view text) { out_ += std::string(text) + "\n"; }
  void rule(const Rule& rule, std::string_view indent);
  void result(const Result& result, std::string_view indent);
  void pass(const PassDecl& pass);

  std::string params(const std::vector<ParamDecl>& params);
  std::string context(const std::vector<uint32_t>& ids);

  const Module& m_;
  DumpText t_;
  const std::vector<Variable> none_;
  std::string out_;
};

std::string flags(uint8_t unsound) {
  constexpr const char* names[] = {"nnan", "ninf", "nsz", "reassoc", "arcp", "contract"};
  std::string s;
  for (size_t i = 0; i < std::size(names); ++i)
    if ((unsound >> i & 1) != 0) s += (s.empty() ? "" : " ") + std::string(names[i]);
  return s;
}

// --- rules --------------------------------------------------------------------------------------

void Dumper::result(const Result& r, std::string_view indent) {
  const std::string done = r.done ? " done" : "";
  const std::string arrow = std::string(indent) + "  => ";
  switch (r.kind) {
  case Result::Kind::Expr:
    if (r.effects.empty())
      line(arrow + t_.text(r.value) + done);
    else
      line(arrow + "effects " + t_.all(r.effects));
    break;
  case Result::Kind::Error:
    line(arrow + "error " + t_.text(r.text));
    break;
  case Result::Kind::TextExpr:
    line(arrow + "expr " + t_.text(r.lines.at(0)));
    break;
  case Result::Kind::TextStmt:
    line(arrow + "stmt " + t_.text(r.lines.at(0)));
    break;
  case Result::Kind::TextLines:
    line(arrow + "lines");
    for (const TextTemplate& t : r.lines)
      line(std::string(indent) + "     " + t_.text(t));
    break;
  case Result::Kind::Allow:
    line(arrow + "allow" + (r.text.empty() ? "" : " else " + t_.text(r.text)));
    break;
  case Result::Kind::Deny:
    line(arrow + "deny " + t_.text(r.text));
    break;
  }
}

void Dumper::rule(const Rule& r, std::string_view indent) {
  t_.use(r.variables);
  const std::string pad(indent);
  line(pad + "rule " + (r.extend ? "extend " : "") + r.name +
       (r.unsound != 0 ? " unsound[" + flags(r.unsound) + "] " + quoted(r.unsound_why) : ""));
  std::string vars;
  for (const Variable& v : r.variables)
    vars += " " + v.name + ": " + to_string(m_, v.type) + ",";
  if (!vars.empty()) line(pad + "  vars" + vars.substr(0, vars.size() - 1));
  for (const auto& [var, set] : r.family)
    line(pad + "  family " + t_.variable(var) + " in " + t_.ops(set));
  line(pad + "  match " + t_.text(r.pattern));
  for (const Clause& c : r.clauses)
    line(pad + (c.kind == Clause::Kind::Where ? "  where " : "  let " + t_.names(c.vars) + " = ") +
         t_.text(c.value));
  result(r.result, indent);
}

std::string Dumper::context(const std::vector<uint32_t>& ids) {
  std::string s;
  for (const uint32_t id : ids)
    s += (s.empty() ? "" : ", ") + m_.context_params[id].name + ": " +
         to_string(m_, m_.context_params[id].type);
  return ids.empty() ? "" : "(" + s + ")";
}

void Dumper::test(const InlineTest& t, std::string_view indent) {
  t_.use(t.variables);
  std::string s;
  for (const InlineTest::Binding& b : t.bindings)
    s += (s.empty() ? "" : ", ") + std::string(b.is_const ? "#" : "") + b.name +
         (b.min.empty() ? "" : " in " + b.min + "..=" + b.max) +
         (b.dtype ? ": " + m_.dtypes[*b.dtype].name : "");
  line(std::string(indent) + "test " + (t.is_pass ? "pass " : "") + t.rule +
       (t.title.empty() ? "" : " " + quoted(t.title)) + " (" + s + ") " + t_.text(t.input) +
       " => " + (t.expected ? t_.text(*t.expected) : "same"));
}

void Dumper::ruleset(const Ruleset& r) {
  constexpr const char* kinds[] = {"node", "nodes", "node*", "text", "visit", "check"};
  line("ruleset " + r.name + context(r.params) + " -> " + kinds[static_cast<size_t>(r.kind)] +
       (r.includes.empty() ? "" : " include " + t_.rulesets(r.includes)) +
       (r.uses.empty() ? "" : " uses " + t_.rulesets(r.uses)));
  for (const RuleBlock& b : r.blocks) {
    t_.use(none_);
    if (b.when) line("  when " + t_.text(*b.when));
    for (const Rule& x : b.rules)
      rule(x, b.when ? "    " : "  ");
  }
  for (const InlineTest& t : r.tests)
    test(t, "  ");
}

void Dumper::pass(const PassDecl& p) {
  constexpr const char* kinds[] = {"pass", "step", "check"};
  constexpr const char* orders[] = {"post", "pre", "walk"};
  std::string s = "  " + std::string(kinds[static_cast<size_t>(p.kind)]) + " " + p.name;
  if (p.kind == PassDecl::Kind::Pass) s += " " + std::string(orders[static_cast<size_t>(p.order)]);
  if (!p.rulesets.empty()) s += " {" + t_.rulesets(p.rulesets) + "}";
  if (!p.arguments.empty()) s += "(" + t_.all(p.arguments) + ")";
  for (const auto& [name, value] : p.with)
    s += " with " + name + " = " + t_.text(value);
  if (p.when) s += " when " + t_.text(*p.when);
  for (const PassDecl::Need& n : p.after)
    s += " after " + n.pass + " " + quoted(n.reason);
  if (p.enters_regions) s += " regions";
  line(s);
}

void Dumper::pipeline(const Pipeline& p) {
  t_.use(none_);
  line("pipeline " + p.name + context(p.params) +
       (p.unsound != 0 ? " unsound[" + flags(p.unsound) + "]" : ""));
  for (const PassDecl& x : p.passes)
    pass(x);
}

// --- declarations -------------------------------------------------------------------------------

std::string Dumper::params(const std::vector<ParamDecl>& params) {
  std::string s;
  for (const ParamDecl& p : params)
    s += (s.empty() ? "" : ", ") + p.name + ": " + to_string(m_, p.type);
  return "(" + s + ")";
}

std::string text_of(const Module& m, const std::vector<FieldDecl>& fields) {
  std::string s;
  for (const FieldDecl& f : fields)
    s += (s.empty() ? "" : ", ") + f.name + ": " + to_string(m, f.type) +
         (f.default_text ? " = " + *f.default_text : "") + (f.named ? " named" : "");
  return s.empty() ? "" : "[" + s + "]";
}

void Dumper::op(const OpDecl& op) {
  t_.use(op.variables);
  std::string s;
  for (const SourceDecl& x : op.sources)
    s += (s.empty() ? "" : ", ") + std::string(x.rest ? "..." : "") + x.name +
         (x.dtypes ? ": " + t_.dtypes(*x.dtypes) : "");
  s = "op " + op.name + "(" + s + ")" + text_of(m_, op.fields) + " text " + op.text;
  if (!op.infix.empty()) s += " infix " + quoted(op.infix);
  for (const uint32_t t : op.traits)
    s += " " + m_.traits[t].name;
  if (op.closes) s += " closes " + *op.closes;
  for (const std::string& r : op.regions)
    s += " region(" + r + ")";
  line(s);
  if (op.dtype) line("  dtype " + t_.text(*op.dtype));
  if (op.shape) line("  shape " + t_.text(*op.shape));
  if (op.bounds) line("  bounds " + t_.text(*op.bounds));
  for (const EvalClause& e : op.evals)
    line("  eval " + (e.computed ? t_.dtypes(*e.computed) + ": " : "") + t_.text(e.value));
  if (!op.smt.empty()) line("  smt " + quoted(op.smt));
}

void Dumper::declarations() {
  constexpr const char* kinds[] = {"void", "bool", "int", "uint", "float", "opaque"};
  for (const DTypeDecl& d : m_.dtypes) {
    std::string s =
        "dtype " + d.name + " " + kinds[static_cast<size_t>(d.kind)] + " " + std::to_string(d.bits);
    if (d.kind == DTypeDecl::Kind::Float)
      s += " e" + std::to_string(d.exponent_bits) + " m" + std::to_string(d.mantissa_bits);
    line(s + (d.weak ? " weak" : "") + (d.unsigned_zero ? " fnuz" : d.finite ? " finite" : ""));
  }
  for (const auto& [from, to] : m_.promotions)
    line("promote " + m_.dtypes[from].name + " -> " + m_.dtypes[to].name);
  for (const NamedSet& c : m_.classes) {
    std::string s = "class " + c.name + " =";
    for (const uint32_t d : c.members)
      s += " " + m_.dtypes[d].name;
    line(s);
  }
  for (const EnumDecl& e : m_.enums) {
    std::string s = "enum " + e.name + " {";
    for (const auto& x : e.enumerators)
      s += " " + x.name + (x.text == x.name ? "" : "=" + quoted(x.text));
    line(s + " }");
  }
  for (const StructDecl& x : m_.structs)
    line("struct " + x.name + " " + text_of(m_, x.fields));
  for (const TraitDecl& t : m_.traits)
    line(std::string(t.is_role ? "role " : "trait ") + t.name);
  for (const OpDecl& x : m_.ops)
    op(x);
  for (const NamedSet& g : m_.groups) {
    std::string s = "group " + g.name + " =";
    for (const uint32_t o : g.members)
      s += " " + m_.ops[o].name;
    line(s);
  }
  for (const ExternalType& t : m_.external_types)
    line("extern type " + t.name);
  for (const ExternDecl& x : m_.externs)
    line(std::string(x.effect ? "effect" : "extern") + " fn " + x.name + params(x.params) + " -> " +
         to_string(m_, x.result) + (x.ensures.empty() ? "" : " ensures " + x.ensures));
}

} // namespace

std::string dump(const Module& module) {
  Dumper d(module);
  d.declarations();
  for (const Ruleset& r : module.rulesets)
    d.ruleset(r);
  for (const Pipeline& p : module.pipelines)
    d.pipeline(p);
  for (const InlineTest& t : module.pass_tests)
    d.test(t, "");
  return d.take();
}

std::string dump(const Module& module, const Ruleset& ruleset) {
  Dumper d(module);
  d.ruleset(ruleset);
  return d.take();
}

} // namespace tenet::dsl
