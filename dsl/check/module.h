#pragma once

#include "dsl/text/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The checked form of a set of `.rules` files: every name resolved, every expression typed,
/// functions inlined, infix spelled out as ops. It is what the checker gives and the generator
/// reads; it holds no error. Declarations are known by their index in the vectors of `Module`.
namespace tenet::dsl {

using DTypeId = uint32_t;
using OpIndex = uint32_t;
using VarId = uint32_t;             ///< index into Rule::variables (or FnScope of a clause)
using OpSet = std::vector<OpIndex>; ///< sorted, without repeats
using DTypeSet = std::vector<DTypeId>;

// --- types of expressions -----------------------------------------------------------------------

struct Type { // NOLINT(misc-no-recursion): a type holds types
  enum class Kind : uint8_t {
    Error, ///< already reported: fits everything
    None,  ///< the type of `none`: fits every Optional; as the DType of a `dtype` clause it rejects
           ///< the sources
    Void,  ///< an effect
    Node,
    Value, ///< the value of a constant: a number, a bool or invalid
    Int,   ///< exact integer of 128 bits
    Float,
    Bool,
    Str,
    DType,
    Op,
    Dim, ///< a dimension of a shape: an Int, or a node
    Interval,
    Enum,     ///< decl: Module::enums
    Struct,   ///< decl: Module::structs
    External, ///< decl: Module::external_types
    List,     ///< args[0]
    Optional, ///< args[0]
    Tuple,    ///< args
  };
  Kind kind = Kind::Error;
  uint32_t decl = 0;
  std::vector<Type> args;

  // NOLINTNEXTLINE(misc-no-recursion): a type holds types
  friend bool operator==(const Type&, const Type&) = default;
};

// --- expressions --------------------------------------------------------------------------------

struct Pattern;

/// Text with holes, of `expr "…"`, `stmt "…"`, `error "…"`, `deny "…"`.
struct TextPiece;
struct NamedExpr;

struct Expr { // NOLINT(misc-no-recursion): an expression holds expressions
  enum class Kind : uint8_t {
    // leaves
    IntLiteral,
    FloatLiteral,
    BoolLiteral,
    StrLiteral,
    InvalidLiteral,
    NoneLiteral,
    DTypeLiteral, ///< decl: dtype
    OpLiteral,    ///< decl: op
    EnumLiteral,  ///< type.decl, decl: enumerator
    Variable,     ///< vars[0]
    ContextParam, ///< decl: index into Module::context_params
    SetLiteral,   ///< of ops or dtypes, at the right of `in`: ops or dtypes
    // on numbers, values, bools, lists
    Unary,  ///< text: "-" "not"
    Binary, ///< text: "+" "-" "*" "/" "//" "%" "&" "|" "^" "<<" ">>" "==" "!=" "<" "<=" ">" ">="
            ///< "and" "or" "++"
    In,     ///< children[0] in children[1]: a SetLiteral, an IntRange or a list
    Is,     ///< children[0] is `pattern`
    If,     ///< condition, then, else
    Field,  ///< children[0].text: a property (see builtins.h), a struct's field, or an argument
            ///< field of a node:
            ///< then `ops` are those that have it; any other op means no match, unless `certain`
    Call,   ///< a builtin: text is its name, children its arguments (see builtins.h)
    ExternCall, ///< decl: Module::externs; text ".": written `target.has(SHR)`, in C++ a member of
                ///< the external type,
                ///< which takes no Match (the only form in `when`)
    Convert,    ///< children[0] is wanted as `type`, see below
    // lists
    List,          ///< items; an item of kind Spread is spliced in
    Spread,        ///< children[0] is a list
    Comprehension, ///< children: source, body, condition?; var (or vars, for pairs) is bound in
                   ///< body and condition
    IntRange,      ///< children: from, to; closed: text == "..="
    Index,         ///< list, position: out of range means no match
    Slice,         ///< list, from, to
    Fold,          ///< children: start, source, step; vars: accumulator, element(s)
    Quantifier,    ///< text: "all" "any"; children: source, condition; vars
    Tuple,
    // nodes (results, lets, and the arguments of vmin/vmax, which build nothing)
    Build,    ///< decl: op; all fields, in declared order; children: sources (Spread allowed)
    BuildVar, ///< like Build with an op known at run time: children[0] of type Op, children[1..]
              ///< the sources
    Rebuild,  ///< children[0]: node n; n.op and n's arguments, changed by `fields`, on
              ///< children[1..]; `keeps_sources` if none given
    Literal,  ///< a literal operand or result: children[0] its value; see `constant`
    Constant, ///< `#(e)`, `#eval(…)`: children[0] its value
    Eval,     ///< `#eval(op, a, b…)`: value of the op on values, wrapping, in the dtype that the
              ///< promotion of the
    ///< nodes of the `#` names gives (`vars`); children[0]: an Op, or a Node whose op and argument
    ///< are meant
    BoundsOf, ///< text: "vmin" "vmax" "exact"; children[0]: a Build-like expression that is not
              ///< built
    Subst,    ///< children: e, then pairs from, to
    Rewrite,  ///< children[0]: e; rulesets
    MadeList, ///< `x'` in a node* ruleset: children[0]
  };

  /// Where a literal or `#(…)` becomes a node, what dtype it has.
  enum class ConstantDType : uint8_t {
    LikeRoot, ///< the whole result: dtype and shape of the root
    WeakKind, ///< a literal operand: weakint, weakfloat or bool, by its kind
    OfNames,  ///< an operand `#(e)`: least upper dtype of the `#` names in it (`vars`: their node
              ///< variables)
    Stated,   ///< `#(e): t`: children[1], of type DType
  };

  Kind kind = Kind::NoneLiteral;
  Type type;
  Span span;
  std::vector<Expr> children;
  std::string text;  ///< operator, field, builtin, digits of a literal, or the string
  double number = 0; ///< FloatLiteral
  uint32_t decl = 0;
  std::vector<VarId> vars;
  std::vector<NamedExpr> fields; ///< argument fields by name
  OpSet ops;
  DTypeSet dtypes;
  std::vector<uint32_t> rulesets;
  std::shared_ptr<const Pattern> pattern;
  ConstantDType constant = ConstantDType::WeakKind;
  bool closed = false;        ///< IntRange: `..=`
  bool keeps_sources = false; ///< Rebuild
  bool certain = false;       ///< Field: the node's op is one of `ops`, by the pattern
};

struct NamedExpr { // NOLINT(misc-no-recursion): an expression holds expressions
  std::string name;
  Expr value;
};

// Convert makes every change of type explicit; from `children[0].type` to `type`:
//   Int, Bool, Float -> Value          always
//   Value -> Int, Bool, Float          no match if the value is of another kind (Int -> Float:
//   always; a Bool is no Int) Int -> Float, Int -> Dim, Node -> Dim, Value -> Dim Int, Value ->
//   Interval             the interval of one value T -> Optional<T>, None -> Optional<T>
//   Optional<T> -> T                   no match if none (only in lets and results)
//   List<T> -> List<U>                 element by element
// A literal or number as a node is a Literal or Constant instead.

struct TextPiece {
  std::string text;                 ///< literal text, if `hole` is null
  std::shared_ptr<const Expr> hole; ///< a Node (its text or name), list, number, string …
  bool is_root = false;             ///< `{root}`: the node's own name
  bool is_list = false;             ///< `{xs, ", "}`: joined by `separator`
  std::string separator;
  std::string format; ///< of `{c:hex}`; empty if none
};
using TextTemplate = std::vector<TextPiece>;

// --- patterns -----------------------------------------------------------------------------------

struct ArgPattern {
  std::string field;                  ///< looked up in each op of the set
  std::optional<VarId> var;           ///< binds; a second use of the name tests equality
  std::shared_ptr<const Expr> equals; ///< or a value that it must equal
};

struct Pattern {
  enum class Kind : uint8_t {
    Any,          ///< any node (`_`, or a name)
    Constant,     ///< `#c`: a literal; its value is bound to `value_var`
    Literal,      ///< a literal of this value, compared in the dtype the parent computes in
    Op,           ///< a node of one of `ops`
    Alternatives, ///< `children`, tried in order
  };

  /// How a source pattern stands in its parent's list of sources.
  enum class Multiplicity : uint8_t {
    One,
    Rest,  ///< `...r`: all remaining sources; `list_var` (none if unnamed)
    Every, ///< `*p`: all sources match this pattern; variables marked `collects` gather a list
  };

  Kind kind = Kind::Any;
  Multiplicity multiplicity = Multiplicity::One;
  Span span;
  std::optional<VarId> var;            ///< the node itself; a second use of a name tests identity
  std::optional<VarId> value_var;      ///< Constant: of type Value; a second use tests equality
  std::optional<VarId> list_var;       ///< Rest, and a collecting `x[]`
  std::optional<VarId> value_list_var; ///< a collecting `#i[]`
  std::optional<VarId>
      op_var; ///< Op: of type Op, a rule family's variable; equal wherever it stands
  std::optional<DTypeSet> dtypes; ///< the node's dtype must be one of these
  std::shared_ptr<const Expr>
      literal; ///< Literal: IntLiteral, FloatLiteral, BoolLiteral or InvalidLiteral
  OpSet ops;
  bool ordered = false; ///< Op: `o!(…)`, also if commutative
  std::vector<ArgPattern> args;
  std::vector<Pattern> children; ///< Op: sources; Alternatives: the alternatives
};

// --- rules --------------------------------------------------------------------------------------

struct Variable {
  std::string name;
  Type type;
  Span span; ///< of its first use
};

struct Clause {
  enum class Kind : uint8_t { Where, Let, LetTuple };
  Kind kind = Kind::Where;
  Span span;
  std::vector<VarId> vars; ///< Let: one, LetTuple: one for each part
  Expr value;              ///< Where: Bool. Let: an Optional is unwrapped, none fails the rule
};

enum class RulesetKind : uint8_t { Node, Nodes, NodeStar, Text, Visit, Check };

struct Result {
  enum class Kind : uint8_t {
    Expr,  ///< Node: a node; Nodes: a List<Node?>; NodeStar: a List<Node>; Visit: `effects`
    Error, ///< `error "…"`: `text`
    TextExpr,
    TextStmt,
    TextLines, ///< `lines`: one template a line
    Allow,
    Deny, ///< Check: message in `text`, may be empty
  };
  Kind kind = Kind::Expr;
  Expr value;
  std::vector<Expr> effects;
  TextTemplate text;
  std::vector<TextTemplate> lines;
  bool done = false; ///< `done`: do not go below this node (pre passes)
};

struct InlineTest {
  std::string rule; ///< or the pass, if `is_pass`
  std::string title;
  bool is_pass = false;
  Span span;
  struct Binding {
    std::string name;
    bool is_const = false; ///< `#c in …` gives constants
    std::string min, max;  ///< as written
    std::optional<DTypeId> dtype;
  };
  std::vector<Binding> bindings;
  Expr input;                      ///< Build-like; variables index `variables`
  std::vector<Variable> variables; ///< those of `bindings` first, in order, all of type Node
  std::optional<Expr> expected;    ///< none: `same`, the rule must not fire
};

struct Rule {
  std::string name;
  std::string doc;
  Span span;
  std::string text; ///< as written, white space made single
  bool extend = false;
  bool is_allow_deny = false;
  uint8_t unsound = 0; ///< nnan 1, ninf 2, nsz 4, reassoc 8, arcp 16, contract 32
  std::string unsound_why;
  std::vector<Variable> variables;
  std::vector<std::pair<VarId, OpSet>> family; ///< `{o in Associative}`
  Pattern pattern;
  std::vector<Clause> clauses;
  Result result;
};

/// Rules in order, or a `when` block of them.
struct RuleBlock {
  std::optional<Expr> when;
  std::vector<Rule> rules;
};

struct Ruleset {
  std::string name;
  std::string doc;
  Span span;
  RulesetKind kind = RulesetKind::Node;
  std::vector<uint32_t> params;   ///< Module::context_params
  std::vector<uint32_t> includes; ///< rulesets, in order; before its own rules
  std::vector<uint32_t> uses;
  std::vector<RuleBlock> blocks;
  std::vector<InlineTest> tests;
};

// --- declarations -------------------------------------------------------------------------------

struct DTypeDecl {
  enum class Kind : uint8_t { Void, Bool, Int, UInt, Float, Opaque };
  std::string name;
  Span span;
  Kind kind = Kind::Opaque;
  bool weak = false, finite = false, unsigned_zero = false;
  uint32_t bits = 0, exponent_bits = 0, mantissa_bits = 0;
};

struct EnumDecl {
  struct Enumerator {
    std::string name;
    std::string text; ///< in the text form; by default its name
  };
  std::string name, doc;
  Span span;
  std::vector<Enumerator> enumerators;
};

/// The type of an argument field.
struct FieldType {
  enum class Kind : uint8_t { Int, Bool, Float, Str, Value, DType, Op, Enum, Struct, List };
  Kind kind = Kind::Int;
  uint32_t decl = 0;                  ///< Enum, Struct
  std::shared_ptr<FieldType> element; ///< List
};

struct FieldDecl {
  std::string name;
  FieldType type;
  std::optional<std::string> default_text; ///< in the graphs' text form
  bool named = false;
  Span span;
};

struct StructDecl {
  std::string name, doc;
  Span span;
  std::vector<FieldDecl> fields;
};

struct TraitDecl {
  std::string name, doc;
  bool is_role = false;
};

struct SourceDecl {
  std::string name;
  bool rest = false;
  std::optional<DTypeSet> dtypes; ///< declared: `cond: bool`
};

struct EvalClause {
  std::optional<DTypeSet>
      computed; ///< for these dtypes that the op computes in; none: for all others
  Expr value;
};

struct OpDecl {
  std::string name; ///< `ADD`; in the text form and in patterns `add`
  std::string text;
  std::string doc;
  Span span;
  std::vector<SourceDecl> sources;
  std::vector<FieldDecl> fields;
  std::string infix;                 ///< empty if none
  std::vector<uint32_t> traits;      ///< Module::traits, roles among them
  std::optional<std::string> closes; ///< name of the rest source whose ranges it closes
  std::vector<std::string> regions;  ///< names of sources that are bodies
  std::vector<Variable> variables;   ///< of the clauses: sources, then fields, then bound ones (the
                                     ///< type of a source differs by clause: see Expr::type)
  std::optional<Expr> dtype;         ///< type DType; sources are Nodes
  std::optional<Expr> shape;         ///< type List<Dim>; sources are Nodes
  std::optional<Expr> bounds;        ///< type Interval; sources are Intervals
  std::vector<EvalClause> evals;     ///< type Value; sources are Values
  std::string smt;
};

struct ParamDecl {
  std::string name;
  Type type;
};

struct ExternDecl {
  std::string name, doc;
  Span span;
  std::vector<ParamDecl> params;
  Type result;
  bool effect = false;
  std::string ensures; ///< as written
};

struct NamedSet {
  std::string name, doc;
  std::vector<uint32_t> members; ///< ops of a group, dtypes of a class
};

struct ExternalType {
  std::string name, doc;
};

struct PassDecl {
  enum class Kind : uint8_t { Pass, Step, Check };
  Kind kind = Kind::Pass;
  std::string name; ///< of a step: the C++ function
  Span span;
  enum class Order : uint8_t { Post, Pre, Walk } order = Order::Post;
  std::vector<uint32_t> rulesets;
  std::vector<std::pair<std::string, Expr>>
      with;              ///< context values set for this pass; in all expressions of a
                         ///< pass, Variable 0 is the root of the graph
  uint32_t function = 0; ///< of a step: Module::externs; takes the root, then `arguments`
  std::vector<Expr> arguments;
  std::optional<Expr> when;
  struct Need {
    std::string pass, reason;
  };
  std::vector<Need> after;
  bool enters_regions = false;
};

struct Pipeline {
  std::string name, doc;
  Span span;
  std::vector<uint32_t> params; ///< Module::context_params
  uint8_t unsound = 0;          ///< relaxations allowed
  std::vector<PassDecl> passes;
};

struct Module {
  std::vector<SourceFile> files; ///< Span::file is an index here
  std::vector<DTypeDecl> dtypes;
  std::vector<std::pair<DTypeId, DTypeId>> promotions; ///< from each to a next wider
  std::vector<EnumDecl> enums;
  std::vector<StructDecl> structs;
  std::vector<TraitDecl> traits;
  std::vector<OpDecl> ops;
  std::vector<NamedSet> groups;
  std::vector<NamedSet> classes;
  std::vector<ExternalType> external_types;
  std::vector<ExternDecl> externs;
  std::vector<ParamDecl> context_params; ///< by name; one type for a name in all files
  std::vector<Ruleset> rulesets;
  std::vector<Pipeline> pipelines;
  std::vector<InlineTest> pass_tests;
};

} // namespace tenet::dsl
