// Recursion here is over the types of argument fields, whose nesting is what the vocabulary
// declares.
#include "core/ir/argument.h"

#include "core/base/hash.h"
#include "core/base/small_array.h"
#include "core/ir/fields.h"

#include <algorithm>

namespace tenet::argument {
namespace {

using Kind = ArgType::Kind;

/// Type of the i-th word behind a list, struct or argument record.
const ArgType& element_type(const ArgType& type, size_t i) {
  return type.kind == Kind::List ? *type.element : *type.fields[i].type;
}

std::span<const Word> words_of(const ArgType& type, Word w) {
  return type.kind == Kind::List ? list_of(w) : record_of(w);
}

/// The argument of an op with several fields, as if it were a struct.
ArgType record_type(std::span<const ArgType::Field> fields) {
  ArgType type;
  type.kind = Kind::Struct;
  type.fields = fields;
  return type;
}

int sign(auto a, auto b) {
  return a < b ? -1 : a > b;
}

int order_values(const Value& a, const Value& b) {
  if (exact::lt(a, b)) return -1;
  if (exact::lt(b, a)) return 1;
  if (a.kind != b.kind) return sign(a.kind, b.kind);
  // Equal numbers: -0.0 before 0.0, NaN by themselves.
  return a.is_float() ? sign(field::of_float(b.f), field::of_float(a.f)) : 0;
}

} // namespace

Word field(const OpInfo& op, Word arg, unsigned i) {
  return op.fields.size() == 1 ? arg : record_of(arg)[i];
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
uint64_t hash(const ArgType& type, Word w) {
  switch (type.kind) {
  case Kind::Int:
  case Kind::Bool:
  case Kind::Float:
  case Kind::DType:
  case Kind::Op:
  case Kind::Enum:
    return w;
  case Kind::Str:
  case Kind::Value:
    return w == 0 ? 0 : WordTable::header(w).hash;
  case Kind::List:
  case Kind::Struct:
    break;
  }
  if (w == 0) return 0;
  const WordTable::Header& header = WordTable::header(w);
  if (header.structural == 0) {
    const std::span<const Word> words = words_of(type, w);
    uint64_t h = words.size();
    for (size_t i = 0; i < words.size(); ++i)
      h = hash_mix(h, hash(element_type(type, i), words[i]));
    header.structural = hash_fold(h);
  }
  return header.structural;
}

uint64_t hash_fields(std::span<const ArgType::Field> fields, Word arg) {
  if (fields.size() == 1) return hash(*fields.front().type, arg);
  return hash(record_type(fields), arg);
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
int order(const ArgType& type, Word a, Word b) {
  if (a == b) return 0;
  switch (type.kind) {
  case Kind::Int:
    return sign(field::to_int(a), field::to_int(b));
  case Kind::Float:
    return order_values(Value::of_float(field::to_float(a)), Value::of_float(field::to_float(b)));
  case Kind::Bool:
  case Kind::DType:
  case Kind::Op:
  case Kind::Enum:
    return sign(a, b);
  case Kind::Str:
    return sign(text_of(a).compare(text_of(b)), 0);
  case Kind::Value:
    return order_values(field::to_value(a), field::to_value(b));
  case Kind::List:
  case Kind::Struct:
    break;
  }
  const std::span<const Word> x = words_of(type, a), y = words_of(type, b);
  for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (const int o = order(element_type(type, i), x[i], y[i]); o != 0) return o;
  }
  return sign(x.size(), y.size());
}

int order(const OpInfo& op, Word a, Word b) {
  if (op.fields.empty() || a == b) return 0;
  if (op.fields.size() == 1) return order(*op.fields.front().type, a, b);
  return order(record_type(op.fields), a, b);
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
Word copy(Graph& to, const ArgType& type, Word w) {
  if (w == 0) return w;
  switch (type.kind) {
  case Kind::Int:
  case Kind::Bool:
  case Kind::Float:
  case Kind::DType:
  case Kind::Op:
  case Kind::Enum:
    return w;
  case Kind::Str:
    return to.intern(text_of(w));
  case Kind::Value:
    return field::of_value(to, field::to_value(w));
  case Kind::List:
  case Kind::Struct:
    break;
  }
  const std::span<const Word> words = words_of(type, w);
  SmallArray<Word, 8> copied(words.size());
  for (size_t i = 0; i < words.size(); ++i)
    copied[i] = copy(to, element_type(type, i), words[i]);
  return type.kind == Kind::List ? to.intern(copied.span()) : to.intern_record(copied.span());
}

Word copy(Graph& to, const OpInfo& op, Word arg) {
  if (op.fields.empty()) return arg;
  if (op.fields.size() == 1) return copy(to, *op.fields.front().type, arg);
  return copy(to, record_type(op.fields), arg);
}

} // namespace tenet::argument
