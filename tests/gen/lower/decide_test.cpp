#include "gen/lower/decide.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

/// Decision graphs are compared with a scan of the rows in order, on random rows and random trees.
namespace tenet::gen {
namespace {

using program::Decision;
using program::Path;
using program::Test;

constexpr uint32_t op_count = 5; ///< an op has as many sources as its number modulo 3

/// A tree to match: what lies at each path.
struct Item {
  uint32_t op = 0, dtype = 0, identity = 0;
};
using Tree = std::map<Path, Item>;

void grow(Tree& tree, std::mt19937& random, const Path& path,
          unsigned depth) { // NOLINT(misc-no-recursion): depth 3
  Item item;
  item.op = depth == 0 ? 0 : random() % op_count;
  item.dtype = random() % 3;
  item.identity = random() % 4;
  tree[path] = item;
  for (uint16_t i = 0; i < item.op % 3; ++i) {
    Path child = path;
    child.push_back(i);
    grow(tree, random, child, depth - 1);
  }
}

/// Fails if a test looks at what does not exist.
bool holds(const Tree& tree, const Test& test) {
  const auto at = tree.find(test.access.path);
  REQUIRE(at != tree.end());
  const auto has = [](const std::vector<uint32_t>& set, uint32_t x) {
    return std::find(set.begin(), set.end(), x) != set.end();
  };
  switch (test.kind) {
  case Test::Kind::Op:
    return has(test.ops, at->second.op);
  case Test::Kind::DType:
    return has(test.dtypes, at->second.dtype);
  case Test::Kind::Same: {
    const auto other = tree.find(test.other.path);
    REQUIRE(other != tree.end());
    return at->second.identity == other->second.identity;
  }
  default:
    return false;
  }
}

std::vector<uint32_t> random_set(std::mt19937& random, uint32_t count, uint32_t stride) {
  std::vector<uint32_t> set;
  const uint32_t first = random() % count;
  for (uint32_t x = first; x < count; x += stride)
    if (x == first || random() % 2 == 0) set.push_back(x);
  return set;
}

/// Tests of a random pattern below `path`; ops of one set have the same number of sources.
// NOLINTNEXTLINE(misc-no-recursion): depth falls with each call
void add_pattern(Row& row, std::vector<Path>& paths, std::mt19937& random, const Path& path,
                 unsigned depth) {
  paths.push_back(path);
  if (random() % 3 == 0) {
    Test t;
    t.kind = Test::Kind::DType;
    t.access.path = path;
    t.dtypes = random_set(random, 3, 1);
    row.tests.push_back(t);
  }
  if (paths.size() > 1 && random() % 4 == 0) {
    Test t;
    t.kind = Test::Kind::Same;
    t.access.path = paths[random() % paths.size()];
    t.other.path = path;
    row.tests.push_back(t);
  }
  if (depth == 0 || random() % 3 == 0) return;
  Test t;
  t.access.path = path;
  t.ops = random_set(random, op_count, 3);
  row.tests.push_back(t);
  for (uint16_t i = 0; i < t.ops[0] % 3; ++i) {
    Path child = path;
    child.push_back(i);
    add_pattern(row, paths, random, child, depth - 1);
  }
}

/// Tests in the order of a pattern: a node's own before those below it.
std::vector<Row> random_rows(std::mt19937& random) {
  std::vector<Row> rows;
  const uint32_t count = 1 + random() % 12;
  for (uint32_t i = 0; i < count; ++i) {
    Row row;
    row.candidate = i;
    std::vector<Path> paths;
    add_pattern(row, paths, random, {}, 3);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Whether a row matches, stopping at the first test that fails as what is below may not exist.
bool matches(const Tree& tree, const Row& row) {
  return std::all_of(row.tests.begin(), row.tests.end(),
                     [&](const Test& t) { return holds(tree, t); });
}

/// The candidates that are tried in order if none of them fires.
std::vector<uint32_t> walk(const std::vector<Decision>& decisions, const Tree& tree) {
  std::vector<uint32_t> tried;
  for (uint32_t at = 0;;) {
    const Decision& d = decisions[at];
    switch (d.kind) {
    case Decision::Kind::Fail:
      return tried;
    case Decision::Kind::Try:
      tried.push_back(d.candidate);
      at = d.otherwise;
      break;
    case Decision::Kind::Test:
      at = holds(tree, d.test) ? d.yes : d.otherwise;
      break;
    case Decision::Kind::Switch: {
      const auto found = tree.find(d.test.access.path);
      REQUIRE(found != tree.end());
      uint32_t next = d.otherwise;
      for (const Decision::Case& c : d.cases)
        if (std::find(c.ops.begin(), c.ops.end(), found->second.op) != c.ops.end()) next = c.next;
      at = next;
      break;
    }
    }
  }
}

void compare_with_scan(uint32_t seed, size_t states_per_row) {
  std::mt19937 random(seed);
  const std::vector<Row> rows = random_rows(random);
  const std::vector<Decision> decisions = decide(rows, states_per_row);
  for (int i = 0; i < 30; ++i) {
    Tree tree;
    grow(tree, random, {}, 3);
    std::vector<uint32_t> expected;
    for (const Row& row : rows)
      if (matches(tree, row)) expected.push_back(row.candidate);
    INFO("seed " << seed);
    REQUIRE(walk(decisions, tree) == expected);
  }
}

TEST_CASE("a decision graph tries the rows that match, in order") {
  for (uint32_t seed = 0; seed < 400; ++seed)
    compare_with_scan(seed, 8);
}

TEST_CASE("rows that are cut into parts are tried as one would try them uncut") {
  for (uint32_t seed = 0; seed < 200; ++seed)
    compare_with_scan(seed, 1);
}

TEST_CASE("every decision comes before those that it leads to") {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    const std::vector<Decision> decisions = decide(random_rows(random));
    for (uint32_t i = 0; i < decisions.size(); ++i) {
      const Decision& d = decisions[i];
      for (const Decision::Case& c : d.cases)
        CHECK(c.next > i);
      if (d.kind == Decision::Kind::Test) CHECK(d.yes > i);
      if (d.kind != Decision::Kind::Fail) CHECK(d.otherwise > i);
    }
  }
}

TEST_CASE("rows that ask the same share their questions") {
  Row a, b;
  Test op;
  op.access.path = {1};
  op.ops = {2};
  a.tests = {op};
  b = a;
  b.candidate = 1;
  const std::vector<Decision> decisions = decide({a, b});
  CHECK(decisions.size() == 4); // one switch, two tries, the end
}

} // namespace
} // namespace tenet::gen
