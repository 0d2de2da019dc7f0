#include "dsl/text/diagnostics.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tenet::dsl {

Diagnostic& Diagnostics::error(Span span, std::string message) {
  Diagnostic& diagnostic = list_.emplace_back();
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  return diagnostic;
}

Diagnostic& Diagnostics::warning(Span span, std::string message) {
  Diagnostic& diagnostic = error(span, std::move(message));
  diagnostic.severity = Severity::Warning;
  return diagnostic;
}

bool Diagnostics::has_errors() const {
  return count(Severity::Error) > 0;
}

size_t Diagnostics::count(Severity severity) const {
  return static_cast<size_t>(std::count_if(
      list_.begin(), list_.end(), [&](const Diagnostic& d) { return d.severity == severity; }));
}

void Diagnostics::sort() {
  const auto place = [](const Diagnostic& d) {
    return std::tuple(d.span.file, d.span.begin, d.span.end);
  };
  std::vector<size_t> order(list_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::tuple(place(list_[a]), a) < std::tuple(place(list_[b]), b);
  });
  std::vector<Diagnostic> sorted;
  sorted.reserve(list_.size());
  for (const size_t index : order) {
    Diagnostic& next = list_[index];
    const bool repeats = !sorted.empty() && place(sorted.back()) == place(next) &&
                         sorted.back().message == next.message;
    if (!repeats) sorted.push_back(std::move(next));
  }
  list_ = std::move(sorted);
}

} // namespace tenet::dsl
