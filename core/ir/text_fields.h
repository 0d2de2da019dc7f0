#pragma once

#include "core/ir/text.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The spelling of argument values, shared by the reader and the writer of the text form.
namespace tenet::text {

/// In quotes, with escapes.
std::string quote(std::string_view s);

/// The value that an atom spells, or none.
std::optional<Value> parse_value(std::string_view s);

/// The value of a literal of dtype `t`; for floats the fewest digits that read back.
std::string literal_text(const Value& v, const DTypeInfo& t);

/// Argument fields, each with a space before it. With `quote_all` text is always in quotes, so that
/// it is taken for no source and no name.
std::string fields_text(const Vocabulary& v, std::span<const ArgType::Field> fields,
                        std::span<const Word> words, bool quote_all);

/// The choice spelt most like `word`, if it is near; else empty.
std::string nearest(std::string_view word, std::span<const std::string_view> choices);

} // namespace tenet::text
