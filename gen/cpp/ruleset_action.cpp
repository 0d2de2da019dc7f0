#include "gen/cpp/ruleset_action.h"

#include "gen/cpp/names.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenet::gen {
namespace {

using program::Action;
using program::Candidate;
using program::Clause;
using program::Expr;
using program::Result;
using program::RulesetKind;
using TypeKind = program::Type::Kind;

/// A variable's name in C++: the node of a `#c` is `c_node`.
std::string stem_of(const std::string& name) {
  return name.starts_with('#') ? name.substr(1) + "_node" : name;
}

class ActionWriter {
public:
  ActionWriter(RulesetFile& file, const program::Ruleset& ruleset, const Action& action,
               const Candidate& candidate)
      : file_(file), ruleset_(ruleset), action_(action),
        candidate_(candidate), scope_{.module = file.module,
                                      .symbols = file.program.symbols,
                                      .sets = file.sets},
        writer_(scope_, out_) {
    scope_.fail = failure(ruleset.kind);
    scope_.text = ruleset.kind == RulesetKind::Text;
    scope_.taken = file.reserved;
    scope_.names.resize(action.variables.size());
    for (size_t i = 0; i < action.variables.size(); ++i)
      scope_.names[i] = stem_of(action.variables[i].name);
    if (action.root) scope_.names[*action.root] = "root";
  }

  std::string write();

private:
  void open_function();
  void write_every(size_t number);
  void write_element(const program::Every& every, const program::Every::Arrangement& a,
                     size_t number);
  void write_clause(const Clause& clause);
  void write_clauses();
  void write_result();
  void write_node_result();
  void write_sink_result();
  void line_of(uint32_t line);
  void line_back() { out_.directive("#line @"); }
  const program::Type& type_of(uint32_t var) const { return action_.variables[var].type; }
  std::string fire() const { return fmt::format("m.fire({}, root, ", action_.rule); }
  bool is_bound(uint32_t var) const {
    return std::find(action_.bound.begin(), action_.bound.end(), var) != action_.bound.end();
  }

  RulesetFile& file_;
  const program::Ruleset& ruleset_;
  const Action& action_;
  const Candidate& candidate_;
  CodeWriter out_;
  ExpressionScope scope_;
  ExpressionWriter writer_;
  std::vector<uint32_t> every_bound_; ///< variables that `op(*p)` has bound so far
};

void ActionWriter::line_of(uint32_t line) {
  if (line != 0)
    out_.directive(fmt::format("#line {} {}", line, quoted(file_.shown[ruleset_.file])));
}

void ActionWriter::open_function() {
  const program::Rule& rule = ruleset_.rules[action_.rule];
  out_.line("// " + rule.text);
  std::string head = fmt::format("{} {}(Match& m, const Node* root", result_type(ruleset_.kind),
                                 action_name(action_));
  for (const uint32_t var : action_.bound) {
    const std::string name = writer_.bind(var, stem_of(action_.variables[var].name));
    // what `#eval(n, …)` is given of a constant is its value; its node may then have no use
    const bool constant = action_.variables[var].name.starts_with('#');
    head += fmt::format(", {}{} {}", constant ? "[[maybe_unused]] " : "",
                        cpp_parameter(file_.module, type_of(var)), name);
  }
  for (size_t i = 0; i < candidate_.every.size(); ++i)
    head += fmt::format(", const Node* every{}", i + 1);
  out_.open(head + ")");
}

// --- op(*p) ------------------------------------------------------------------------------------

/// One arrangement of the pattern of every source: binds or compares, and goes on with the next
/// source.
void ActionWriter::write_element(const program::Every& every, const program::Every::Arrangement& a,
                                 size_t number) {
  scope_.element_parent = fmt::format("every{}", number);
  scope_.element_index = "i";
  std::string condition;
  for (const program::Test& t : a.tests)
    condition += (condition.empty() ? "" : " && ") + writer_.test("s", t);
  out_.open(condition.empty() ? "" : fmt::format("if ({})", condition));
  std::string agree;
  for (const program::Binding& b : a.bindings) {
    const program::Type& type = type_of(b.var);
    const std::string found = writer_.access("s", b.access, type), &name = scope_.names[b.var];
    const std::string same = type.kind == TypeKind::Value
                                 ? fmt::format("builtin::same_value({}, {})", name, found)
                                 : fmt::format("{} == {}", name, found);
    const bool outer = is_bound(b.var);
    agree += (agree.empty() ? "" : " && ") +
             (outer ? same : fmt::format("(i == {} || {})", every.from, same));
  }
  if (!agree.empty()) out_.open(fmt::format("if ({})", agree));
  for (const program::Binding& b : a.bindings)
    if (!is_bound(b.var))
      out_.line(fmt::format("{} = {};", scope_.names[b.var],
                            writer_.access("s", b.access, type_of(b.var))));
  for (const program::Binding& b : a.collected)
    out_.line(fmt::format("{}.push_back({});", scope_.names[b.var],
                          writer_.access("s", b.access, type_of(b.var).args[0])));
  out_.line("continue;");
  if (!agree.empty()) out_.close();
  out_.close();
  scope_.element_parent.clear();
}

void ActionWriter::write_every(size_t number) {
  const program::Every& every = candidate_.every[number - 1];
  bool binds = false;
  const auto declare = [&](const program::Binding& b, bool list) {
    if (is_bound(b.var) ||
        std::find(every_bound_.begin(), every_bound_.end(), b.var) != every_bound_.end())
      return;
    every_bound_.push_back(b.var);
    binds = binds || !list;
    const std::string name = writer_.bind(b.var, stem_of(action_.variables[b.var].name));
    out_.line(fmt::format("{} {}{{}};", cpp_type(file_.module, type_of(b.var)), name));
  };
  for (const program::Every::Arrangement& a : every.arrangements) {
    for (const program::Binding& b : a.bindings)
      declare(b, false);
    for (const program::Binding& b : a.collected)
      declare(b, true);
  }
  if (binds)
    out_.line(fmt::format("if (every{}->n_src <= {}) {}", number, every.from, scope_.fail));
  out_.open(fmt::format("for (uint32_t i = {}; i < every{}->n_src; ++i)", every.from, number));
  out_.line(fmt::format("[[maybe_unused]] const Node* const s = every{}->src(i);", number));
  bool always = false;
  for (const program::Every::Arrangement& a : every.arrangements) {
    write_element(every, a, number);
    always = a.tests.empty() && a.bindings.empty();
    if (always) break;
  }
  if (!always) out_.line(scope_.fail);
  out_.close();
}

// --- guards, lets, results ---------------------------------------------------------------------

void ActionWriter::write_clause(const Clause& clause) {
  line_of(clause.line);
  switch (clause.kind) {
  case Clause::Kind::Where:
    writer_.require(writer_.write_condition(clause.value));
    break;
  case Clause::Kind::Let: {
    const uint32_t var = clause.vars[0];
    const program::Type& type = type_of(var);
    const std::string value = writer_.write_as(clause.value, type);
    const std::string name = writer_.bind(var, stem_of(action_.variables[var].name));
    out_.line(fmt::format("[[maybe_unused]] const auto& {} = {};", name, value));
    if (type.kind == TypeKind::Value || type.kind == TypeKind::DType)
      writer_.require(name + ".has_value()");
    break;
  }
  case Clause::Kind::LetTuple: {
    const program::Type& type = clause.value.type;
    const std::string value =
        writer_.write_as(clause.value, type.kind == TypeKind::Optional ? type.args[0] : type);
    std::string names;
    for (const uint32_t var : clause.vars)
      names +=
          (names.empty() ? "" : ", ") + writer_.bind(var, stem_of(action_.variables[var].name));
    out_.line(fmt::format("[[maybe_unused]] const auto [{}] = {};", names, value));
    break;
  }
  }
}

void ActionWriter::write_clauses() {
  const Result& r = action_.result;
  const bool explains =
      r.kind == Result::Kind::Allow && !r.text.empty() && !action_.clauses.empty();
  if (!explains) {
    for (const Clause& clause : action_.clauses)
      write_clause(clause);
    return;
  }
  // A pattern that matches while its guard does not hold: should no later rule decide, this is why.
  const std::vector<std::string> names = scope_.names;
  out_.open("const auto allowed = [&]");
  for (const Clause& clause : action_.clauses)
    write_clause(clause);
  out_.line("return true;");
  out_.close(";");
  scope_.names = names;
  out_.open("if (!allowed())");
  line_of(r.line);
  out_.open("if (m.message.empty())");
  const std::string text = writer_.write_text(r.text);
  out_.line(fmt::format("m.message = {};", text));
  out_.close();
  out_.line("return false;");
  out_.close();
}

void ActionWriter::write_node_result() {
  const Expr& value = action_.result.value;
  const std::string result = writer_.write_name(value, "result");
  line_back();
  const bool like_root =
      (value.kind == Expr::Kind::Literal || value.kind == Expr::Kind::Constant) &&
      value.constant == Expr::ConstantDType::LikeRoot;
  const bool built = value.kind == Expr::Kind::Build || value.kind == Expr::Kind::BuildVar ||
                     value.kind == Expr::Kind::Literal || value.kind == Expr::Kind::Constant ||
                     value.kind == Expr::Kind::Variable || value.kind == Expr::Kind::Rebuild;
  const std::string null = built ? "" : fmt::format("{} == nullptr || ", result);
  out_.line(like_root
                ? fmt::format("if ({}{} == root) return nullptr;", null, result)
                : fmt::format("if ({0}{1} == root || !m.keeps_type(root, {1})) return nullptr;",
                              null, result));
  if (action_.result.done) out_.line("m.done();");
  out_.line(fmt::format("{}{});", fire(), result));
  out_.line(fmt::format("return {};", result));
}

void ActionWriter::write_sink_result() {
  const Result& r = action_.result;
  const auto set_text = [&](std::string_view kind) {
    std::string lines;
    for (const program::Template& line : r.lines)
      lines += (lines.empty() ? "" : ", ") + writer_.write_text(line);
    out_.line(fmt::format("m.text.kind = TextResult::Kind::{};", kind));
    out_.line(fmt::format("m.text.lines = {{{}}};", lines));
  };
  switch (r.kind) {
  case Result::Kind::Expr:
    for (const Expr& effect : r.effects)
      out_.line(writer_.write(effect) + ";");
    if (r.effects.empty()) {
      const std::string list = writer_.write_name(r.value, "list");
      out_.line(fmt::format("m.nodes.assign({0}.begin(), {0}.end());", list));
    }
    break;
  case Result::Kind::TextExpr:
    set_text("Expr");
    break;
  case Result::Kind::TextStmt:
    set_text("Stmt");
    break;
  case Result::Kind::TextLines:
    set_text("Lines");
    break;
  case Result::Kind::Allow:
    out_.line("m.decision = Match::Decision::Allow;");
    break;
  case Result::Kind::Deny: {
    const std::string text = writer_.write_text(r.text);
    out_.line(fmt::format("m.message = {};", text));
    out_.line("m.decision = Match::Decision::Deny;");
    break;
  }
  case Result::Kind::Error:
    break;
  }
  line_back();
  if (r.done) out_.line("m.done();");
  out_.line(fire() + "nullptr);");
  out_.line("return true;");
}

void ActionWriter::write_result() {
  line_of(action_.result.line);
  if (action_.result.kind == Result::Kind::Error) {
    const std::string text = writer_.write_text(action_.result.text);
    out_.line(fmt::format("m.error({}, root, {});", action_.rule, text));
    line_back();
  } else if (ruleset_.kind == RulesetKind::Node) {
    write_node_result();
  } else {
    write_sink_result();
  }
}

std::string ActionWriter::write() {
  open_function();
  for (size_t i = 1; i <= candidate_.every.size(); ++i)
    write_every(i);
  out_.line(fmt::format("if (!m.attempt({})) {}", action_.rule, scope_.fail));
  write_clauses();
  write_result();
  out_.close();
  out_.line("");
  return out_.take();
}

} // namespace

std::string action_function(RulesetFile& file, const program::Ruleset& ruleset,
                            const Action& action, const Candidate& candidate) {
  return ActionWriter(file, ruleset, action, candidate).write();
}

std::string action_name(const Action& action) {
  return "rule_" + action.name;
}
std::string result_type(RulesetKind kind) {
  return kind == RulesetKind::Node ? "const Node*" : "bool";
}
std::string failure(RulesetKind kind) {
  return kind == RulesetKind::Node ? "return nullptr;" : "return false;";
}

} // namespace tenet::gen
