#include "core/ir/shape.h"

#include <algorithm>

namespace tenet {
namespace {

bool is_one(const Dim& d) {
  return d.node == nullptr && d.size == 1;
}

} // namespace

Shape broadcast(std::span<const std::span<const Dim>> shapes) {
  size_t rank = 0;
  for (const std::span<const Dim>& s : shapes)
    rank = std::max(rank, s.size());
  std::vector<Dim> result(rank, Dim{nullptr, 1});
  for (const std::span<const Dim>& s : shapes) {
    for (size_t i = 0; i < s.size(); ++i) {
      Dim& into = result[rank - s.size() + i];
      if (is_one(s[i]) || s[i] == into) continue;
      if (!is_one(into)) return std::nullopt;
      into = s[i];
    }
  }
  return result;
}

} // namespace tenet
