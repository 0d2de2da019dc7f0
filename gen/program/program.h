#pragma once

#include "gen/program/expression.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The match program: checked rules made ready to be matched, as plain data. It has two readers,
/// the C++ writer and the live matcher, and holds everything that both need; neither looks at the
/// syntax tree again.
///
/// A ruleset is a list of segments (one for each `when`). A segment has one matcher an op: the
/// rules that can match a node of that op, as a decision graph. Its inner nodes ask questions about
/// the matched node, its leaves try a candidate: one rule in one arrangement of its pattern. What a
/// rule does once its pattern has matched is its action, shared by all its candidates.
namespace tenet::program {

// --- the names that programs use ---------------------------------------------------------------

struct Field {
  std::string name;
  Type type;                               ///< as an expression sees it: lists of it included
  std::optional<std::string> default_text; ///< in the text form of graphs
};

struct Op {
  std::string name; ///< `ADD`
  std::string text; ///< `add`
  uint32_t n_fixed = 0;
  bool rest = false; ///< more sources may follow
  bool promotes = false;
  bool literal = false;
  std::vector<bool> declared; ///< by source: it has a declared dtype, which promotion leaves alone
  std::vector<Field> fields;
};

struct DType {
  std::string name;
  bool weak = false, integral = false, boolean = false, floating = false;
};

struct Enum {
  std::string name;
  std::vector<std::string> enumerators;
};

struct Struct {
  std::string name;
  std::vector<Field> fields;
};

struct Extern {
  std::string name;
  std::vector<Type> params;
  Type result;
  bool effect = false;
};

struct Param {
  std::string name;
  Type type;
};

/// Everything that an expression names, by index.
struct Symbols {
  std::vector<std::string> files;
  std::vector<Op> ops;
  std::vector<DType> dtypes;
  std::vector<Enum> enums;
  std::vector<Struct> structs;
  std::vector<std::string> external_types;
  std::vector<Extern> externs;
  std::vector<Param> context_params;
  std::vector<std::string> rulesets;
};

// --- rules -------------------------------------------------------------------------------------

struct Variable {
  std::string name;
  Type type;
  std::vector<uint32_t>
      ops; ///< of a node that a pattern binds: the ops that it may have; empty if any
};

/// A variable and where its value lies.
struct Binding {
  uint32_t var = 0;
  Access access;
};

/// `op(*p)`: each source of the node at `path` must match one of `arrangements`, tried in order.
/// The first source binds the variables; later ones must agree. Lists collect one element for each
/// source.
struct Every {
  Path path;
  uint32_t from = 0; ///< the first source of which it is asked
  struct Arrangement {
    std::vector<Test> tests;        ///< paths begin at the source
    std::vector<Binding> bindings;  ///< one value for all sources
    std::vector<Binding> collected; ///< one element for each source
  };
  std::vector<Arrangement> arrangements;
};

struct Clause {
  enum class Kind : uint8_t { Where, Let, LetTuple };
  Kind kind = Kind::Where;
  uint32_t line = 0;
  std::vector<uint32_t> vars;
  Expr value;
};

enum class RulesetKind : uint8_t { Node, Nodes, NodeStar, Text, Visit, Check };

struct Result {
  enum class Kind : uint8_t { Expr, Error, TextExpr, TextStmt, TextLines, Allow, Deny };
  Kind kind = Kind::Expr;
  uint32_t line = 0;
  Expr value;
  std::vector<Expr> effects;
  Template text;
  std::vector<Template> lines;
  bool done = false;
};

/// What a rule does once its pattern has matched: clauses in the order in which they run (guards
/// before lets that they do not need, effects last), then the result.
struct Action {
  std::string name;  ///< the rule's, `_extended` appended for the second form of `rule extend`
  uint32_t rule = 0; ///< index into Ruleset::rules
  std::vector<Variable> variables;
  std::optional<uint32_t> root; ///< the variable that is the matched node
  std::vector<uint32_t>
      bound; ///< other variables that the pattern binds and the action uses, in order
  std::vector<Clause> clauses;
  Result result;
};

struct Rule {
  std::string name;
  std::string doc;
  std::string text;
  uint32_t file = 0;
  uint32_t line = 0;
  uint8_t unsound = 0;
  std::string unsound_why;
};

// --- matchers ----------------------------------------------------------------------------------

/// One rule in one arrangement: operands of commutative ops in one order, one of the alternatives.
struct Candidate {
  uint32_t action = 0;
  std::vector<Binding> bindings; ///< of `Action::bound`
  std::vector<Every> every;      ///< asked before the guards
};

/// A node of a decision graph. Every chain of decisions ends in `Fail`; a candidate that does not
/// fire goes on with `otherwise`, so that the first rule in order that matches and does not fail
/// wins.
struct Decision {
  enum class Kind : uint8_t {
    Fail,
    Switch, ///< by the op at `test.path`
    Test,
    Try, ///< `candidate`
  };
  struct Case {
    std::vector<uint32_t> ops;
    uint32_t next = 0;
  };
  Kind kind = Kind::Fail;
  Test test;
  std::vector<Case> cases; ///< Switch
  uint32_t candidate = 0;  ///< Try
  uint32_t yes = 0;        ///< Test
  uint32_t otherwise = 0;  ///< Switch, Test, Try
};

struct Matcher {
  std::vector<uint32_t> ops; ///< root ops; several where their decisions are the same
  std::vector<Candidate> candidates;
  std::vector<Decision> decisions; ///< each before those that it leads to; the first is the start
};

struct Segment {
  std::optional<Expr> when;
  std::vector<Matcher> matchers; ///< sorted by first op
};

struct Ruleset {
  std::string name;
  std::string doc;
  uint32_t file = 0;
  RulesetKind kind = RulesetKind::Node;
  std::vector<uint32_t> includes;
  std::vector<uint32_t> uses;
  std::vector<uint32_t> params;
  std::vector<Rule> rules;
  std::vector<Action> actions;
  std::vector<Segment> segments;
};

struct Program {
  Symbols symbols;
  std::vector<Ruleset> rulesets;
};

} // namespace tenet::program
