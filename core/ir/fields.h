#pragma once

#include "core/ir/graph.h"

#include <bit>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace tenet {

/// A list passed to a function, from a vector, an array or braces. Valid during the call.
template <class T>
class ArgList : public std::span<const T> {
public:
  constexpr ArgList() = default;
  // NOLINTBEGIN(google-explicit-constructor): it stands for what it is made of
  constexpr ArgList(std::initializer_list<T> items)
      : std::span<const T>(items.begin(), items.size()) {}
  template <class R>
  requires std::convertible_to<const R&, std::span<const T>>
  constexpr ArgList(const R& items) : std::span<const T>(items) {}
  // NOLINTEND(google-explicit-constructor)
};
using NodeList = ArgList<const Node*>;

/// How the value of one argument field lies in its word. An int is an int64, a float the bits of a
/// double, a dtype or op its index, an enumerator its number; text, lists, structs and values are
/// interned in the graph, so that equal values have equal words. The text form, generated builders
/// and generated matchers all go through here.
namespace field {

inline Word of_int(int64_t v) {
  return static_cast<Word>(v);
}
inline Word of_bool(bool v) {
  return v ? 1 : 0;
}
Word of_float(double v); ///< one word for all NaN
inline Word of_dtype(DType t) {
  return t.id;
}
inline Word of_op(OpId op) {
  return op.value;
}
template <class E>
requires std::is_enum_v<E> Word of_enum(E e) {
  return static_cast<Word>(e);
}
inline Word of_text(Graph& g, std::string_view text) {
  return g.intern(text);
}
/// A field of type `Value`: a number of up to 128 bits, a bool, invalid or none.
Word of_value(Graph& g, const Value& v);
/// A list whose elements `encode` makes words of.
template <class T, class Encode>
Word of_list(Graph& g, std::span<const T> items, Encode encode) {
  std::vector<Word> words;
  words.reserve(items.size());
  for (const T& item : items)
    words.push_back(encode(item));
  return g.intern(std::span<const Word>(words));
}

inline int64_t to_int(Word w) {
  return static_cast<int64_t>(w);
}
inline bool to_bool(Word w) {
  return w != 0;
}
inline double to_float(Word w) {
  return std::bit_cast<double>(w);
}
inline DType to_dtype(Word w) {
  return {static_cast<uint8_t>(w)};
}
inline OpId to_op(Word w) {
  return OpId(static_cast<uint16_t>(w));
}
template <class E>
E to_enum(Word w) {
  return static_cast<E>(w);
}
inline std::string_view to_text(Word w) {
  return text_of(w);
}
Value to_value(Word w);
template <class T, class Decode>
std::vector<T> to_list(Word w, Decode decode) {
  std::vector<T> items;
  for (const Word element : list_of(w))
    items.push_back(decode(element));
  return items;
}

} // namespace field
} // namespace tenet
