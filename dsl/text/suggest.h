#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tenet::dsl {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`; case changes
/// cost nothing extra beyond one in total.
size_t edit_distance(std::string_view a, std::string_view b);

/// The known name nearest to `name`, if near enough to be meant: at most a third of its length
/// away. Of equally near ones the first.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known);

/// "; did you mean `x`?", or nothing if no known name is near.
std::string did_you_mean(std::string_view name, std::span<const std::string> known);

} // namespace tenet::dsl
