#pragma once

#include "dsl/text/source.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenet::dsl {

enum class Severity : uint8_t { Error, Warning };

/// A fix: put `replacement` where `span` is.
struct Suggestion {
  Span span;
  std::string replacement;
  std::string message; ///< what the fix does; empty: the replacement is shown
};

/// Another place that matters, such as the first declaration of a name, or, without a span, a
/// remark.
struct Note {
  std::string message;
  std::optional<Span> span;
};

/// One problem in a text someone wrote. `message` is lower case, without a full stop, code in
/// backticks: what was found, then what would be right.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code; ///< `R0017`; may be empty
  Span span;
  std::string message;
  std::string label; ///< beside the caret; may be empty
  std::vector<Note> notes;
  std::optional<Suggestion> suggestion;
};

/// Collects problems while the work goes on.
class Diagnostics {
public:
  /// The added diagnostic, so that notes can be attached; valid until the next call.
  Diagnostic& error(Span span, std::string message);
  Diagnostic& warning(Span span, std::string message);
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }

  bool has_errors() const;
  size_t count(Severity severity) const;
  const std::vector<Diagnostic>& list() const { return list_; }

  /// By file and place, keeping the order of report at equal places; repeats of place and message
  /// removed.
  void sort();

private:
  std::vector<Diagnostic> list_;
};

/// `files` are indexed by `Span::file`. The text of one diagnostic, lines ended:
///
///     mine.rules:3:14: error: unknown op `AD`; did you mean `ADD`?
///      3 | rule a: x + AD(y) => x
///        |             ^~
///     note: …
///     help: write `ADD`
std::string render(const Diagnostic& diagnostic, std::span<const SourceFile> files);

/// All of them, in the order that they have.
std::string render(const Diagnostics& diagnostics, std::span<const SourceFile> files);

} // namespace tenet::dsl
