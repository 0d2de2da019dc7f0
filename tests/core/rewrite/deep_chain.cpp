/// Builds chains of NODES nodes (a million unless told), rewrites, writes and frees them, and says
/// what that took:
///
///     deep_chain [NODES]
///
/// A chain leans left or right and mixes ops. A collapsing one is full of terms that rules remove,
/// so that nothing is left of it; in a growing one a rule replaces every node; in a quiet one no
/// rule fires. Each runs in a process of its own, whose peak memory, less that of a process with a
/// chain of one node, is set against the nodes that it made. Exit status 1 if a result is wrong or
/// a node costs more than 120 bytes. Run it under `ulimit -s 256`: nothing may recurse.

#include "core/ir/text.h"
#include "core/rewrite/engine.h"
#include "tests/core/rewrite/terms.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <streambuf>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tenet::test {
namespace {

constexpr double allowed_bytes = 120;

/// 0 + x => x, x + 0 => x and so on.
template <int neutral>
const Node* drop_neutral(Match&, const Node* n) {
  if (is_number(n->src(1), neutral)) return n->src(0);
  return is_number(n->src(0), neutral) ? n->src(1) : nullptr;
}
const HandMade identities("identities", "identities.rules", {"add_zero", "mul_one"},
                          {{Op::ADD, in_order<0, drop_neutral<0>>},
                           {Op::MUL, in_order<1, drop_neutral<1>>}});
/// x // y => x % y
const Node* div_to_mod(Match& m, const Node* n) {
  return m.build(Op::FLOORMOD, n->sources());
}
const HandMade lowering("lowering", "lowering.rules", {"div_to_mod"},
                        {{Op::FLOORDIV, in_order<0, div_to_mod>}});

/// Counts what is written to it.
class Counter : public std::streambuf {
public:
  size_t bytes() const { return bytes_; }

protected:
  int overflow(int c) override {
    ++bytes_;
    return c;
  }
  std::streamsize xsputn(const char*, std::streamsize n) override {
    bytes_ += static_cast<size_t>(n);
    return n;
  }

private:
  size_t bytes_ = 0;
};

enum class Effect { Collapsing, Growing, Quiet };

struct Shape {
  const char* name;
  bool leans_left;
  Effect effect;
  Order order;
};
constexpr std::array<Shape, 8> shapes{{
    {"left  collapsing post", true, Effect::Collapsing, Order::Post},
    {"right collapsing post", false, Effect::Collapsing, Order::Post},
    {"left  quiet      post", true, Effect::Quiet, Order::Post},
    {"right quiet      post", false, Effect::Quiet, Order::Post},
    {"left  growing    post", true, Effect::Growing, Order::Post},
    {"right growing    post", false, Effect::Growing, Order::Post},
    {"left  growing    pre ", true, Effect::Growing, Order::Pre},
    {"right growing    walk", false, Effect::Growing, Order::Walk},
}};

/// The chain; its innermost node is `end`.
const Node* build(Graph& g, const Shape& shape, size_t nodes, const Node* end) {
  const Node* const zero = g.constant(Value::of_int(0), dtypes::weakint);
  const Node* const one = g.constant(Value::of_int(1), dtypes::weakint);
  const bool collapses = shape.effect == Effect::Collapsing;
  const Op quiet[] = {Op::ADD, Op::AND, Op::MUL, Op::FLOORMOD};
  const Node* n = end;
  for (size_t i = 0; i < nodes; ++i) {
    const Op op = shape.effect == Effect::Growing ? Op::FLOORDIV
                  : collapses                     ? (i % 3 == 0 ? Op::MUL : Op::ADD)
                                                  : quiet[i % 4];
    const Node* const other = !collapses ? end : op == Op::MUL ? one : zero;
    n = shape.leans_left ? g.make(op, {n, other}) : g.make(op, {other, n});
  }
  return n;
}

struct Figures {
  size_t nodes = 0;   ///< made
  double seconds = 0; ///< of the processor
  long peak_kib = 0;
  bool right = false;
};

Figures run(const Shape& shape, size_t nodes) {
  Figures f;
  {
    Graph g(vocabulary());
    const Node* const eight = g.constant(Value::of_int(8), dtypes::weakint);
    const Node* const end = g.make(Op::RANGE, {eight}, g.intern_record(std::array<Word, 2>{0, 0}));
    const Node* const root = build(g, shape, nodes, end);
    const Chain chain(vocabulary(), {&identities, &lowering});
    RewriteOptions options;
    options.order = shape.order;
    const Node* const result = rewrite(g, root, chain, options);
    Counter counter;
    std::ostream out(&counter);
    text::write(out, g, result);
    f.nodes = g.node_count();
    switch (shape.effect) {
    case Effect::Collapsing:
      f.right = result == end;
      break;
    case Effect::Quiet:
      f.right = result == root && counter.bytes() > 8 * nodes;
      break;
    case Effect::Growing:
      f.right =
          is(result, Op::FLOORMOD) && result->height == root->height && counter.bytes() > 8 * nodes;
    }
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  f.peak_kib = usage.ru_maxrss;
  f.seconds = double(usage.ru_utime.tv_sec) + double(usage.ru_utime.tv_usec) * 1e-6;
  return f;
}

/// `run` in a process of its own.
Figures run_apart(const Shape& shape, size_t nodes) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    const Figures f = run(shape, nodes);
    const bool written = write(pipe_ends[1], &f, sizeof f) == sizeof f;
    _exit(written ? 0 : 1);
  }
  Figures f;
  close(pipe_ends[1]);
  if (child < 0 || read(pipe_ends[0], &f, sizeof f) != sizeof f) f = {};
  close(pipe_ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return f;
}

bool report(const Shape& shape, size_t nodes) {
  const Figures base = run_apart(shape, 1);
  const Figures f = run_apart(shape, nodes);
  const double bytes =
      f.nodes == 0 ? 0 : double(f.peak_kib - base.peak_kib) * 1024 / double(f.nodes);
  const bool good = f.right && bytes <= allowed_bytes;
  std::printf("%s  %9zu nodes made  %6.1f bytes a node  %6.1f ns a node  %s\n", shape.name, f.nodes,
              bytes, f.nodes == 0 ? 0 : f.seconds * 1e9 / double(f.nodes), good ? "ok" : "FAILED");
  std::fflush(stdout);
  return good;
}

} // namespace
} // namespace tenet::test

int main(int argc, char** argv) {
  const size_t nodes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
  bool good = true;
  for (const tenet::test::Shape& shape : tenet::test::shapes)
    good = tenet::test::report(shape, nodes) && good;
  return good ? 0 : 1;
}
