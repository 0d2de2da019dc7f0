// The contracts of the functions that simplifying rules call, on random sums.
#include "backends/interp/evaluate.h"
#include "core/ir/text.h"
#include "core/rewrite/engine.h"
#include "patterns/rules.h"

#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <random>

namespace tenet::rules {
namespace {

/// Random weakint expressions over a few variables with bounds, and random values for those.
class RandomSums {
public:
  explicit RandomSums(uint32_t seed) : random_(seed), graph_(vocabulary()), pass_(chain()) {
    pass_.begin(graph_, number(0));
  }

  Graph& graph() { return graph_; }
  Match& match() { return pass_.match(); }
  int128 constant(std::initializer_list<int> choices) { return pick(choices); }

  const Node* number(int128 value) {
    return graph_.constant(Value::of_int(value), graph_.vocabulary().weak_int);
  }
  /// A divisor: a constant, a variable that may be 0, one that is not, or a product of such.
  const Node* divisor() {
    const int kind = below(4);
    const Node* const c = number(pick({2, 3, 4, 6, 8, 12, -1, -2, -4, -6}));
    if (kind == 0) return graph_.build(Op::MUL, {variable(), c});
    return kind == 1 ? variable() : c;
  }
  const Node* sum(int terms) {
    const Node* s = term(2);
    for (int i = 1; i < terms; ++i)
      s = graph_.build(Op::ADD, {s, term(2)});
    return below(2) == 0 ? s : graph_.build(Op::ADD, {s, number(below(41) - 20)});
  }
  const Node* less(const Node* a, const Node* b) { return graph_.build(Op::CMPLT, {a, b}); }
  const Node* variable() {
    struct Bounds {
      const char* name;
      int min, max;
    };
    static constexpr std::array<Bounds, 6> all{
        {{"a", 0, 3}, {"b", 0, 7}, {"c", -5, 5}, {"d", 1, 9}, {"e", -8, -1}, {"f", 0, 100}}};
    const Bounds& b = all[static_cast<size_t>(below(static_cast<int>(all.size())))];
    const std::string text = std::string("(var ") + b.name + " " + std::to_string(b.min) + " " +
                             std::to_string(b.max) + ")";
    return text::read(graph_, text).node;
  }

  /// Values within the bounds.
  void choose_values() {
    const auto set = [&](const char* name, int min, int max) {
      values_.variables[name] = Value::of_int(min + below(max - min + 1));
    };
    set("a", 0, 3);
    set("b", 0, 7);
    set("c", -5, 5);
    set("d", 1, 9);
    set("e", -8, -1);
    set("f", 0, 100);
  }
  Value value(const Node* n) { return interp::evaluate(graph_, n, values_).values.at(0); }
  int128 integer(const Node* n) { return value(n).i; }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

private:
  static const Chain& chain() {
    static const Chain none(vocabulary(), std::span<const Ruleset* const>());
    return none;
  }
  int128 pick(std::initializer_list<int> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }
  const Node* term(int depth) { // NOLINT(misc-no-recursion): depth falls with each call
    const Node* const c = number(pick({2, 3, 4, 5, 6, 7, 8, 9, 12, 24, -1, -2, -3, -4, -8}));
    const int kind = depth == 0 ? below(2) : below(7);
    if (kind == 0) return variable();
    if (kind == 1) return graph_.build(Op::MUL, {variable(), c});
    if (kind == 2) return graph_.build(Op::MUL, {variable(), variable()});
    if (kind == 3) return graph_.build(Op::FLOORDIV, {term(depth - 1), c});
    if (kind == 4) return graph_.build(Op::FLOORMOD, {term(depth - 1), c});
    if (kind == 5)
      return graph_.build(Op::MUL, {graph_.build(Op::ADD, {term(depth - 1), term(depth - 1)}), c});
    return graph_.build(Op::MUL, {graph_.build(Op::MUL, {variable(), c}), divisor()});
  }

  std::mt19937 random_;
  Graph graph_;
  Pass pass_;
  interp::Environment values_;
};

/// Runs `attempt` on many random inputs; it gives a check of its result, or nothing. The check must
/// hold for random values of the variables. At least `enough` inputs must give a result, else the
/// test tests nothing.
template <class Attempt>
void holds_on_random_sums(int enough, const Attempt& attempt) {
  int answered = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    RandomSums sums(seed);
    const std::function<bool()> check = attempt(sums);
    if (!check) continue;
    ++answered;
    for (int i = 0; i < 12; ++i) {
      sums.choose_values();
      INFO("seed " << seed);
      REQUIRE(check());
    }
  }
  CHECK(answered >= enough);
}

using Check = std::function<bool()>;

} // namespace

TEST_CASE("split_multiple takes a sum apart without changing it") {
  holds_on_random_sums(300, [](RandomSums& s) -> Check {
    const Node* const x = s.sum(1 + s.below(4));
    const Node* const d = s.divisor();
    const auto result = split_multiple(s.match(), x, d);
    if (!result) return {};
    const auto [q, r] = *result;
    return [=, &s, q = q, r = r] {
      return s.integer(q) * s.integer(d) + s.integer(r) == s.integer(x);
    };
  });
}

TEST_CASE("congruent finds a quotient and a remainder within the divisor") {
  holds_on_random_sums(300, [](RandomSums& s) -> Check {
    const Node* const x = s.sum(1 + s.below(4));
    const int128 d = s.constant({2, 3, 4, 6, 8, 9, 12, 18, -2, -3, -4, -6, -12});
    const auto result = congruent(s.match(), x, d);
    if (!result) return {};
    const auto [q, f, r] = *result;
    REQUIRE(f != 0);
    REQUIRE(d % f == 0);
    Graph& g = s.graph();
    const Node* const divisor = s.number(d);
    const Node* const part = s.number(d / f);
    const Node* const quotient = g.build(Op::FLOORDIV, {x, divisor});
    const Node* const remainder = g.build(Op::FLOORMOD, {x, divisor});
    const Node* const inner_quotient = g.build(Op::FLOORDIV, {q, part});
    const Node* const inner_remainder = g.build(Op::FLOORMOD, {q, part});
    return [=, &s, q = q, f = f, r = r] {
      const int128 rest = s.integer(r);
      const bool within = f > 0 ? 0 <= rest && rest < f : f < rest && rest <= 0;
      return within && s.integer(q) * f + rest == s.integer(x) &&
             s.integer(quotient) == s.integer(inner_quotient) &&
             s.integer(remainder) == s.integer(inner_remainder) * f + rest;
    };
  });
}

TEST_CASE("residue keeps the remainder") {
  holds_on_random_sums(300, [](RandomSums& s) -> Check {
    const Node* const x = s.sum(1 + s.below(4));
    const Node* const d = s.divisor();
    const Node* const result = residue(s.match(), x, d);
    if (result == nullptr) return {};
    const Node* const before = s.graph().build(Op::FLOORMOD, {x, d});
    const Node* const after = s.graph().build(Op::FLOORMOD, {result, d});
    return [=, &s] { return s.integer(before) == s.integer(after); };
  });
}

TEST_CASE("cancel divides numerator and divisor by a factor that is not 0") {
  holds_on_random_sums(100, [](RandomSums& s) -> Check {
    const Node* const x = s.sum(1 + s.below(2));
    const Node* const d = s.graph().build(Op::MUL, {s.divisor(), s.divisor()});
    const auto result = cancel(s.match(), x, d);
    if (!result) return {};
    const auto [y, e, g] = *result;
    return [=, &s, y = y, e = e, g = g] {
      const int128 factor = s.integer(g);
      return factor != 0 && s.integer(y) * factor == s.integer(x) &&
             s.integer(e) * factor == s.integer(d);
    };
  });
}

TEST_CASE("beyond_quotient finds the quotient in a sum") {
  holds_on_random_sums(100, [](RandomSums& s) -> Check {
    const Node* const x = s.sum(1 + s.below(2));
    const int128 d = s.constant({2, 3, 4, 6});
    const Node* const shifted = s.graph().build(Op::ADD, {x, s.number(d * s.constant({-1, 0, 2}))});
    const Node* const quotient =
        s.graph().build(Op::FLOORDIV, {s.below(3) == 0 ? s.sum(1) : shifted, s.number(d)});
    const Node* const v = s.graph().build(Op::ADD, {s.sum(1), quotient});
    const Node* const result = beyond_quotient(s.match(), v, x, d);
    if (result == nullptr) return {};
    const Node* const plain = s.graph().build(Op::FLOORDIV, {x, s.number(d)});
    return [=, &s] { return s.integer(plain) + s.integer(result) == s.integer(v); };
  });
}

TEST_CASE("beyond_quotient sees through merged quotients") {
  holds_on_random_sums(1000, [](RandomSums& s) -> Check {
    const Node* const y = s.sum(1 + s.below(2));
    const int128 k = s.constant({2, 3, 4, 6}), d = s.constant({2, 3, 5}),
                 c = s.constant({-3, 0, 1, 4});
    const Node* x = s.graph().build(Op::FLOORDIV, {y, s.number(k)});
    if (c != 0) x = s.graph().build(Op::ADD, {x, s.number(c)});
    const Node* const shifted =
        s.graph().build(Op::ADD, {y, s.number(c * k + d * k * s.constant({-1, 0, 2}))});
    const Node* const v = s.graph().build(Op::FLOORDIV, {shifted, s.number(k * d)});
    const Node* const result = beyond_quotient(s.match(), v, x, d);
    if (result == nullptr) return {};
    const Node* const plain = s.graph().build(Op::FLOORDIV, {x, s.number(d)});
    return [=, &s] { return s.integer(plain) + s.integer(result) == s.integer(v); };
  });
}

TEST_CASE("negated gives the sum with the other sign") {
  holds_on_random_sums(100, [](RandomSums& s) -> Check {
    const Node* const x = s.sum(1 + s.below(3));
    const Node* const result = negated(s.match(), x);
    if (result == nullptr) return {};
    return [=, &s] { return s.integer(result) == -s.integer(x); };
  });
}

TEST_CASE("lt_fold and gt_fold keep the answer of a comparison") {
  holds_on_random_sums(100, [](RandomSums& s) -> Check {
    const Node* const x = s.sum(1 + s.below(3));
    const int128 c = s.below(121) - 60;
    const auto less = lt_fold(s.match(), x, c);
    const auto greater = gt_fold(s.match(), x, c);
    if (!less && !greater) return {};
    return [=, &s] {
      const int128 value = s.integer(x);
      return (!less || (value < c) == (s.integer(std::get<0>(*less)) < std::get<1>(*less))) &&
             (!greater ||
              (c < value) == (std::get<1>(*greater) < s.integer(std::get<0>(*greater))));
    };
  });
}

TEST_CASE("unweighted is below 1 where the sum is") {
  holds_on_random_sums(100, [](RandomSums& s) -> Check {
    const Node* const x = s.sum(1 + s.below(2));
    const Node* const result = unweighted(s.match(), x);
    if (result == nullptr) return {};
    return [=, &s] { return (s.integer(result) < 1) == (s.integer(x) < 1); };
  });
}

TEST_CASE("given changes nothing where the condition is as given") {
  holds_on_random_sums(1000, [](RandomSums& s) -> Check {
    const Node* const c = s.less(s.sum(1), s.sum(1));
    const bool value = s.below(2) == 0;
    const Node* const choice = s.graph().build(Op::WHERE, {c, s.sum(1), s.sum(1)});
    const Node* const x =
        s.graph().build(Op::MUL, {s.sum(1), s.graph().build(Op::ADD, {choice, s.sum(1)})});
    const Node* const result = given(s.match(), c, value, x);
    if (result == nullptr) return {};
    return [=, &s] {
      return exact::ne(s.value(c), Value::of_bool(value)) || s.integer(result) == s.integer(x);
    };
  });
}

TEST_CASE("a sum of thousands of terms is taken apart in bounded time") {
  RandomSums s(1);
  const Node* x = s.number(5);
  for (int i = 0; i < 20000; ++i)
    x = s.graph().build(Op::ADD,
                        {x, s.graph().build(Op::MUL, {s.variable(), s.number(i % 7 * 4)})});
  const auto result = split_multiple(s.match(), x, s.number(4));
  REQUIRE(result);
  s.choose_values();
  CHECK(s.integer(std::get<0>(*result)) * 4 + s.integer(std::get<1>(*result)) == s.integer(x));
}

} // namespace tenet::rules
