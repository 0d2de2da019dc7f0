// NOLINTBEGIN(misc-no-recursion): over syntax, under the nesting limits of parse.h

#include "dsl/syntax/dump.h"

namespace tenet::dsl::syntax {

namespace {

using Kind = Expr::Kind;

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '{' || c == '}') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "\"";
}

std::string dump(const Text& text) {
  std::string out = "\"";
  for (const TextPiece& piece : text.pieces) {
    if (!piece.hole) {
      const std::string inner = quoted(piece.text);
      out += inner.substr(1, inner.size() - 2);
      continue;
    }
    out += "{" + syntax::dump(*piece.hole);
    if (piece.separator) out += ", " + quoted(*piece.separator);
    if (!piece.format.empty()) out += " :" + piece.format;
    out += "}";
  }
  return out + "\"";
}

std::string joined(const std::vector<Name>& names) {
  std::string out;
  for (const Name& name : names)
    out += (out.empty() ? "" : " ") + name.text;
  return out;
}

std::string children(const Expr& e, size_t first = 0) {
  std::string out;
  for (size_t i = first; i < e.children.size(); ++i)
    out += " " + syntax::dump(e.children[i]);
  return out;
}

std::string arguments(const Expr& e) {
  if (!e.has_args) return "";
  std::string out;
  for (const Argument& each : e.args)
    out += (out.empty() ? "" : " ") + (each.field ? each.field.text + ": " : "") +
           syntax::dump(each.value);
  return " [" + out + "]";
}

std::string head(const Expr& e) {
  switch (e.kind) {
  case Kind::Computed:
    return e.is_eval ? "#eval" : "#";
  case Kind::Typed:
    return ":";
  case Kind::At:
    return "@ " + e.names[0].text;
  case Kind::In:
    return e.negated ? "not in" : "in";
  case Kind::Is:
    return e.negated ? "is not" : "is";
  case Kind::If:
    return "if";
  case Kind::Range:
    return e.closed ? "..=" : "..";
  case Kind::Arrow:
    return "->";
  case Kind::Collect:
    return "collect";
  case Kind::Made:
    return "made";
  case Kind::Rest:
    return "...";
  case Kind::Every:
    return "every";
  case Kind::List:
    return "list";
  case Kind::Set:
    return "set";
  case Kind::Tuple:
    return "tuple";
  case Kind::Comprehension:
    return "for (" + joined(e.names) + ")";
  case Kind::Quantifier:
    return e.text + " (" + joined(e.names) + ")";
  case Kind::Fold:
    return "fold (" + joined(e.names) + ")";
  default:
    return e.text;
  }
}

} // namespace

std::string dump(const Expr& e) {
  switch (e.kind) {
  case Kind::Name:
  case Kind::Wildcard:
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
  case Kind::Invalid:
  case Kind::None: {
    const std::string text = e.kind == Kind::Invalid ? "invalid"
                             : e.kind == Kind::None  ? "none"
                                                     : e.text;
    return text;
  }
  case Kind::Constant:
    return "#" + e.text;
  case Kind::String:
    return dump(e.string);
  case Kind::Output:
    return "(" + e.text + " " + dump(e.string) + ")";
  case Kind::Field:
    return "(. " + dump(e.children[0]) + " " + e.text + ")";
  case Kind::Call:
    return std::string(e.ordered ? "(call! " : "(call ") + dump(e.children[0]) + arguments(e) +
           children(e, 1) + ")";
  case Kind::Index:
    return "(index " + dump(e.children[0]) + arguments(e) + ")";
  default:
    return "(" + head(e) + children(e) + ")";
  }
}

namespace {

/// Writes declarations, each with its doc above it.
class Dumper {
public:
  std::string out;

  void doc(const std::string& text, const std::string& indent) {
    if (text.empty()) return;
    out += indent + "/// ";
    for (const char c : text)
      out += c == '\n' ? "\n" + indent + "/// " : std::string(1, c);
    out += "\n";
  }

  void vocabulary(const FileTree& tree) {
    for (const UseDecl& each : tree.uses)
      out += "use " + dump(each.path) + "\n";
    for (const DTypeDecl& each : tree.dtypes)
      dtype(each);
    for (const Promotion& each : tree.promotions)
      promotion(each);
    for (const SetDecl& each : tree.classes)
      set("class", each);
    for (const SetDecl& each : tree.groups)
      set("group", each);
    for (const EnumDecl& each : tree.enums)
      enumeration(each);
    for (const StructDecl& each : tree.structs) {
      doc(each.doc, "");
      out += "struct " + each.name.text + " {" + fields(each.fields) + "}\n";
    }
    for (const TraitDecl& each : tree.traits)
      out += (each.is_role ? "role " : "trait ") + each.name.text + " " + quoted(each.doc) + "\n";
    for (const OpDecl& each : tree.ops)
      op(each);
    for (const ExternTypeDecl& each : tree.extern_types) {
      doc(each.doc, "");
      out += "extern type " + each.name.text + "\n";
    }
  }

  void dtype(const DTypeDecl& decl) {
    doc(decl.doc, "");
    out += "dtype " + decl.name.text;
    for (const DTypeDecl::Word& each : decl.words)
      out += " " + each.word.text + (each.number ? "=" + std::to_string(*each.number) : "");
    out += "\n";
  }

  void promotion(const Promotion& decl) {
    out += "promote";
    for (const std::vector<Name>& stage : decl.stages)
      out += " (" + joined(stage) + ")";
    out += "\n";
  }

  void set(const std::string& word, const SetDecl& decl) {
    doc(decl.doc, "");
    out += word + " " + decl.name.text + " " + syntax::dump(decl.value) + "\n";
  }

  void enumeration(const EnumDecl& decl) {
    doc(decl.doc, "");
    out += "enum " + decl.name.text + " {";
    for (const EnumDecl::Enumerator& each : decl.enumerators)
      out += " " + each.name.text + (each.text ? "=" + dump(*each.text) : "");
    out += " }\n";
  }

  static std::string type(const TypeRef& ref) {
    std::string text = ref.name;
    for (const TypeRef& each : ref.args)
      text += (&each == ref.args.data() ? "<" : ", ") + type(each);
    if (!ref.args.empty()) text += ">";
    return text + (ref.optional ? "?" : "");
  }

  static std::string fields(const std::vector<FieldDecl>& list) {
    std::string text;
    for (const FieldDecl& each : list) {
      text += (text.empty() ? "" : ", ") + each.name.text + ": " + type(each.type);
      if (each.default_value) text += " = " + syntax::dump(*each.default_value);
      if (each.named) text += " named";
    }
    return text;
  }

  void op(const OpDecl& decl) {
    doc(decl.doc, "");
    out += "op " + decl.name.text + "(";
    for (const SourceDecl& each : decl.sources)
      out += (&each == decl.sources.data() ? "" : ", ") + std::string(each.rest ? "..." : "") +
             each.name.text + (each.dtype_class ? ": " + syntax::dump(*each.dtype_class) : "");
    out += ")";
    if (!decl.fields.empty()) out += " [" + fields(decl.fields) + "]";
    if (decl.infix) out += " infix " + dump(*decl.infix);
    if (!decl.traits.empty()) out += " : " + joined(decl.traits);
    out += "\n";
    for (const OpClause& each : decl.clauses)
      op_clause(each);
  }

  void op_clause(const OpClause& clause) {
    constexpr const char* words[] = {"dtype", "shape", "bounds", "eval", "smt", "closes", "region"};
    out += "  " + std::string(words[static_cast<size_t>(clause.kind)]);
    for (const Expr& each : clause.classes)
      out += " " + each.text;
    if (!clause.classes.empty()) out += ":";
    if (clause.value) out += " " + syntax::dump(*clause.value);
    if (clause.kind == OpClause::Kind::Smt)
      out += " " + (clause.text ? dump(*clause.text) : "none");
    if (!clause.names.empty()) out += " " + joined(clause.names);
    out += "\n";
  }

  static std::string params(const std::vector<Param>& list) {
    std::string text;
    for (const Param& each : list)
      text +=
          (text.empty() ? "" : ", ") + each.name.text + (each.type ? ": " + type(*each.type) : "");
    return "(" + text + ")";
  }

  void functions(const FileTree& tree) {
    for (const ExternDecl& each : tree.externs) {
      doc(each.doc, "");
      out += std::string(each.effect ? "effect fn " : "extern fn ") + each.name.text +
             params(each.params);
      if (each.result) out += " -> " + type(*each.result);
      for (const Expr& promise : each.ensures)
        out += " ensures " + syntax::dump(promise);
      out += "\n";
    }
    for (const FnDecl& each : tree.fns) {
      doc(each.doc, "");
      out += "fn " + each.name.text + params(each.params) + " = " + syntax::dump(each.body);
      clauses(each.clauses);
      out += "\n";
    }
  }

  void clauses(const std::vector<Clause>& list) {
    for (const Clause& each : list) {
      out += each.kind == Clause::Kind::Where ? " where " : " let (" + joined(each.names) + ") ";
      out += syntax::dump(each.value);
    }
  }

  void ruleset(const Ruleset& decl) {
    constexpr const char* kinds[] = {"node", "nodes", "node*", "text", "visit", "check"};
    doc(decl.doc, "");
    out += "ruleset " + decl.name.text + params(decl.params) + " -> " +
           kinds[static_cast<size_t>(decl.kind)];
    if (!decl.uses.empty()) out += " uses " + joined(decl.uses);
    if (!decl.includes.empty()) out += " include " + joined(decl.includes);
    out += "\n";
    for (const RuleBlock& block : decl.blocks) {
      if (block.when) out += "  when " + syntax::dump(*block.when) + "\n";
      for (const Rule& each : block.rules)
        rule(each, block.when ? "    " : "  ");
    }
    for (const TestDecl& each : decl.tests)
      test(each, "  ");
  }

  void rule(const Rule& decl, const std::string& indent) {
    doc(decl.doc, indent);
    constexpr const char* words[] = {"rule", "allow", "deny"};
    out += indent + words[static_cast<size_t>(decl.kind)] + (decl.extend ? " extend" : "");
    if (decl.name) out += " " + decl.name.text;
    for (const Family& each : decl.families)
      out += " {" + each.variable.text + " in " + syntax::dump(each.set) + "}";
    out += ": " + syntax::dump(decl.pattern);
    clauses(decl.clauses);
    if (decl.unsound)
      out += " unsound[" + joined(decl.unsound->flags) + "]" +
             (decl.unsound->why ? " " + dump(*decl.unsound->why) : "");
    for (const Expr& each : decl.results)
      out += (&each == decl.results.data() ? " => " : ", ") + syntax::dump(each);
    if (decl.message) out += " else " + dump(*decl.message);
    out += decl.done ? " done\n" : "\n";
  }

  void test(const TestDecl& decl, const std::string& indent) {
    doc(decl.doc, indent);
    out += indent + "test " + (decl.is_pass ? "pass " : "") + decl.subject.text;
    if (decl.title) out += " " + dump(*decl.title);
    for (const TestBinding& each : decl.bindings) {
      out += std::string(" (") + (each.is_constant ? "#" : "") + each.name.text;
      if (each.min && each.max)
        out +=
            " " + syntax::dump(*each.min) + (each.closed ? "..=" : "..") + syntax::dump(*each.max);
      if (each.dtype) out += ": " + syntax::dump(*each.dtype);
      out += ")";
    }
    out += " " + syntax::dump(decl.input) + " => " +
           (decl.expected ? syntax::dump(*decl.expected) : "same") + "\n";
  }

  void pipeline(const Pipeline& decl) {
    doc(decl.doc, "");
    out += "pipeline " + decl.name.text + params(decl.params);
    if (!decl.allows.empty()) out += " allows " + joined(decl.allows);
    out += "\n";
    for (const PassDecl& each : decl.passes)
      pass(each);
    for (const TestDecl& each : decl.tests)
      test(each, "  ");
  }

  void pass(const PassDecl& decl) {
    constexpr const char* words[] = {"pass", "step", "check"};
    constexpr const char* orders[] = {"post", "pre", "walk"};
    doc(decl.doc, "  ");
    out += "  " + std::string(words[static_cast<size_t>(decl.kind)]) + " " + quoted(decl.name.text);
    if (decl.kind == PassDecl::Kind::Pass)
      out += " " + std::string(orders[static_cast<size_t>(decl.order)]) + " {" +
             joined(decl.rulesets) + "}";
    for (const Expr& each : decl.arguments)
      out += " " + syntax::dump(each);
    if (decl.when) out += " when " + syntax::dump(*decl.when);
    for (const PassDecl::With& each : decl.with)
      out += " with " + each.name.text + " = " + syntax::dump(each.value);
    for (const PassDecl::After& each : decl.after)
      out += " after " + quoted(each.pass.text) + (each.reason ? " " + dump(*each.reason) : "");
    out += decl.enters_regions ? " enters regions\n" : "\n";
  }
};

} // namespace

std::string dump(const FileTree& tree) {
  Dumper dumper;
  dumper.doc(tree.doc, "");
  if (!tree.doc.empty()) dumper.out += "\n";
  dumper.vocabulary(tree);
  dumper.functions(tree);
  for (const Ruleset& each : tree.rulesets)
    dumper.ruleset(each);
  for (const Pipeline& each : tree.pipelines)
    dumper.pipeline(each);
  for (const TestDecl& each : tree.tests)
    dumper.test(each, "");
  if (!tree.broken.empty()) dumper.out += "broken " + joined(tree.broken) + "\n";
  return std::move(dumper.out);
}

} // namespace tenet::dsl::syntax

// NOLINTEND(misc-no-recursion)
