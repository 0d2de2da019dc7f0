#pragma once

#include "core/ir/node.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace tenet {

class Match;

/// What a rule's result is.
enum class RulesetKind : uint8_t {
  Node,     ///< one node that replaces the root
  Nodes,    ///< a list, such as the gradients of the sources
  NodeStar, ///< the nodes that stand for the root in a linear form
  Text,     ///< text of an expression, a statement or lines
  Visit,    ///< calls on the context
  Check,    ///< allow or deny
};

/// Relaxations that a rule may need although it is not an identity (a set of flags).
enum class Unsound : uint8_t {
  None = 0,
  Nnan = 1,
  Ninf = 2,
  Nsz = 4,
  Reassoc = 8,
  Arcp = 16,
  Contract = 32
};

struct RuleInfo {
  std::string_view name;
  std::string_view ruleset;
  std::string_view file; ///< relative path of the `.rules` file
  uint32_t line = 0;
  std::string_view doc;
  std::string_view text;        ///< the rule as written, one line
  uint8_t unsound = 0;          ///< set of `Unsound`
  std::string_view unsound_why; ///< empty if sound
};

/// A compiled matcher for one root op: the replacement of `n`, or null. Calls `Match::attempt` and
/// `Match::fire`.
using NodeMatcher = const Node* (*)(Match& m, const Node* n);
/// A compiled matcher of the other kinds: true if a rule fired; the result lies in the match's
/// sinks.
using SinkMatcher = bool (*)(Match& m, const Node* n);

struct MatcherEntry {
  OpId op;
  NodeMatcher node = nullptr; ///< kinds Node
  SinkMatcher sink = nullptr; ///< all other kinds
};

/// A run of rules of a ruleset under one `when` condition.
struct Segment {
  bool (*when)(const void* context) = nullptr; ///< null: always
  std::span<const MatcherEntry> matchers;      ///< sorted by op, one an op
};

/// A compiled ruleset: immutable, shared by all chains. Includes come before its own segments.
struct Ruleset {
  std::string_view name;
  RulesetKind kind = RulesetKind::Node;
  std::span<const RuleInfo> rules;
  std::span<const Ruleset* const> includes;
  std::span<const Segment> segments;
};

} // namespace tenet
