#pragma once

#include <cstddef>
#include <string_view>

namespace tenet::dsl {

/// Bytes of the well-formed UTF-8 character at `at` (no overlong forms, no surrogates), or 0 if
/// there is none.
size_t utf8_length(std::string_view text, size_t at);

} // namespace tenet::dsl
