#include "gen/lower/decide.h"

#include "gen/program/dump.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace tenet::gen {
namespace {

using program::Decision;
using program::Path;
using program::Test;

using TestId = uint32_t;

/// The open tests of one row.
struct OpenRow {
  uint32_t row = 0;
  std::vector<TestId> tests;

  friend auto operator<=>(const OpenRow&, const OpenRow&) = default;
};
using State = std::vector<OpenRow>;

bool is_prefix(const Path& a, const Path& b) {
  return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin());
}

bool includes(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  return std::all_of(b.begin(), b.end(),
                     [&](uint32_t x) { return std::find(a.begin(), a.end(), x) != a.end(); });
}

bool disjoint(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  return std::none_of(b.begin(), b.end(),
                      [&](uint32_t x) { return std::find(a.begin(), a.end(), x) != a.end(); });
}

/// What the answer to a test says about another one.
enum class Verdict : uint8_t { Open, Holds, Fails };

/// 0 and 1 differ in every dtype; other numbers may be one value in a narrow one.
bool exclusive_literals(const program::Expr& a, const program::Expr& b) {
  const auto bit = [](const program::Expr& e) {
    return e.kind == program::Expr::Kind::IntLiteral && (e.text == "0" || e.text == "1");
  };
  return bit(a) && bit(b) && a.text != b.text;
}

Verdict after_sources(const Test& asked, bool yes, const Test& t) {
  const bool exact = asked.kind == Test::Kind::Sources, wants_exact = t.kind == Test::Kind::Sources;
  if (exact && yes)
    return (wants_exact ? t.count == asked.count : t.count <= asked.count) ? Verdict::Holds
                                                                           : Verdict::Fails;
  if (exact) return wants_exact && t.count == asked.count ? Verdict::Fails : Verdict::Open;
  if (yes) {
    if (wants_exact) return t.count < asked.count ? Verdict::Fails : Verdict::Open;
    return t.count <= asked.count ? Verdict::Holds : Verdict::Open;
  }
  return t.count >= asked.count ? Verdict::Fails : Verdict::Open;
}

Verdict after_dtype(const Test& asked, bool yes, const Test& t) {
  if (yes) {
    if (includes(t.dtypes, asked.dtypes)) return Verdict::Holds;
    return disjoint(t.dtypes, asked.dtypes) ? Verdict::Fails : Verdict::Open;
  }
  return includes(asked.dtypes, t.dtypes) ? Verdict::Fails : Verdict::Open;
}

/// `t` is another test than `asked`.
Verdict after(const Test& asked, bool yes, const Test& t) {
  if (asked.access.path != t.access.path) return Verdict::Open;
  const auto counts = [](const Test& x) {
    return x.kind == Test::Kind::Sources || x.kind == Test::Kind::MinSources;
  };
  if (counts(asked) && counts(t)) return after_sources(asked, yes, t);
  if (asked.kind != t.kind) return Verdict::Open;
  if (asked.kind == Test::Kind::DType) return after_dtype(asked, yes, t);
  if (asked.kind == Test::Kind::Literal && yes && exclusive_literals(*asked.value, *t.value))
    return Verdict::Fails;
  return Verdict::Open;
}

class Decider {
public:
  Decider(const std::vector<Row>& rows, size_t states_per_row)
      : rows_(rows), states_per_row_(states_per_row) {}

  std::vector<Decision> run();

private:
  TestId intern(const Test& test);
  void decide_range(size_t begin, size_t end);
  std::optional<uint32_t> decide(const State& state);
  std::optional<uint32_t> decide_switch(const State& state, const Test& test);
  std::optional<uint32_t> decide_test(const State& state, TestId id);
  TestId choose(const State& state) const;
  bool ready(const OpenRow& row, const Test& test) const;
  size_t score(const State& state, TestId id) const;
  State after_op(const State& state, const Path& path, uint32_t op, bool other) const;
  State after_test(const State& state, TestId id, bool yes) const;
  uint32_t add(Decision d) {
    decisions_.push_back(std::move(d));
    return static_cast<uint32_t>(decisions_.size() - 1);
  }

  const std::vector<Row>& rows_;
  const size_t states_per_row_;
  std::vector<Test> tests_;
  std::map<std::string, TestId> test_ids_;
  std::vector<std::vector<TestId>> row_tests_;
  std::vector<Decision> decisions_; ///< each behind those that it leads to
  std::map<State, uint32_t> known_;
  uint32_t end_ = 0; ///< where to go when no row is left
  size_t limit_ = 0; ///< of `decisions_`, for the range at work
};

TestId Decider::intern(const Test& test) {
  const auto [found, fresh] =
      test_ids_.emplace(program::to_text(test), static_cast<TestId>(tests_.size()));
  if (fresh) tests_.push_back(test);
  return found->second;
}

/// A test may be asked when all that it looks at is known to exist: the ops above it, and the op of
/// what it reads.
bool Decider::ready(const OpenRow& row, const Test& test) const {
  const auto blocks = [&](const Test& open, const Path& path, bool reads_op) {
    const bool op = open.kind == Test::Kind::Op;
    if (!op && open.kind != Test::Kind::Sources && open.kind != Test::Kind::MinSources)
      return false;
    if (!is_prefix(open.access.path, path)) return false;
    return open.access.path.size() < path.size() || (op && reads_op);
  };
  const bool reads_op =
      test.kind != Test::Kind::Op && test.kind != Test::Kind::DType &&
      test.kind != Test::Kind::SameDType &&
      !(test.kind == Test::Kind::Same && test.access.kind == program::Access::Kind::Node);
  const bool has_other = test.kind == Test::Kind::Same || test.kind == Test::Kind::SameDType;
  return std::none_of(row.tests.begin(), row.tests.end(), [&](TestId id) {
    const Test& open = tests_[id];
    return blocks(open, test.access.path, reads_op) ||
           (has_other && blocks(open, test.other.path, reads_op));
  });
}

/// How many rows ask the same.
size_t Decider::score(const State& state, TestId id) const {
  const Test& test = tests_[id];
  size_t askers = 0;
  for (const OpenRow& row : state) {
    const bool asks = std::any_of(row.tests.begin(), row.tests.end(), [&](TestId other) {
      if (test.kind != Test::Kind::Op) return other == id;
      return tests_[other].kind == Test::Kind::Op && tests_[other].access.path == test.access.path;
    });
    askers += asks ? 1 : 0;
  }
  const size_t cheap = test.kind == Test::Kind::Op                                       ? 2
                       : test.kind == Test::Kind::DType || test.kind == Test::Kind::Same ? 1
                                                                                         : 0;
  return askers * 4 + cheap;
}

TestId Decider::choose(const State& state) const {
  const OpenRow& first = state[0];
  TestId best = first.tests[0];
  size_t best_score = 0;
  for (const TestId id : first.tests) {
    if (!ready(first, tests_[id])) continue;
    const size_t s = score(state, id);
    if (s > best_score) {
      best = id;
      best_score = s;
    }
  }
  return best;
}

/// Rows left where the op at `path` is `op`, or none that any row asks for.
State Decider::after_op(const State& state, const Path& path, uint32_t op, bool other) const {
  State result;
  for (const OpenRow& row : state) {
    OpenRow left{row.row, {}};
    bool fails = false;
    for (const TestId id : row.tests) {
      const Test& t = tests_[id];
      if (t.kind != Test::Kind::Op || t.access.path != path)
        left.tests.push_back(id);
      else
        fails = fails || other || std::find(t.ops.begin(), t.ops.end(), op) == t.ops.end();
    }
    if (!fails) result.push_back(std::move(left));
  }
  return result;
}

State Decider::after_test(const State& state, TestId asked, bool yes) const {
  State result;
  for (const OpenRow& row : state) {
    OpenRow left{row.row, {}};
    bool fails = false;
    for (const TestId id : row.tests) {
      const Verdict verdict = id == asked ? (yes ? Verdict::Holds : Verdict::Fails)
                                          : after(tests_[asked], yes, tests_[id]);
      fails = fails || verdict == Verdict::Fails;
      if (verdict == Verdict::Open) left.tests.push_back(id);
    }
    if (!fails) result.push_back(std::move(left));
  }
  return result;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the rows have tests
std::optional<uint32_t> Decider::decide_switch(const State& state, const Test& test) {
  const Path& path = test.access.path;
  std::vector<uint32_t> asked;
  for (const OpenRow& row : state)
    for (const TestId id : row.tests)
      if (tests_[id].kind == Test::Kind::Op && tests_[id].access.path == path)
        asked.insert(asked.end(), tests_[id].ops.begin(), tests_[id].ops.end());
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());

  Decision d;
  d.kind = Decision::Kind::Switch;
  d.test = test;
  d.test.ops.clear();
  const std::optional<uint32_t> otherwise = decide(after_op(state, path, 0, true));
  if (!otherwise) return std::nullopt;
  d.otherwise = *otherwise;
  for (const uint32_t op : asked) {
    const std::optional<uint32_t> next = decide(after_op(state, path, op, false));
    if (!next) return std::nullopt;
    if (*next == d.otherwise) continue;
    const auto same = std::find_if(d.cases.begin(), d.cases.end(),
                                   [&](const Decision::Case& c) { return c.next == *next; });
    if (same != d.cases.end())
      same->ops.push_back(op);
    else
      d.cases.push_back({{op}, *next});
  }
  if (d.cases.empty()) return d.otherwise;
  return add(std::move(d));
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the rows have tests
std::optional<uint32_t> Decider::decide_test(const State& state, TestId id) {
  Decision d;
  d.kind = Decision::Kind::Test;
  d.test = tests_[id];
  const std::optional<uint32_t> no = decide(after_test(state, id, false));
  if (!no) return std::nullopt;
  const std::optional<uint32_t> yes = decide(after_test(state, id, true));
  if (!yes) return std::nullopt;
  if (*yes == *no) return yes;
  d.yes = *yes;
  d.otherwise = *no;
  return add(std::move(d));
}

/// The decision for a state; none if the limit is reached.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the rows have tests
std::optional<uint32_t> Decider::decide(const State& state) {
  if (state.empty()) return end_;
  if (const auto found = known_.find(state); found != known_.end()) return found->second;
  if (decisions_.size() >= limit_) return std::nullopt;
  std::optional<uint32_t> result;
  if (state[0].tests.empty()) {
    const std::optional<uint32_t> rest = decide({state.begin() + 1, state.end()});
    if (!rest) return std::nullopt;
    Decision d;
    d.kind = Decision::Kind::Try;
    d.candidate = rows_[state[0].row].candidate;
    d.otherwise = *rest;
    result = add(std::move(d));
  } else {
    const TestId id = choose(state);
    result = tests_[id].kind == Test::Kind::Op ? decide_switch(state, tests_[id])
                                               : decide_test(state, id);
  }
  if (result) known_.emplace(state, *result);
  return result;
}

/// Decides rows [begin, end); where none of them is left it goes to `end_`, and `end_` is then its
/// start.
void Decider::decide_range(size_t begin, size_t end) { // NOLINT(misc-no-recursion): halves
  State state;
  for (size_t i = begin; i < end; ++i)
    state.push_back({static_cast<uint32_t>(i), row_tests_[i]});
  const size_t before = decisions_.size();
  known_.clear();
  limit_ = end - begin > 1 ? before + states_per_row_ * (end - begin) : ~size_t{0};
  if (const std::optional<uint32_t> start = decide(state)) {
    end_ = *start;
    return;
  }
  decisions_.resize(before);
  const size_t middle = begin + (end - begin) / 2;
  decide_range(middle, end);
  decide_range(begin, middle);
}

/// Only decisions that can be reached, each before those that it leads to.
std::vector<Decision> in_order(const std::vector<Decision>& decisions, uint32_t start) {
  std::vector<bool> reached(decisions.size());
  reached[start] = true;
  std::vector<uint32_t> number(decisions.size());
  uint32_t count = 0;
  for (size_t i = start + 1; i-- > 0;) {
    if (!reached[i]) continue;
    number[i] = count++;
    const Decision& d = decisions[i];
    for (const Decision::Case& c : d.cases)
      reached[c.next] = true;
    if (d.kind == Decision::Kind::Test) reached[d.yes] = true;
    if (d.kind != Decision::Kind::Fail) reached[d.otherwise] = true;
  }
  std::vector<Decision> result(count);
  for (size_t i = 0; i < decisions.size(); ++i) {
    if (!reached[i]) continue;
    Decision d = decisions[i];
    for (Decision::Case& c : d.cases)
      c.next = number[c.next];
    if (d.kind == Decision::Kind::Test) d.yes = number[d.yes];
    if (d.kind != Decision::Kind::Fail) d.otherwise = number[d.otherwise];
    result[number[i]] = std::move(d);
  }
  return result;
}

std::vector<Decision> Decider::run() {
  for (const Row& row : rows_) {
    std::vector<TestId> ids;
    for (const Test& t : row.tests) {
      const TestId id = intern(t);
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
    row_tests_.push_back(std::move(ids));
  }
  end_ = add({});
  decide_range(0, rows_.size());
  return in_order(decisions_, end_);
}

} // namespace

std::vector<Decision> decide(const std::vector<Row>& rows, size_t states_per_row) {
  return Decider(rows, states_per_row).run();
}

} // namespace tenet::gen
