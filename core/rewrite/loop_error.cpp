#include "core/base/error.h"
#include "core/ir/text.h"
#include "core/rewrite/engine.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

/// What the engine says where rewriting does not settle.
///
/// A loop that comes back to a node in progress is exact: the rules that fired between that node
/// and itself. A growing loop never comes back; there the firings that followed from one another
/// are known, and the shortest run that the second half of them repeats is what goes round. In `a b
/// c a b c a b` that is `c a b`. Quadratic in the length that is looked at, which is bounded.
namespace tenet {

namespace {

constexpr size_t looked_at = 1024; ///< of the last firings

/// The shortest p so that the run repeats with period p over its last half; all of it if it does
/// not repeat.
size_t period(std::span<const RuleInfo* const> run) {
  for (size_t p = 1; 4 * p <= run.size(); ++p) {
    bool repeats = true;
    for (size_t i = run.size() / 2; i < run.size() && repeats; ++i)
      repeats = run[i] == run[i - p];
    if (repeats) return p;
  }
  return run.size();
}

/// The shortest p that divides the length so that the run is one part repeated.
size_t unit(std::span<const RuleInfo* const> run) {
  for (size_t p = 1; 2 * p <= run.size(); ++p) {
    if (run.size() % p != 0) continue;
    bool repeats = true;
    for (size_t i = p; i < run.size() && repeats; ++i)
      repeats = run[i] == run[i - p];
    if (repeats) return p;
  }
  return run.size();
}

/// `a` (f.rules:3), `b` (g.rules:7)
std::string names_of(std::span<const RuleInfo* const> run) {
  constexpr size_t shown = 32;
  std::string text;
  for (size_t i = 0; i < std::min(run.size(), shown); ++i) {
    const RuleInfo& r = *run[i];
    if (i > 0) text += ", ";
    text += "`" + std::string(r.name) + "` (" + std::string(r.file) + ":" + std::to_string(r.line) +
            ")";
  }
  if (run.size() > shown) text += ", and " + std::to_string(run.size() - shown) + " more";
  return text;
}

} // namespace

void Pass::report_loop(const Node* reached, size_t firings) const {
  const size_t n = std::min(firings, path_.size());
  std::vector<const RuleInfo*> run(path_.end() - static_cast<std::ptrdiff_t>(n), path_.end());
  run.resize(unit(run));
  throw Error("pass `" + std::string(options_.name) + "` does not settle: " + names_of(run) +
              (run.size() == 1 ? " comes" : " come") + " back to `" +
              text::excerpt(match_.vocabulary(), reached) + "`");
}

void Pass::report_growth(const Node* n) const {
  const size_t length = std::min(path_.size(), looked_at);
  std::vector<const RuleInfo*> run(path_.end() - static_cast<std::ptrdiff_t>(length), path_.end());
  run.erase(run.begin(), run.end() - static_cast<std::ptrdiff_t>(period(run)));
  throw Error("pass `" + std::string(options_.name) + "` does not settle: after " +
              std::to_string(path_.size()) + " firings that follow from one another " +
              names_of(run) + (run.size() == 1 ? " goes" : " go") + " on at `" +
              text::excerpt(match_.vocabulary(), n) + "`");
}

void Pass::report_misfit(const Node* n, std::span<const Node* const> sources) const {
  const Vocabulary& v = match_.vocabulary();
  throw Error("pass `" + std::string(options_.name) + "` cannot build `" +
              std::string(v.op(n->op).text) +
              "` on new sources: " + match_.graph_->explain(n->op, sources, n->arg) +
              ", instead of `" + text::excerpt(v, n) + "`");
}

} // namespace tenet
