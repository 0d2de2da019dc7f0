#pragma once

#include "core/ir/dtype.h"
#include "core/ir/interval.h"
#include "core/ir/node.h"
#include "core/ir/shape.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tenet {

class Graph;

/// The type of an argument field, as declared in the vocabulary's `.rules` file.
struct ArgType {
  enum class Kind : uint8_t { Int, Bool, Float, Str, Value, DType, Op, Enum, Struct, List };

  struct Field;

  Kind kind = Kind::Int;
  std::string_view name;                         ///< as written: `int`, `AxisKind`, `list<int>`
  std::span<const std::string_view> enumerators; ///< Enum: spellings in the text form, by value
  const ArgType* element = nullptr;              ///< List
  std::span<const Field> fields;                 ///< Struct
};

struct ArgType::Field {
  std::string_view name;
  const ArgType* type = nullptr;
  bool has_default = false;
  bool named = false;            ///< the text form writes its name before it
  std::string_view default_text; ///< in the text form; read when a graph is made
};

/// What a clause sees of a node that may not have been built.
struct NodeSpec {
  OpId op;
  Word arg = 0;
  std::span<const Node* const> src;
};

/// What a `bounds` clause sees: no nodes, so that bounds of an expression are known without
/// building it.
struct BoundsSpec {
  const Graph& graph; ///< to read interned arguments
  OpId op;
  DType dtype; ///< of the result
  Word arg = 0;
  std::span<const Interval> src;
  std::span<const DType> src_dtype;
};

/// What an `eval` clause sees. Values of sources are already in the dtype in which the op computes.
struct EvalSpec {
  const Graph& graph;
  OpId op;
  DType dtype;    ///< of the result
  DType computed; ///< the promoted dtype of the sources (of a comparison: not bool but theirs)
  Word arg = 0;
  std::span<const Value> src;
  std::span<const DType> src_dtype; ///< of the source nodes; empty: all are `computed`
};

/// Roles and properties of ops that the engine knows. All else about an op is a trait of the
/// vocabulary.
enum class Role : uint16_t {
  Literal = 1,
  Conversion = 2,
  Broadcast = 4,
  Promotes = 8,
  Effect = 16,
  Range = 32,
  Commutative = 64,
  Associative = 128,
  Elementwise = 256,
};

struct OpInfo {
  std::string_view name; ///< `ADD`
  std::string_view text; ///< `add`, its spelling in the text form
  std::string_view doc;
  std::span<const std::string_view> sources; ///< names of the fixed sources, then of the rest
  uint16_t n_fixed = 0;                      ///< number of fixed sources
  bool rest = false;                         ///< more sources may follow
  uint16_t roles = 0;                        ///< set of `Role`
  uint64_t traits = 0;                       ///< set of indices into `Vocabulary::traits`
  uint32_t regions = 0;    ///< set of sources that are bodies, not entered by a pass
  uint32_t unpromoted = 0; ///< set of sources of a declared dtype, which promotion leaves alone
  std::span<const DType> declared; ///< by source: its declared dtype, or none
  int closes_from = -1; ///< first of the sources that are ranges which the op closes, or -1
  std::span<const ArgType::Field> fields;
  /// None: the sources do not fit.
  DType (*dtype)(const Graph&, const NodeSpec&) = nullptr;
  /// Reads cached shapes of the sources (they have been asked for before). Null: broadcast if
  /// elementwise, else scalar.
  Shape (*shape)(const Graph&, const NodeSpec&) = nullptr;
  Interval (*bounds)(const BoundsSpec&) = nullptr; ///< null: all of the dtype
  Value (*eval)(const EvalSpec&) =
      nullptr; ///< in `EvalSpec::dtype`, wrapped or rounded; null: has no value of its own

  bool is(Role r) const { return (roles & static_cast<uint16_t>(r)) != 0; }
  bool has_trait(unsigned i) const { return (traits >> i & 1) != 0; }
};

/// The ops, dtypes, traits and argument types of one graph language. Generated from its `.rules`
/// file; immutable; several live side by side in one process.
struct Vocabulary {
  std::string_view name;
  std::span<const DTypeInfo> dtypes;
  std::span<const OpInfo> ops;
  std::span<const std::string_view> traits;
  std::span<const uint8_t>
      promotion; ///< dtypes.size()^2 entries: least common upper dtype, or DType::none_id
  std::optional<OpId> literal;
  std::optional<OpId> conversion;
  std::optional<OpId> broadcast;
  DType void_dtype, bool_dtype, weak_int, weak_float; ///< none where the vocabulary has none

  const OpInfo& op(OpId o) const { return ops[o.value]; }
  const DTypeInfo& dtype(DType t) const { return dtypes[t.id]; }
  DType promote(DType a, DType b) const { return {promotion[a.id * dtypes.size() + b.id]}; }
  const OpInfo* find_op(std::string_view text) const; ///< by spelling in the text form
  DType find_dtype(std::string_view name) const;      ///< none if there is no such dtype
};

} // namespace tenet
