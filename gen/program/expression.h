#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Typed expressions, tests and paths of a match program: plain data. Names are indices into
/// `Symbols`.
namespace tenet::program {

struct Type {
  enum class Kind : uint8_t {
    None, ///< of `none`
    Void,
    Node,
    Value,
    Int,
    Float,
    Bool,
    Str,
    DType,
    Op,
    Dim,
    Interval,
    Enum,
    Struct,
    External,
    List,
    Optional,
    Tuple,
  };
  Kind kind = Kind::Void;
  uint32_t decl = 0;
  std::vector<Type> args;

  friend bool operator==(const Type&, const Type&) = default;
};

struct Expr;
struct Test;

/// A piece of a text template: literal text, or a hole.
struct Piece {
  std::string text;
  std::shared_ptr<const Expr> hole;
  bool is_root = false;
  bool is_list = false;
  std::string separator;
  std::string format;
};
using Template = std::vector<Piece>;

/// A pattern that binds nothing: matches if all tests of one of the lists hold. Paths begin at the
/// node asked about.
using Condition = std::vector<std::vector<Test>>;

struct Expr {
  enum class Kind : uint8_t {
    IntLiteral,   ///< text: decimal digits, perhaps with a sign
    FloatLiteral, ///< number
    BoolLiteral,  ///< text: "true" "false"
    StrLiteral,   ///< text
    InvalidLiteral,
    NoneLiteral,
    DTypeLiteral, ///< decl
    OpLiteral,    ///< decl
    EnumLiteral,  ///< type.decl, decl
    Variable,     ///< vars[0]
    ContextParam, ///< decl
    SetLiteral,   ///< ops or dtypes
    Unary,        ///< text
    Binary,       ///< text
    In,           ///< children: element; a SetLiteral, IntRange or list
    Is,           ///< children[0] satisfies `condition`
    If,
    Field,      ///< text, of children[0]; an argument field where `ops` are given
    Call,       ///< text: a builtin
    ExternCall, ///< decl
    Convert,    ///< children[0] as `type`
    List,
    Spread,
    Comprehension, ///< children: source, body, condition?; vars
    IntRange,      ///< children: from, to; closed
    Index,
    Slice,
    Fold,       ///< children: start, source, step; vars: accumulator, elements
    Quantifier, ///< text: "all" "any"; children: source, condition; vars
    Tuple,
    Build,    ///< decl: op; fields; children: sources
    BuildVar, ///< children[0]: the op; then sources
    Rebuild,  ///< children[0]: the node; then sources unless keeps_sources
    Literal,
    Constant,
    Eval,     ///< children[0]: the op, or a node whose op and argument are meant; then values; vars
    BoundsOf, ///< text: "vmin" "vmax" "exact"
    Subst,    ///< children: e, then pairs
    Rewrite,  ///< children[0]; rulesets
    MadeList,
  };
  enum class ConstantDType : uint8_t { LikeRoot, WeakKind, OfNames, Stated };

  Kind kind = Kind::NoneLiteral;
  Type type;
  uint32_t line = 0;
  std::vector<Expr> children;
  std::string text;
  double number = 0;
  uint32_t decl = 0;
  std::vector<uint32_t> vars;
  std::vector<std::pair<std::string, Expr>> fields;
  std::vector<uint32_t> ops;
  std::vector<uint32_t> dtypes;
  std::vector<uint32_t> rulesets;
  std::shared_ptr<const Condition> condition;
  ConstantDType constant = ConstantDType::WeakKind;
  bool closed = false;
  bool keeps_sources = false;
  bool certain = false; ///< Field: the node's op is one of `ops`
};

/// Source indices from the matched node down to a node in it; empty is the matched node.
using Path = std::vector<uint16_t>;

/// Something found at a node of the pattern.
struct Access {
  enum class Kind : uint8_t {
    Node,
    Value, ///< of a literal, in the dtype that its parent computes in
    Rest,  ///< the sources from `from` on
    Field, ///< the argument field `field` of any of `ops`
    Op,
  };
  Kind kind = Kind::Node;
  Path path;
  uint32_t from = 0;
  std::string field;
  std::vector<uint32_t> ops; ///< Field: the ops that the node may have; Value: those of its parent
};

/// A question about the matched node that intern nothing and changes nothing.
struct Test {
  enum class Kind : uint8_t {
    Op,         ///< the node's op is one of `ops`
    Sources,    ///< it has exactly `count` sources
    MinSources, ///< it has at least `count`
    DType,      ///< its dtype is one of `dtypes`
    Literal,    ///< (a literal) its value is `value`, both in the dtype that its parent computes in
    Field,      ///< the field at `access` equals `value`
    Same,       ///< `access` and `other` are the same node, list, op or field, or equal values
    SameDType,  ///< the nodes at `access` and `other` have one dtype
  };
  Kind kind = Kind::Op;
  Access access; ///< `access.path` is the node asked about
  Access other;
  std::vector<uint32_t> ops;
  std::vector<uint32_t> dtypes;
  uint32_t count = 0;
  std::shared_ptr<const Expr> value;
};

} // namespace tenet::program
