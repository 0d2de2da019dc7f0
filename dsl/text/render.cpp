/// Diagnostics as text, in the manner of Rust's compiler: place and message, the line, a caret,
/// notes, a fix.
///
/// A line is shown as it is wherever a terminal can show it: bytes that are no UTF-8 and control
/// characters appear as
/// `?`, a tab as one space, and of a line longer than `max_columns` only a window around the caret.

#include "dsl/text/diagnostics.h"
#include "dsl/text/utf8.h"

#include <algorithm>

namespace tenet::dsl {

namespace {

constexpr size_t max_columns = 160;
constexpr size_t columns_before_caret = 80;

/// One column of a shown line, and the byte of the source line where it begins.
struct Column {
  uint32_t byte;
  std::string_view text;
};

/// The columns of `line` near the byte `caret`, at least those that can be shown.
std::vector<Column> columns_near(std::string_view line, uint32_t caret) {
  constexpr uint32_t near = 4 * max_columns; // no character has more than 4 bytes
  std::vector<Column> columns;
  size_t i = caret > near ? caret - near : 0;
  while (i > 0 && i < line.size() && (static_cast<unsigned char>(line[i]) & 0xC0) == 0x80)
    ++i;
  const size_t end = std::min<size_t>(line.size(), size_t{caret} + near);
  while (i < end) {
    const size_t length = utf8_length(line, i);
    const auto byte = static_cast<unsigned char>(line[i]);
    std::string_view shown = length == 0 ? "?" : line.substr(i, length);
    if (byte == '\t')
      shown = " ";
    else if (byte < 0x20 || byte == 0x7F)
      shown = "?";
    columns.push_back({static_cast<uint32_t>(i), shown});
    i += std::max<size_t>(length, 1);
  }
  return columns;
}

std::string path_of(const SourceFile& file, Place place) {
  return file.path() + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
}

/// The line of `span`, and below it a caret and the label.
void append_line(std::string& out, const SourceFile& file, Span span, const std::string& label) {
  const Place place = file.place(span.begin);
  const std::vector<Column> columns = columns_near(file.line(place.line), place.column - 1);
  const auto index_of = [&](uint32_t byte) {
    const auto at = std::partition_point(columns.begin(), columns.end(),
                                         [&](const Column& c) { return c.byte < byte; });
    return static_cast<size_t>(at - columns.begin());
  };
  const size_t caret = index_of(place.column - 1);
  const size_t after = index_of(place.column - 1 + (span.end - span.begin));
  const size_t first = columns.size() <= max_columns || caret < columns_before_caret
                           ? 0
                           : caret - columns_before_caret;
  const bool cut = first > 0 || (!columns.empty() && columns.front().byte > 0);
  const size_t last = std::min(columns.size(), first + max_columns);

  const std::string number = std::to_string(place.line);
  out += " " + number + " | " + (cut ? "…" : "");
  for (size_t i = first; i < last; ++i)
    out += columns[i].text;
  out += last < columns.size() ? "…\n" : "\n";
  out += " " + std::string(number.size(), ' ') + " | " + (cut ? " " : "");
  out += std::string(caret - first, ' ') + "^";
  if (std::min(after, last) > caret + 1) out += std::string(std::min(after, last) - caret - 1, '~');
  if (!label.empty()) out += " " + label;
  out += "\n";
}

void append_note(std::string& out, const Note& note, std::span<const SourceFile> files) {
  if (!note.span || note.span->file >= files.size()) {
    out += "note: " + note.message + "\n";
    return;
  }
  const SourceFile& file = files[note.span->file];
  out += path_of(file, file.place(note.span->begin)) + "note: " + note.message + "\n";
  append_line(out, file, *note.span, "");
}

} // namespace

std::string render(const Diagnostic& diagnostic, std::span<const SourceFile> files) {
  std::string head = diagnostic.severity == Severity::Error ? "error" : "warning";
  if (!diagnostic.code.empty()) head += "[" + diagnostic.code + "]";
  head += ": " + diagnostic.message + "\n";

  std::string out;
  if (diagnostic.span.file < files.size()) {
    const SourceFile& file = files[diagnostic.span.file];
    out = path_of(file, file.place(diagnostic.span.begin)) + head;
    append_line(out, file, diagnostic.span, diagnostic.label);
  } else {
    out = head;
  }
  for (const Note& note : diagnostic.notes)
    append_note(out, note, files);
  if (diagnostic.suggestion) {
    const Suggestion& fix = *diagnostic.suggestion;
    out +=
        "help: " + (fix.message.empty() ? "write `" + fix.replacement + "`" : fix.message) + "\n";
  }
  return out;
}

std::string render(const Diagnostics& diagnostics, std::span<const SourceFile> files) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.list())
    out += render(diagnostic, files);
  return out;
}

} // namespace tenet::dsl
