#pragma once

#include "core/rewrite/engine.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace tenet {

/// One entry of a pipeline. The functions find the rule library's `Context` in the match.
struct PassInfo {
  enum class Kind : uint8_t {
    Pass,  ///< rewrites by `rulesets`
    Step,  ///< a C++ function
    Check, ///< a specification: a violation ends the pipeline
  };
  /// An earlier pass without which this one makes no sense, or is not worth its time.
  struct Need {
    std::string_view pass;
    std::string_view reason;
  };

  Kind kind = Kind::Pass;
  std::string_view name;
  Order order = Order::Post;
  std::span<const Ruleset* const> rulesets; ///< Pass, Check
  bool enters_regions = false;
  std::span<const Need> needs;
  std::string_view when_text; ///< as written; empty: always
  bool (*when)(Match& m, const Node* root) = nullptr;
  /// Sets the context's values for this pass.
  void (*with)(Match& m, const Node* root, void* context) = nullptr;
  const Node* (*step)(Match& m, const Node* root) = nullptr;
  uint32_t line = 0;
};

/// Passes in order, as a `.rules` file declares them. Immutable.
struct Pipeline {
  std::string_view name;
  std::string_view doc;
  std::string_view file;
  uint8_t unsound = 0; ///< relaxations that it allows (set of `Unsound`)
  std::span<const PassInfo> passes;
};

struct PipelineOptions {
  /// For every pass: traces, switches of rules, budgets. `order`, `name`, `enter_regions` come from
  /// the pass; `unsound` is ignored.
  RewriteOptions rewrite;
  bool strict = false;         ///< allow no relaxation, whatever the pipeline says
  std::string_view stop_after; ///< name of the last pass to run; empty: all
  /// Called after each pass that ran.
  std::function<void(const PassInfo& pass, const Node* before, const Node* after)> on_pass;
};

/// Runs the passes whose condition holds, one after the other. `context` points to the library's
/// `Context`, which `with` changes. Throws `Error` for a violated check (with the nodes and
/// messages), for a rule that reports one, and for a `stop_after` that names no pass.
const Node* run_pipeline(Graph& graph, const Node* root, const Pipeline& pipeline, void* context,
                         const PipelineOptions& options = {});

/// The pipeline as a numbered list: its passes with their traversal, rulesets, conditions and
/// needs.
std::string table_of_contents(const Pipeline& pipeline);

} // namespace tenet
