#include "gen/lower/lower.h"

#include "gen/lower/action.h"
#include "gen/lower/arrange.h"
#include "gen/lower/decide.h"
#include "gen/lower/expression.h"

#include <algorithm>
#include <map>

namespace tenet::gen {
namespace {

using program::Test;

/// One arrangement of a rule of the segment at work.
struct Entry {
  uint32_t action;
  Arrangement arrangement;
  std::vector<uint32_t> roots; ///< ops of the root, sorted
};

std::vector<uint32_t> intersection(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  std::vector<uint32_t> r;
  for (const uint32_t x : a)
    if (std::find(b.begin(), b.end(), x) != b.end()) r.push_back(x);
  return r;
}

/// An access read where the root is one of `roots`: what depends on the root's op is known more
/// closely.
program::Access narrowed(program::Access access, const std::vector<uint32_t>& roots) {
  const bool of_root =
      access.kind == program::Access::Kind::Field ? access.path.empty() : access.path.size() == 1;
  if (of_root && !access.ops.empty()) access.ops = intersection(access.ops, roots);
  return access;
}

/// The other node of a test that a node has the root's op, as the variable of a rule family asks;
/// none for other tests.
const program::Path* same_op_as_root(const Test& t) {
  using Kind = program::Access::Kind;
  if (t.kind != Test::Kind::Same || t.access.kind != Kind::Op || t.other.kind != Kind::Op ||
      !t.access.path.empty())
    return nullptr;
  return &t.other.path;
}

bool asks_for_root_op(const Arrangement& a) {
  return std::any_of(a.tests.begin(), a.tests.end(),
                     [](const Test& t) { return same_op_as_root(t) != nullptr; });
}

/// The tests of an arrangement where the root's op is `op`: what must have the same op is asked for
/// it outright.
std::vector<Test> with_root_op(const Arrangement& a, uint32_t op) {
  std::vector<Test> result;
  for (const Test& t : a.tests)
    if (same_op_as_root(t) == nullptr) result.push_back(t);
  for (const Test& same : a.tests)
    if (const program::Path* path = same_op_as_root(same))
      for (Test& t : result)
        if (t.kind == Test::Kind::Op && t.access.path == *path) t.ops = intersection(t.ops, {op});
  return result;
}

class RulesetLowering {
public:
  RulesetLowering(const dsl::Module& module, const dsl::Ruleset& ruleset)
      : module_(module), ruleset_(ruleset) {}

  program::Ruleset run();

private:
  void add_rule(const dsl::Rule& rule, std::vector<Entry>& entries);
  void add_entries(std::vector<Arrangement> arrangements, std::vector<Entry>& entries);
  program::Segment segment(const dsl::RuleBlock& block);
  program::Matcher matcher(const std::vector<Entry>& entries, const std::vector<size_t>& chosen,
                           std::vector<uint32_t> roots) const;
  program::Candidate candidate(const Entry& entry, const std::vector<uint32_t>& roots) const;

  const dsl::Module& module_;
  const dsl::Ruleset& ruleset_;
  program::Ruleset result_;
};

/// Entries for arrangements of the newest action.
void RulesetLowering::add_entries(std::vector<Arrangement> arrangements,
                                  std::vector<Entry>& entries) {
  const auto action = static_cast<uint32_t>(result_.actions.size() - 1);
  for (Arrangement& a : arrangements) {
    std::vector<uint32_t> roots;
    bool known = false;
    for (const Test& t : a.tests)
      if (t.kind == Test::Kind::Op && t.access.path.empty()) {
        roots = t.ops;
        known = true;
      }
    if (!known) roots = all_ops(module_);
    std::sort(roots.begin(), roots.end());
    entries.push_back({action, std::move(a), std::move(roots)});
  }
}

void RulesetLowering::add_rule(const dsl::Rule& rule, std::vector<Entry>& entries) {
  const auto number = static_cast<uint32_t>(result_.rules.size());
  result_.rules.push_back({rule.name, rule.doc, rule.text, rule.span.file,
                           line_of(module_, rule.span), rule.unsound, rule.unsound_why});
  std::vector<Arrangement> plain = arrange(module_, rule.pattern);
  result_.actions.push_back(lower_action(module_, rule, number, plain));
  const program::Action first = result_.actions.back();
  add_entries(std::move(plain), entries);
  if (!rule.extend) return;
  const auto y = static_cast<uint32_t>(rule.variables.size());
  std::vector<Arrangement> extended = arrange_extended(module_, rule.pattern, y, y + 1);
  result_.actions.push_back(extended_action(first, y, y + 1, rule));
  result_.actions.back().bound = bound_variables(result_.actions.back(), extended);
  add_entries(std::move(extended), entries);
}

program::Candidate RulesetLowering::candidate(const Entry& entry,
                                              const std::vector<uint32_t>& roots) const {
  program::Candidate c;
  c.action = entry.action;
  for (const uint32_t var : result_.actions[entry.action].bound)
    for (const program::Binding& b : entry.arrangement.bindings)
      if (b.var == var) c.bindings.push_back({var, narrowed(b.access, roots)});
  c.every = entry.arrangement.every;
  return c;
}

program::Matcher RulesetLowering::matcher(const std::vector<Entry>& entries,
                                          const std::vector<size_t>& chosen,
                                          std::vector<uint32_t> roots) const {
  program::Matcher m;
  m.ops = std::move(roots);
  std::vector<Row> rows;
  for (const size_t i : chosen) {
    Row row;
    row.candidate = static_cast<uint32_t>(m.candidates.size());
    const Arrangement& arrangement = entries[i].arrangement;
    for (Test t : m.ops.size() == 1 ? with_root_op(arrangement, m.ops[0]) : arrangement.tests) {
      if (t.kind == Test::Kind::Op && t.access.path.empty())
        continue; // the table of matchers has asked that
      t.access = narrowed(std::move(t.access), m.ops);
      t.other = narrowed(std::move(t.other), m.ops);
      row.tests.push_back(std::move(t));
    }
    m.candidates.push_back(candidate(entries[i], m.ops));
    rows.push_back(std::move(row));
  }
  m.decisions = decide(rows);
  return m;
}

program::Segment RulesetLowering::segment(const dsl::RuleBlock& block) {
  program::Segment s;
  if (block.when) s.when = lower_expression(module_, *block.when);
  std::vector<Entry> entries;
  for (const dsl::Rule& rule : block.rules)
    add_rule(rule, entries);
  // Ops with the same entries share a matcher, unless a rule asks for the root's op further down.
  std::map<std::vector<size_t>, std::vector<uint32_t>> groups;
  for (const uint32_t op : all_ops(module_)) {
    std::vector<size_t> chosen;
    for (size_t i = 0; i < entries.size(); ++i)
      if (std::binary_search(entries[i].roots.begin(), entries[i].roots.end(), op))
        chosen.push_back(i);
    if (chosen.empty()) continue;
    const bool alone = std::any_of(chosen.begin(), chosen.end(), [&](size_t i) {
      return asks_for_root_op(entries[i].arrangement);
    });
    if (alone)
      s.matchers.push_back(matcher(entries, chosen, {op}));
    else
      groups[chosen].push_back(op);
  }
  for (const auto& [chosen, ops] : groups)
    s.matchers.push_back(matcher(entries, chosen, ops));
  std::sort(
      s.matchers.begin(), s.matchers.end(),
      [](const program::Matcher& a, const program::Matcher& b) { return a.ops[0] < b.ops[0]; });
  return s;
}

program::Ruleset RulesetLowering::run() {
  result_.name = ruleset_.name;
  result_.doc = ruleset_.doc;
  result_.file = ruleset_.span.file;
  result_.kind = static_cast<program::RulesetKind>(static_cast<int>(ruleset_.kind));
  result_.includes = ruleset_.includes;
  result_.uses = ruleset_.uses;
  result_.params = ruleset_.params;
  for (const dsl::RuleBlock& block : ruleset_.blocks) {
    program::Segment s = segment(block);
    if (!s.matchers.empty()) result_.segments.push_back(std::move(s));
  }
  return std::move(result_);
}

} // namespace

program::Program lower(const dsl::Module& module) {
  program::Program program;
  program.symbols = lower_symbols(module);
  for (const dsl::Ruleset& ruleset : module.rulesets)
    program.rulesets.push_back(RulesetLowering(module, ruleset).run());
  return program;
}

} // namespace tenet::gen
