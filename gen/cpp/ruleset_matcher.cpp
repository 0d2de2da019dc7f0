#include "gen/cpp/ruleset_matcher.h"

#include "gen/cpp/names.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tenet::gen {
namespace {

using program::Access;
using program::Decision;
using program::Path;
using program::RulesetKind;
using program::Test;

std::string local_name(const Path& path) {
  std::string name = "n";
  for (size_t i = 0; i < path.size(); ++i)
    name += fmt::format("{}{}", i > 0 ? "_" : "", path[i]);
  return path.empty() ? "root" : name;
}

class MatcherWriter {
public:
  MatcherWriter(RulesetFile& file, const program::Ruleset& ruleset, const program::Matcher& matcher)
      : file_(file), ruleset_(ruleset), matcher_(matcher), scope_{.module = file.module,
                                                                  .symbols = file.program.symbols,
                                                                  .sets = file.sets},
        writer_(scope_, out_), loaded_(matcher.decisions.size()), seen_(matcher.decisions.size()),
        uses_(matcher.decisions.size()) {
    scope_.fail = failure(ruleset.kind);
  }

  std::string write(const std::string& name);

private:
  void count_uses();
  /// Each gives true if the code may run into what is written behind it, which is the decision
  /// `next`.
  bool emit(uint32_t number, uint32_t next);
  bool go(uint32_t number, const std::set<Path>& loaded, uint32_t next);
  bool emit_switch(uint32_t number, uint32_t next);
  bool emit_try(uint32_t number, uint32_t next);
  /// Makes sure that the local of a path holds its node from here on.
  const std::string& load(uint32_t number, const Path& path);
  /// An access or test whose path begins at a local.
  std::string access(uint32_t number, const Access& access, const program::Type& type);
  std::string test(uint32_t number, const Test& test);
  Path anchor(const Access& access) const;

  RulesetFile& file_;
  const program::Ruleset& ruleset_;
  const program::Matcher& matcher_;
  CodeWriter out_;
  ExpressionScope scope_;
  ExpressionWriter writer_;
  std::vector<std::set<Path>> loaded_; ///< by decision: the locals that are set on every way to it
  std::vector<unsigned> seen_, uses_;  ///< by decision: ways to it, written so far and in all
  std::set<Path> locals_;
  std::set<uint32_t> jumped_; ///< decisions that are jumped to
  std::string name_;
};

void MatcherWriter::count_uses() {
  for (const Decision& d : matcher_.decisions) {
    for (const Decision::Case& c : d.cases)
      ++uses_[c.next];
    if (d.kind == Decision::Kind::Test) ++uses_[d.yes];
    if (d.kind != Decision::Kind::Fail) ++uses_[d.otherwise];
  }
}

const std::string& MatcherWriter::load(uint32_t number,
                                       const Path& path) { // NOLINT(misc-no-recursion): up a path
  name_ = local_name(path);
  if (path.empty() || loaded_[number].contains(path)) return name_;
  const Path parent(path.begin(), path.end() - 1);
  const std::string from = load(number, parent);
  name_ = local_name(path);
  out_.line(fmt::format("{} = {}->src({});", name_, from, path.back()));
  loaded_[number].insert(path);
  locals_.insert(path);
  return name_;
}

/// The node that an access is read from: of a literal its parent, in whose dtype its value is
/// taken.
Path MatcherWriter::anchor(const Access& access) const {
  Path path = access.path;
  if (access.kind == Access::Kind::Value && !path.empty()) path.pop_back();
  return path;
}

std::string MatcherWriter::access(uint32_t number, const Access& access,
                                  const program::Type& type) {
  const Path at = anchor(access);
  Access relative = access;
  relative.path.erase(relative.path.begin(),
                      relative.path.begin() + static_cast<std::ptrdiff_t>(at.size()));
  return writer_.access(load(number, at), relative, type);
}

std::string MatcherWriter::test(uint32_t number, const Test& test) {
  if (test.kind != Test::Kind::Same && test.kind != Test::Kind::SameDType) {
    Access access = test.access;
    if (test.kind != Test::Kind::Literal) access.kind = Access::Kind::Node;
    const Path at = anchor(access);
    Test relative = test;
    relative.access.path.erase(relative.access.path.begin(),
                               relative.access.path.begin() +
                                   static_cast<std::ptrdiff_t>(at.size()));
    return writer_.test(load(number, at), relative);
  }
  if (test.kind == Test::Kind::SameDType) {
    const std::string a = load(number, test.access.path), b = load(number, test.other.path);
    return fmt::format("{}->dtype == {}->dtype", a, b);
  }
  const bool fields =
      test.access.kind == Access::Kind::Field && test.other.kind == Access::Kind::Field;
  if (fields) {
    load(number, test.access.path);
    load(number, test.other.path);
    return writer_.test("root", test);
  }
  const program::Type op{program::Type::Kind::Op, 0, {}}; // of a field beside an op
  const std::string a = access(number, test.access, op), b = access(number, test.other, op);
  switch (test.access.kind) {
  case Access::Kind::Value:
    return fmt::format("builtin::same_value({}, {})", a, b);
  case Access::Kind::Rest:
    return fmt::format("builtin::equal({}, {})", a, b);
  default:
    return fmt::format("{} == {}", a, b);
  }
}

constexpr uint32_t nothing = ~0u; ///< no code follows

/// Goes on with a decision: it is written where the last of the ways to it is, the others run into
/// it or jump.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the graph
bool MatcherWriter::go(uint32_t number, const std::set<Path>& loaded, uint32_t next) {
  if (matcher_.decisions[number].kind == Decision::Kind::Fail) {
    if (number == next) return true;
    out_.line(scope_.fail);
    return false;
  }
  if (seen_[number]++ == 0) {
    loaded_[number] = loaded;
  } else {
    std::set<Path> both;
    std::set_intersection(loaded_[number].begin(), loaded_[number].end(), loaded.begin(),
                          loaded.end(), std::inserter(both, both.end()));
    loaded_[number] = std::move(both);
  }
  if (number == next) return true;
  if (seen_[number] == uses_[number]) {
    if (jumped_.contains(number)) out_.raw(fmt::format("L{}:\n", number));
    return emit(number, next);
  }
  out_.line(fmt::format("goto L{};", number));
  jumped_.insert(number);
  return false;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the graph
bool MatcherWriter::emit_switch(uint32_t number, uint32_t next) {
  const Decision& d = matcher_.decisions[number];
  const std::string node = load(number, d.test.access.path);
  const std::set<Path> loaded = loaded_[number];
  if (d.cases.size() == 1) {
    out_.open(fmt::format("if ({})", file_.sets.has_op(d.cases[0].ops, node + "->op")));
    go(d.cases[0].next, loaded, d.otherwise);
    out_.close();
    return go(d.otherwise, loaded, next);
  }
  out_.open(fmt::format("switch (static_cast<Op>({}->op.value))", node));
  for (const Decision::Case& c : d.cases) {
    for (const uint32_t op : c.ops)
      out_.line(fmt::format("case {}:", op_name(file_.module, op)));
    out_.set_depth(out_.depth() + 1);
    if (go(c.next, loaded, d.otherwise)) out_.line("break;");
    out_.set_depth(out_.depth() - 1);
  }
  out_.line("default: break;");
  out_.close();
  return go(d.otherwise, loaded, next);
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the graph
bool MatcherWriter::emit_try(uint32_t number, uint32_t next) {
  const Decision& d = matcher_.decisions[number];
  const program::Candidate& c = matcher_.candidates[d.candidate];
  const program::Action& action = ruleset_.actions[c.action];
  std::string arguments;
  for (const program::Binding& b : c.bindings)
    arguments += ", " + access(number, b.access, action.variables[b.var].type);
  for (const program::Every& every : c.every)
    arguments += ", " + load(number, every.path);
  const std::string call = fmt::format("{}(m, root{})", action_name(action), arguments);
  out_.line(ruleset_.kind == RulesetKind::Node
                ? fmt::format("if (const Node* r = {}) return r;", call)
                : fmt::format("if ({}) return true;", call));
  return go(d.otherwise, loaded_[number], next);
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the graph
bool MatcherWriter::emit(uint32_t number, uint32_t next) {
  const Decision& d = matcher_.decisions[number];
  switch (d.kind) {
  case Decision::Kind::Fail:
    break;
  case Decision::Kind::Switch:
    return emit_switch(number, next);
  case Decision::Kind::Try:
    return emit_try(number, next);
  case Decision::Kind::Test: {
    const std::string condition = test(number, d.test);
    const std::set<Path> loaded = loaded_[number];
    out_.open(fmt::format("if ({})", condition));
    go(d.yes, loaded, d.otherwise);
    out_.close();
    return go(d.otherwise, loaded, next);
  }
  }
  out_.line(scope_.fail);
  return false;
}

std::string MatcherWriter::write(const std::string& name) {
  count_uses();
  out_.set_depth(1);
  uses_[0] = 1;
  go(0, {}, nothing);
  const std::string body = out_.take();
  CodeWriter whole;
  std::string ops;
  for (const uint32_t op : matcher_.ops)
    ops += (ops.empty() ? "" : ", ") + file_.module.ops[op].name;
  whole.line("// " + ops);
  whole.open(fmt::format("{} {}(Match& m, const Node* root)", result_type(ruleset_.kind), name));
  if (!locals_.empty()) {
    std::string locals;
    for (const Path& path : locals_)
      locals += fmt::format("{}*{} = nullptr", locals.empty() ? "" : ", ", local_name(path));
    whole.line(fmt::format("const Node {};", locals));
  }
  whole.raw(body);
  whole.close();
  whole.line("");
  return whole.take();
}

} // namespace

std::string matcher_function(RulesetFile& file, const program::Ruleset& ruleset,
                             const program::Matcher& matcher, const std::string& name) {
  return MatcherWriter(file, ruleset, matcher).write(name);
}

} // namespace tenet::gen
