#pragma once

#include "dsl/text/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The syntax tree of one `.rules` file, as written: nothing is looked up and nothing is typed.
/// Patterns, guards, results, clauses of ops and sets of ops share one kind of node, `Expr`,
/// because they share one notation; the checker reads an `Expr` as the one or the other by where it
/// stands.
namespace tenet::dsl::syntax {

struct Name {
  std::string text; ///< empty if there is none
  Span span;

  explicit operator bool() const { return !text.empty(); }
};

struct Expr;
struct Argument;
struct TextPiece;

/// A string as written: literal text and `{holes}`.
struct Text {
  Span span;         ///< with its quotes
  std::string plain; ///< the whole text, escapes read, holes as they are written
  std::vector<TextPiece> pieces;
};

struct Expr {
  enum class Kind : uint8_t {
    // leaves; `text` holds the name or the digits as written
    Name,     ///< a variable, op, group, dtype, enumerator … ; `x`
    Wildcard, ///< `_`
    Constant, ///< `#c`; text is `c`
    Int,      ///< decimal or `0x` digits, without sign
    Float,    ///< with `.` or exponent, or `inf`, `nan`
    Bool,     ///< `true`, `false`
    Invalid,
    None,
    String, ///< `string`
    Output, ///< `expr "…"`, `stmt "…"`, `error "…"`: text is the word, `string` the template
    // wrapping one or two
    Computed, ///< `#(e)`: children[0]; `#(e): t` is Typed of it. `#eval(op, a)`: the same with
              ///< `is_eval`,
              ///< children[0] a Call of the name `eval`
    Typed,    ///< `p:class`: children[0], children[1] (a name, field, or set expression)
    At,       ///< `n@p`: `names[0]`, children[0]
    Unary,    ///< text `-` or `not`
    Binary,   ///< text `+ - * / // % & | ^ << >> == != < <= > >= and or ++`
    In,       ///< children[0] in children[1]; `negated` for `not in`
    Is,       ///< children[0] is the pattern children[1]; `negated` for `is not`
    If,       ///< condition, then, else
    Field,    ///< children[0].text
    Range,    ///< children[0]`..`children[1]; `closed` for `..=`
    Arrow,    ///< children[0]` -> `children[1], an argument of `subst`
    // calls
    Call,  ///< children[0] is what is called (a name, or a set in parentheses), then the sources;
           ///< `args`
    Index, ///< `e[args]` with no `(` behind: an element, a slice (one Range), or changed fields of
           ///< a node
    Collect, ///< `x[]`, `#i[]`: children[0]
    Made,    ///< `x'`: children[0]
    // lists
    Rest,          ///< `...r`, `...[list]`: children[0]; bare `...`: no child
    Every,         ///< `*p`: children[0]
    List,          ///< `[a, ...b]`
    Set,           ///< `{A, B}`
    Tuple,         ///< `(a, b)`
    Comprehension, ///< `[body for names in source if condition]`; children: source, body, condition
                   ///< (if any)
    Quantifier,    ///< `all(condition for names in source)`; text `all` or `any`; children: source,
                   ///< condition
    Fold,          ///< `fold acc = start for names in source do step`; names: acc, then the others;
                   ///< children: start, source, step
  };

  Kind kind = Kind::None;
  bool parenthesized = false; ///< stood in parentheses of its own: `(p or q)`
  bool negated = false;       ///< In, Is
  bool closed = false;        ///< Range
  bool ordered = false;       ///< Call: `o!(…)`
  bool is_eval = false;       ///< Computed
  bool has_args = false;      ///< Call, Index: brackets stand there, even if empty
  Span span;
  Span operator_span; ///< of `text` in Unary, Binary, Field, In, Is; else empty
  std::string text;
  std::vector<Expr> children;
  std::vector<Argument> args; ///< Call, Index: in brackets, in order
  std::vector<Name> names;
  Text string;
};

/// One entry in brackets: `kind`, `kind: reduce`.
struct Argument {
  Name field; ///< empty if by position
  Expr value;
};

/// Literal text, or a hole `{x}`, `{xs, ", "}`, `{c:hex}`.
struct TextPiece {
  Span span;
  std::string text;                     ///< literal text with escapes read, if there is no hole
  std::optional<Expr> hole;             ///< `{root}` is the name `root`
  std::optional<std::string> separator; ///< of `{xs, ", "}`
  std::string format;                   ///< of `{c:hex}`; empty if none
};

/// A type: `Node`, `Node?`, `list<int>`, `(Node, int)` (name `tuple`).
struct TypeRef {
  Span span;
  std::string name;
  std::vector<TypeRef> args;
  bool optional = false;
};

struct Param {
  Name name;
  std::optional<TypeRef> type;
};

// --- vocabulary
// -----------------------------------------------------------------------------------------------------

/// `float32 : float 32 exponent 8 mantissa 23`.
struct DTypeDecl {
  struct Word {
    Name word;
    std::optional<uint32_t> number; ///< the number behind it
  };
  std::string doc;
  Span span;
  Name name;
  std::vector<Word> words; ///< behind the colon: the kind first, with its bits if given
};

/// `promote a -> b -> c, d`: each name of a stage promotes to each of the next.
struct Promotion {
  Span span;
  std::vector<std::vector<Name>> stages;
};

/// `class int = …` or `group Movement = …`: a set expression over names with `|`, `&`, `-`, `{…}`,
/// `trait(…)`.
struct SetDecl {
  std::string doc;
  Span span;
  Name name;
  Expr value;
};

struct EnumDecl {
  struct Enumerator {
    Name name;
    std::optional<Text> text; ///< `loop = "weak"`
  };
  std::string doc;
  Span span;
  Name name;
  std::vector<Enumerator> enumerators;
};

/// A field of a struct or an argument of an op.
struct FieldDecl {
  Span span;
  Name name;
  TypeRef type;
  std::optional<Expr> default_value;
  bool named = false; ///< is written with its name in the text form
};

struct StructDecl {
  std::string doc;
  Span span;
  Name name;
  std::vector<FieldDecl> fields;
};

/// `trait name "doc"` or `role name "doc"`.
struct TraitDecl {
  std::string doc;
  Span span;
  Name name;
  bool is_role = false;
};

struct SourceDecl {
  Span span;
  Name name;
  bool rest = false;               ///< `...xs`
  std::optional<Expr> dtype_class; ///< `cond: bool`
};

struct OpClause {
  enum class Kind : uint8_t {
    DType,
    Shape,
    Bounds,
    Eval,
    Smt,    ///< `text`; absent for `smt none`
    Closes, ///< `names`
    Region, ///< `names`
  };
  Kind kind = Kind::DType;
  Span span;
  std::vector<Expr> classes; ///< Eval: `eval int, bool: …`; empty: all others
  std::optional<Expr> value; ///< DType, Shape, Bounds, Eval
  std::optional<Text> text;
  std::vector<Name> names;
};

struct OpDecl {
  std::string doc;
  Span span;
  Name name;
  std::vector<SourceDecl> sources;
  std::vector<FieldDecl> fields;
  std::optional<Text> infix;
  std::vector<Name> traits; ///< and roles
  std::vector<OpClause> clauses;
};

// --- functions
// ------------------------------------------------------------------------------------------------------

/// `extern type Target`.
struct ExternTypeDecl {
  std::string doc;
  Span span;
  Name name;
};

/// `extern fn f(x: Node) -> Node? ensures …` or `effect fn f(x: Node)`.
struct ExternDecl {
  std::string doc;
  Span span;
  Name name;
  std::vector<Param> params;     ///< with types
  std::optional<TypeRef> result; ///< absent: nothing
  bool effect = false;
  std::vector<Expr> ensures;
};

struct Clause {
  enum class Kind : uint8_t { Where, Let, LetTuple };
  Kind kind = Kind::Where;
  Span span;
  std::vector<Name> names; ///< Let: one; LetTuple: one for each part
  Expr value;
};

/// `fn f(x, y) = body`, with `where let …` behind the body if wanted.
struct FnDecl {
  std::string doc;
  Span span;
  Name name;
  std::vector<Param> params;
  Expr body;
  std::vector<Clause> clauses;
};

// --- rules
// ----------------------------------------------------------------------------------------------------------

/// `unsound[nnan, nsz] "why"`.
struct Unsound {
  Span span;
  std::vector<Name> flags;
  std::optional<Text> why;
};

/// `{o in Associative}` behind a rule's name.
struct Family {
  Name variable;
  Expr set;
};

struct Rule {
  enum class Kind : uint8_t {
    Rewrite, ///< `rule name: pattern … => results`
    Allow,   ///< `allow pattern where … else "message"`, nameless
    Deny,    ///< `deny pattern where … "message"`, nameless
  };
  Kind kind = Kind::Rewrite;
  std::string doc;
  Span span;
  Name name;
  bool extend = false;
  std::vector<Family> families;
  Expr pattern;
  std::vector<Clause> clauses;
  std::optional<Unsound> unsound;
  std::vector<Expr> results; ///< more than one only in `visit` rulesets: `=> mark(x), mark(y)`
  bool done = false;
  std::optional<Text> message; ///< Allow, Deny
};

struct TestBinding {
  Span span;
  bool is_constant = false; ///< `#c`
  Name name;
  std::optional<Expr> min, max; ///< both or neither
  bool closed = false;          ///< `..=`: max is included
  std::optional<Expr> dtype;
};

/// `test rule "case" (a in 0..=7) { input => expected }`.
struct TestDecl {
  std::string doc;
  Span span;
  Name subject; ///< the rule, or with `is_pass` the pass
  bool is_pass = false;
  std::optional<Text> title;
  std::vector<TestBinding> bindings;
  Expr input;
  std::optional<Expr> expected; ///< absent: `same`
};

/// Rules in order; those of a `when` block, or those between two of them.
struct RuleBlock {
  Span span;
  std::optional<Expr> when;
  std::vector<Rule> rules;
};

enum class RulesetKind : uint8_t { Node, Nodes, NodeStar, Text, Visit, Check };

struct Ruleset {
  std::string doc;
  Span span;
  Name name;
  std::vector<Param> params;
  RulesetKind kind = RulesetKind::Node;
  std::vector<Name> uses;
  std::vector<Name> includes;
  std::vector<RuleBlock> blocks;
  std::vector<TestDecl> tests;
};

// --- pipelines
// ------------------------------------------------------------------------------------------------------

struct PassDecl {
  enum class Kind : uint8_t {
    Pass,  ///< `pass "name" post { rulesets } …`
    Step,  ///< `step function(arguments) …`
    Check, ///< `check ruleset …`
  };
  enum class Order : uint8_t { Post, Pre, Walk };
  struct With {
    Name name;
    Expr value;
  };
  struct After {
    Name pass;                  ///< a name or what stood in quotes
    std::optional<Text> reason; ///< absence is for the checker to report
  };
  Kind kind = Kind::Pass;
  std::string doc;
  Span span;
  Name name; ///< of the pass (what stood in quotes), function or ruleset
  Order order = Order::Post;
  std::vector<Name> rulesets;
  std::vector<Expr> arguments; ///< Step
  std::vector<With> with;
  std::optional<Expr> when;
  std::vector<After> after;
  bool enters_regions = false;
};

struct Pipeline {
  std::string doc;
  Span span;
  Name name;
  std::vector<Param> params;
  std::vector<Name> allows;
  std::vector<PassDecl> passes;
  std::vector<TestDecl> tests;
};

// --- files
// ----------------------------------------------------------------------------------------------------------

/// `use "ops.rules"`.
struct UseDecl {
  Span span;
  Text path;
};

/// Declarations by kind, each kind in the order of the file.
struct FileTree {
  uint32_t file = 0;
  std::string doc; ///< a `///` block on top of the file with an empty line behind it
  std::vector<UseDecl> uses;
  std::vector<DTypeDecl> dtypes;
  std::vector<Promotion> promotions;
  std::vector<SetDecl> classes;
  std::vector<SetDecl> groups;
  std::vector<EnumDecl> enums;
  std::vector<StructDecl> structs;
  std::vector<TraitDecl> traits;
  std::vector<OpDecl> ops;
  std::vector<ExternTypeDecl> extern_types;
  std::vector<ExternDecl> externs;
  std::vector<FnDecl> fns;
  std::vector<Ruleset> rulesets;
  std::vector<Pipeline> pipelines;
  std::vector<TestDecl> tests; ///< outside rulesets and pipelines
  std::vector<Name>
      broken; ///< names of declarations and rules with mistakes, left out above: not unknown
};

} // namespace tenet::dsl::syntax
