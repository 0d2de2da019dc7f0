#pragma once

#include "core/ir/vocabulary.h"

#include <cstdint>

/// A small vocabulary made by hand, for tests of the core: no generated code, no tensors.
namespace tenet::test {

enum class Op : uint16_t {
  CONST,    ///< () [value: Value, dtype: DType], the literal
  VAR,      ///< () [name: str, min: Value, max: Value, dtype: DType = weakint, multiple_of: int = 1
            ///< named]
  PARAM,    ///< () [slot: int, dtype: DType, shape: list<int> = ()]
  RANGE,    ///< (end, ...after) [id: int, kind: Kind], opens a loop
  CAST,     ///< (x) [to: DType], the conversion
  ADD,      ///< (a, b), commutative and associative
  MUL,      ///< (a, b), commutative and associative
  FLOORDIV, ///< (a, b)
  FLOORMOD, ///< (a, b)
  AND,      ///< (a, b), commutative and associative
  CMPLT,    ///< (a, b)
  CMPNE,    ///< (a, b), commutative
  WHERE,    ///< (cond: bool, a, b)
  STACK,    ///< (...xs), a vector
  EXPAND,   ///< (x, ...dims), the broadcast
  INDEX,    ///< (buf, ...at)
  REDUCE,   ///< (x, ...ranges) [op: Op], closes the ranges
  CALL,     ///< (body, ...args), the body is a region
  TABLE,    ///< () [pairs: list<Pair>, note: str = ""], a leaf with every kind of nesting
  SINK,     ///< (...effects), void, an effect
};

enum class Kind : uint8_t { loop, reduce };

namespace dtypes {
inline constexpr DType void_{0}, boolean{1}, weakint{2}, weakfloat{3}, int8{4}, int32{5}, uint8{6},
    uint64{7}, float16{8}, float32{9}, fp8e4m3{10};
} // namespace dtypes

const Vocabulary& vocabulary();

} // namespace tenet::test
