#include "core/ir/text_field_reader.h"

#include "core/base/small_array.h"
#include "core/ir/fields.h"
#include "core/ir/text_fields.h"

#include <optional>
#include <vector>

namespace tenet::text {
namespace {

using Kind = ArgType::Kind;
using Fields = std::span<const ArgType::Field>;

/// The token as a message names it.
std::string found(const Token& t) {
  switch (t.kind) {
  case Token::Kind::Open:
    return "`(`";
  case Token::Kind::Close:
    return "`)`";
  case Token::Kind::Atom:
    return "`" + t.text + "`";
  case Token::Kind::String:
    return "the string " + quote(t.text);
  case Token::Kind::End:
    return "the end of the text";
  case Token::Kind::Bad:
    return t.text;
  }
  return {};
}

[[noreturn]] void unknown(const Token& t, const std::string& what,
                          std::span<const std::string_view> choices, const std::string& otherwise) {
  const std::string near = nearest(t.text, choices);
  stop(t, "unknown " + what + " `" + t.text + "`; expected " +
              (near.empty() ? otherwise : "`" + near + "`?"));
}

[[noreturn]] void expected(const Token& t, const ArgType& type, std::string_view name) {
  std::string right =
      "a value of type " + std::string(type.name) + " for `" + std::string(name) + "`";
  if (type.kind == Kind::Int) right += ", of 64 bits";
  if (type.kind == Kind::List || type.kind == Kind::Struct) right += " in parentheses";
  unexpected(t, right);
}

Word enumerator(const Token& t, const ArgType& type, std::string_view name) {
  for (size_t i = 0; i < type.enumerators.size(); ++i) {
    if (type.enumerators[i] == t.text) return i;
  }
  std::string all;
  for (const std::string_view e : type.enumerators)
    all += (all.empty() ? "`" : ", `") + std::string(e) + "`";
  unknown(t, std::string(type.name) + " for `" + std::string(name) + "`", type.enumerators,
          "one of " + all);
}

} // namespace

void stop(const Token& at, std::string message) {
  throw Stop{{at.line, at.column, std::move(message)}};
}

void unexpected(const Token& t, const std::string& right) {
  if (t.kind == Token::Kind::Bad) stop(t, t.text);
  stop(t, "found " + found(t) + "; expected " + right);
}

void unknown_op(const Token& t, const Vocabulary& v) {
  std::vector<std::string_view> names{"let"};
  for (const OpInfo& o : v.ops)
    names.push_back(o.text);
  unknown(t, "op", names, "an op of this vocabulary");
}

/// The field that the next token names, if it is one; `at` is the positional field that is due.
size_t FieldReader::named_field(Fields fields, size_t at) {
  const Token& t = lexer_.peek();
  if (t.kind != Token::Kind::Atom) return fields.size();
  if (at < fields.size() && fields[at].type->kind == Kind::Str && !fields[at].has_default)
    return fields.size();
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].named && fields[i].name == t.text) return i;
  }
  return fields.size();
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
void FieldReader::read_fields(Fields fields, Word* words, std::string_view owner) {
  SmallArray<bool, 16> given(fields.size());
  for (size_t i = 0; i < fields.size(); ++i)
    given[i] = false;
  for (size_t at = 0;
       lexer_.peek().kind != Token::Kind::Close && lexer_.peek().kind != Token::Kind::End;) {
    while (at < fields.size() && (fields[at].named || given[at]))
      ++at;
    const size_t name = named_field(fields, at);
    const size_t i = name < fields.size() ? name : at;
    if (i == fields.size())
      unexpected(lexer_.peek(), "`)`: `" + std::string(owner) + "` has no more arguments");
    if (name < fields.size()) lexer_.next();
    if (given[i]) unexpected(lexer_.peek(), "argument `" + std::string(fields[i].name) + "` once");
    words[i] = read_field(*fields[i].type, fields[i].name);
    given[i] = true;
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (given[i]) continue;
    if (!fields[i].has_default) {
      unexpected(lexer_.peek(), "argument `" + std::string(fields[i].name) + "` of `" +
                                    std::string(owner) + "`, of type " +
                                    std::string(fields[i].type->name));
    }
    Lexer text(fields[i].default_text);
    words[i] = FieldReader(g_, text).read_field(*fields[i].type, fields[i].name);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
Word FieldReader::read_field(const ArgType& type, std::string_view name) {
  if (type.kind == Kind::List || type.kind == Kind::Struct) return read_nested(type, name);
  const Token& t = lexer_.next();
  const bool is_text = type.kind == Kind::Str && t.kind == Token::Kind::String;
  if (t.kind != Token::Kind::Atom && !is_text) expected(t, type, name);
  switch (type.kind) {
  case Kind::Int: {
    const std::optional<int128> v = parse_int128(t.text);
    if (!v || !fits_int64(*v)) expected(t, type, name);
    return field::of_int(static_cast<int64_t>(*v));
  }
  case Kind::Bool:
    if (t.text != "true" && t.text != "false") expected(t, type, name);
    return field::of_bool(t.text == "true");
  case Kind::Float: {
    const std::optional<Value> v = parse_value(t.text);
    if (!v || (!v->is_float() && !v->is_int())) expected(t, type, name);
    return field::of_float(v->as_double());
  }
  case Kind::Str:
    return field::of_text(g_, t.text);
  case Kind::Value: {
    const std::optional<Value> v = parse_value(t.text);
    if (!v) expected(t, type, name);
    return field::of_value(g_, *v);
  }
  case Kind::DType:
    return field::of_dtype(dtype(t));
  case Kind::Op:
    return op(t);
  case Kind::Enum:
    return enumerator(t, type, name);
  case Kind::List:
  case Kind::Struct:
    break;
  }
  return 0;
}

// NOLINTNEXTLINE(misc-no-recursion): over the nesting of declared types
Word FieldReader::read_nested(const ArgType& type, std::string_view name) {
  const Token& open = lexer_.next();
  if (open.kind != Token::Kind::Open) expected(open, type, name);
  std::vector<Word> words;
  if (type.kind == Kind::Struct) {
    words.resize(type.fields.size());
    read_fields(type.fields, words.data(), type.name);
  } else {
    while (lexer_.peek().kind != Token::Kind::Close)
      words.push_back(read_field(*type.element, name));
  }
  const Token& close = lexer_.next();
  if (close.kind != Token::Kind::Close) unexpected(close, "`)` of `" + std::string(name) + "`");
  return type.kind == Kind::Struct ? g_.intern_record(words)
                                   : g_.intern(std::span<const Word>(words));
}

DType FieldReader::dtype(const Token& t) const {
  const DType r = v_.find_dtype(t.text);
  if (r.has_value()) return r;
  std::vector<std::string_view> names;
  for (const DTypeInfo& d : v_.dtypes)
    names.push_back(d.name);
  unknown(t, "dtype", names, "a dtype of this vocabulary");
}

Word FieldReader::op(const Token& t) const {
  const OpInfo* const o = v_.find_op(t.text);
  if (o == nullptr) unknown_op(t, v_);
  return field::of_op(OpId(static_cast<uint16_t>(o - v_.ops.data())));
}

} // namespace tenet::text
