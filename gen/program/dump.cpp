#include "gen/program/dump.h"

#include <array>
#include <sstream>

namespace tenet::program {
namespace {

/// Writes numbers, or names where there are symbols.
class Writer {
public:
  explicit Writer(const Symbols* symbols, const std::vector<Variable>* variables = nullptr)
      : symbols_(symbols), variables_(variables) {}

  std::string op(uint32_t i) const {
    return symbols_ != nullptr ? symbols_->ops[i].name : "op" + std::to_string(i);
  }
  std::string dtype(uint32_t i) const {
    return symbols_ != nullptr ? symbols_->dtypes[i].name : "dtype" + std::to_string(i);
  }
  std::string variable(uint32_t i) const {
    if (variables_ != nullptr && i < variables_->size()) return (*variables_)[i].name;
    return "$" + std::to_string(i);
  }
  std::string ops(const std::vector<uint32_t>& set) const {
    std::string s;
    for (const uint32_t i : set)
      s += (s.empty() ? "" : " ") + op(i);
    return set.size() == 1 ? s : "{" + s + "}";
  }
  std::string dtypes(const std::vector<uint32_t>& set) const {
    std::string s;
    for (const uint32_t i : set)
      s += (s.empty() ? "" : " ") + dtype(i);
    return set.size() == 1 ? s : "{" + s + "}";
  }
  std::string access(const Access& a) const;
  std::string test(const Test& t) const;
  std::string expr(const Expr& e) const;
  std::string text(const Template& t) const;
  std::string every(const Every& e) const;

private:
  std::string leaf(const Expr& e) const;
  std::string children(const Expr& e, size_t from = 0) const;

  const Symbols* symbols_;
  const std::vector<Variable>* variables_;
};

std::string Writer::access(const Access& a) const {
  const std::string path = to_text(a.path);
  switch (a.kind) {
  case Access::Kind::Node:
    return path;
  case Access::Kind::Value:
    return "value(" + path + ")";
  case Access::Kind::Rest:
    return path + "[" + std::to_string(a.from) + "..]";
  case Access::Kind::Field:
    return path + "[" + a.field + "]";
  case Access::Kind::Op:
    return "op(" + path + ")";
  }
  return path;
}

std::string Writer::test(const Test& t) const {
  const std::string path = to_text(t.access.path);
  switch (t.kind) {
  case Test::Kind::Op:
    return "op(" + path + ") in " + ops(t.ops);
  case Test::Kind::Sources:
    return "sources(" + path + ") == " + std::to_string(t.count);
  case Test::Kind::MinSources:
    return "sources(" + path + ") >= " + std::to_string(t.count);
  case Test::Kind::DType:
    return "dtype(" + path + ") in " + dtypes(t.dtypes);
  case Test::Kind::Literal:
    return "value(" + path + ") == " + expr(*t.value);
  case Test::Kind::Field:
    return access(t.access) + " == " + expr(*t.value);
  case Test::Kind::Same:
    return access(t.access) + " same " + access(t.other);
  case Test::Kind::SameDType:
    return "dtype(" + path + ") == dtype(" + to_text(t.other.path) + ")";
  }
  return path;
}

std::string Writer::every(const Every& e) const {
  std::string s = "every " + to_text(e.path) + "[" + std::to_string(e.from) + "..]";
  for (const Every::Arrangement& a : e.arrangements) {
    s += " {";
    for (const Test& t : a.tests)
      s += " " + test(t) + ";";
    for (const Binding& b : a.bindings)
      s += " " + variable(b.var) + " = " + access(b.access) + ";";
    for (const Binding& b : a.collected)
      s += " " + variable(b.var) + "[] = " + access(b.access) + ";";
    s += " }";
  }
  return s;
}

std::string Writer::children(const Expr& e,
                             size_t from) const { // NOLINT(misc-no-recursion): over syntax
  std::string s;
  for (size_t i = from; i < e.children.size(); ++i)
    s += (i > from ? ", " : "") + expr(e.children[i]);
  return s;
}

std::string Writer::leaf(const Expr& e) const {
  switch (e.kind) {
  case Expr::Kind::StrLiteral:
    return '"' + e.text + '"';
  case Expr::Kind::InvalidLiteral:
    return "invalid";
  case Expr::Kind::NoneLiteral:
    return "none";
  case Expr::Kind::DTypeLiteral:
    return dtype(e.decl);
  case Expr::Kind::OpLiteral:
    return op(e.decl);
  case Expr::Kind::EnumLiteral:
    return symbols_ != nullptr ? symbols_->enums[e.type.decl].enumerators[e.decl]
                               : "enumerator" + std::to_string(e.decl);
  case Expr::Kind::Variable:
    return variable(e.vars[0]);
  case Expr::Kind::ContextParam:
    return symbols_ != nullptr ? "context." + symbols_->context_params[e.decl].name
                               : "context" + std::to_string(e.decl);
  case Expr::Kind::SetLiteral:
    return e.ops.empty() ? dtypes(e.dtypes) : ops(e.ops);
  case Expr::Kind::FloatLiteral: {
    std::ostringstream out;
    out.precision(17);
    out << e.number;
    return out.str();
  }
  default:
    return e.text;
  }
}

std::string Writer::expr(const Expr& e) const { // NOLINT(misc-no-recursion): over syntax
  static constexpr auto names = std::to_array<const char*>(
      {"int",     "float", "bool",  "str",    "invalid",    "none",   "dtype",   "op",
       "enum",    "var",   "param", "set",    "unary",      "binary", "in",      "is",
       "if",      "field", "call",  "extern", "as",         "list",   "spread",  "map",
       "range",   "index", "slice", "fold",   "quantifier", "tuple",  "build",   "build",
       "rebuild", "lit",   "const", "eval",   "bounds",     "subst",  "rewrite", "made"});
  static_assert(names.size() == static_cast<size_t>(Expr::Kind::MadeList) + 1);
  if (e.kind <= Expr::Kind::SetLiteral) return leaf(e);
  std::string s = "(";
  s += names[static_cast<size_t>(e.kind)];
  if (e.kind == Expr::Kind::Build) s += " " + op(e.decl);
  if (e.kind == Expr::Kind::ExternCall)
    s += " " + (symbols_ != nullptr ? symbols_->externs[e.decl].name : std::to_string(e.decl));
  if (!e.text.empty()) s += " " + e.text;
  if (e.kind == Expr::Kind::Literal || e.kind == Expr::Kind::Constant) {
    static constexpr auto dtypes_of = std::to_array<const char*>({" like", " weak", " of", " as"});
    s += dtypes_of[static_cast<size_t>(e.constant)];
  }
  for (const uint32_t var : e.vars)
    s += " " + variable(var);
  for (const uint32_t r : e.rulesets)
    s += " " + (symbols_ != nullptr ? symbols_->rulesets[r] : "ruleset" + std::to_string(r));
  for (const auto& [name, value] : e.fields)
    s += " [" + name + " " + expr(value) + "]";
  if (e.condition)
    for (const std::vector<Test>& tests : *e.condition) {
      s += " {";
      for (size_t i = 0; i < tests.size(); ++i)
        s += (i > 0 ? "; " : "") + test(tests[i]);
      s += "}";
    }
  if (!e.children.empty()) s += " " + children(e);
  return s + ")";
}

std::string Writer::text(const Template& t) const {
  std::string s = "\"";
  for (const Piece& p : t) {
    if (p.is_root)
      s += "{root}";
    else if (p.hole)
      s += "{" + expr(*p.hole) + (p.is_list ? ", join " + p.separator : "") +
           (p.format.empty() ? "" : ":" + p.format) + "}";
    else
      s += p.text;
  }
  return s + '"';
}

// --- whole rulesets ----------------------------------------------------------------------------

void dump_result(std::ostringstream& out, const Writer& w, const Result& r) {
  out << "    => ";
  switch (r.kind) {
  case Result::Kind::Expr:
    if (r.effects.empty()) {
      out << w.expr(r.value);
    } else {
      for (size_t i = 0; i < r.effects.size(); ++i)
        out << (i > 0 ? "; " : "") << w.expr(r.effects[i]);
    }
    break;
  case Result::Kind::Error:
    out << "error " << w.text(r.text);
    break;
  case Result::Kind::TextExpr:
    out << "expr " << w.text(r.lines[0]);
    break;
  case Result::Kind::TextStmt:
    out << "stmt " << w.text(r.lines[0]);
    break;
  case Result::Kind::TextLines:
    out << "lines";
    for (const Template& line : r.lines)
      out << ' ' << w.text(line);
    break;
  case Result::Kind::Allow:
    out << "allow" << (r.text.empty() ? "" : " else " + w.text(r.text));
    break;
  case Result::Kind::Deny:
    out << "deny " << w.text(r.text);
    break;
  }
  out << (r.done ? " done\n" : "\n");
}

void dump_action(std::ostringstream& out, const Symbols& symbols, const Action& action,
                 size_t number) {
  const Writer w(&symbols, &action.variables);
  out << "  action " << number << " " << action.name << "(";
  for (size_t i = 0; i < action.bound.size(); ++i) {
    const Variable& v = action.variables[action.bound[i]];
    out << (i > 0 ? ", " : "") << v.name << ": " << to_text(v.type, symbols);
  }
  out << ")\n";
  for (const Clause& c : action.clauses) {
    out << (c.kind == Clause::Kind::Where ? "    where " : "    let ");
    if (c.kind != Clause::Kind::Where) {
      for (size_t i = 0; i < c.vars.size(); ++i)
        out << (i > 0 ? ", " : "") << w.variable(c.vars[i]);
      out << " = ";
    }
    out << w.expr(c.value) << "\n";
  }
  dump_result(out, w, action.result);
}

std::string candidate_text(const Program& program, const Ruleset& ruleset, const Candidate& c) {
  const Action& action = ruleset.actions[c.action];
  const Writer w(&program.symbols, &action.variables);
  std::string s = action.name + "(";
  for (size_t i = 0; i < c.bindings.size(); ++i)
    s += (i > 0 ? ", " : "") + w.variable(c.bindings[i].var) + " = " +
         w.access(c.bindings[i].access);
  s += ")";
  for (const Every& e : c.every)
    s += " " + w.every(e);
  return s;
}

void dump_matcher(std::ostringstream& out, const Program& program, const Ruleset& ruleset,
                  const Matcher& m) {
  const Writer w(&program.symbols);
  out << "  match " << w.ops(m.ops) << "\n";
  for (size_t i = 0; i < m.decisions.size(); ++i) {
    const Decision& d = m.decisions[i];
    out << "    " << i << ": ";
    switch (d.kind) {
    case Decision::Kind::Fail:
      out << "fail";
      break;
    case Decision::Kind::Switch:
      out << "switch op(" << to_text(d.test.access.path) << ")";
      for (const Decision::Case& c : d.cases)
        out << " " << w.ops(c.ops) << " -> " << c.next << ",";
      out << " else " << d.otherwise;
      break;
    case Decision::Kind::Test:
      out << "if " << w.test(d.test) << " -> " << d.yes << " else " << d.otherwise;
      break;
    case Decision::Kind::Try:
      out << "try " << candidate_text(program, ruleset, m.candidates[d.candidate]) << " else "
          << d.otherwise;
      break;
    }
    out << "\n";
  }
}

std::string escaped(const std::string& text) {
  std::string s;
  for (const char c : text) {
    if (c == '"' || c == '\\') s += '\\';
    s += c;
  }
  return s;
}

} // namespace

std::string to_text(const Path& path) {
  if (path.empty()) return ".";
  std::string s;
  for (const uint16_t i : path)
    s += "." + std::to_string(i);
  return s;
}

std::string to_text(const Type& type,
                    const Symbols& symbols) { // NOLINT(misc-no-recursion): over a type
  static constexpr auto names =
      std::to_array<const char*>({"none", "void", "Node", "Value", "int", "float", "bool", "str",
                                  "DType", "Op", "Dim", "Interval"});
  switch (type.kind) {
  case Type::Kind::Enum:
    return symbols.enums[type.decl].name;
  case Type::Kind::Struct:
    return symbols.structs[type.decl].name;
  case Type::Kind::External:
    return symbols.external_types[type.decl];
  case Type::Kind::List:
    return "list<" + to_text(type.args[0], symbols) + ">";
  case Type::Kind::Optional:
    return to_text(type.args[0], symbols) + "?";
  case Type::Kind::Tuple: {
    std::string s = "(";
    for (size_t i = 0; i < type.args.size(); ++i)
      s += (i > 0 ? ", " : "") + to_text(type.args[i], symbols);
    return s + ")";
  }
  default:
    return names[static_cast<size_t>(type.kind)];
  }
}

std::string to_text(const Access& access) {
  return Writer(nullptr).access(access);
}
std::string to_text(const Test& test) {
  return Writer(nullptr).test(test);
}
std::string to_text(const Every& every) {
  return Writer(nullptr).every(every);
}
std::string to_text(const Expr& e) {
  return Writer(nullptr).expr(e);
}
std::string to_text(const Symbols& symbols, const Test& test) {
  return Writer(&symbols).test(test);
}

std::string dump(const Program& program, const Ruleset& ruleset) {
  std::ostringstream out;
  out << "ruleset " << ruleset.name << "\n";
  for (const uint32_t r : ruleset.includes)
    out << "  include " << program.symbols.rulesets[r] << "\n";
  for (size_t i = 0; i < ruleset.actions.size(); ++i)
    dump_action(out, program.symbols, ruleset.actions[i], i);
  for (const Segment& s : ruleset.segments) {
    if (s.when) out << "  when " << Writer(&program.symbols).expr(*s.when) << "\n";
    for (const Matcher& m : s.matchers)
      dump_matcher(out, program, ruleset, m);
  }
  return out.str();
}

std::string dump_graphviz(const Program& program, const Ruleset& ruleset, const Matcher& matcher) {
  const Writer w(&program.symbols);
  std::ostringstream out;
  out << "digraph \"" << escaped(ruleset.name + " " + w.ops(matcher.ops))
      << "\" {\n  node [shape=box];\n";
  const auto edge = [&](size_t from, uint32_t to, const std::string& label) {
    out << "  n" << from << " -> n" << to << " [label=\"" << escaped(label) << "\"];\n";
  };
  for (size_t i = 0; i < matcher.decisions.size(); ++i) {
    const Decision& d = matcher.decisions[i];
    std::string label = "no match";
    if (d.kind == Decision::Kind::Switch) label = "op(" + to_text(d.test.access.path) + ")";
    if (d.kind == Decision::Kind::Test) label = w.test(d.test);
    if (d.kind == Decision::Kind::Try)
      label = candidate_text(program, ruleset, matcher.candidates[d.candidate]);
    out << "  n" << i << " [label=\"" << escaped(label) << "\""
        << (d.kind == Decision::Kind::Try ? ", style=bold" : "") << "];\n";
    for (const Decision::Case& c : d.cases)
      edge(i, c.next, w.ops(c.ops));
    if (d.kind == Decision::Kind::Test) edge(i, d.yes, "yes");
    if (d.kind != Decision::Kind::Fail) edge(i, d.otherwise, "else");
  }
  out << "}\n";
  return out.str();
}

} // namespace tenet::program
