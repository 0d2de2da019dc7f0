#include "dsl/text/suggest.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace tenet::dsl {

namespace {

constexpr size_t longest_compared = 100; ///< longer names are never near: hostile input stays cheap

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

} // namespace

size_t edit_distance(std::string_view a, std::string_view b) {
  bool case_differs = false;
  // Three rows of the usual table: a swap of neighbours looks two rows back.
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      case_differs |= i == j && same && a[i - 1] != b[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()] + (case_differs ? 1 : 0);
}

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known) {
  if (name.size() > longest_compared) return std::nullopt;
  const size_t limit = std::max<size_t>(1, name.size() / 3);
  const std::string* nearest = nullptr;
  size_t nearest_distance = limit + 1;
  for (const std::string& candidate : known) {
    const size_t longer = std::max(candidate.size(), name.size());
    if (longer - std::min(candidate.size(), name.size()) > limit + 1) continue;
    const size_t distance = edit_distance(name, candidate);
    if (distance >= nearest_distance || distance >= name.size()) continue;
    nearest = &candidate;
    nearest_distance = distance;
  }
  if (nearest == nullptr) return std::nullopt;
  return *nearest;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> known) {
  const std::optional<std::string> nearest = nearest_name(name, known);
  return nearest ? "; did you mean `" + *nearest + "`?" : "";
}

} // namespace tenet::dsl
