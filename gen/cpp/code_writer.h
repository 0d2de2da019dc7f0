#pragma once

#include <string>
#include <string_view>

namespace tenet::gen {

/// C++ text, line by line, indented by two spaces a level.
class CodeWriter {
public:
  /// One line at the current depth; an empty one stays empty.
  void line(std::string_view text);
  /// `text {`, one level deeper until `close`.
  void open(std::string_view text);
  /// `}` and `text`, one level up.
  void close(std::string_view text = "");
  /// `} else {`.
  void otherwise();
  /// A preprocessor line, at column one.
  void directive(std::string_view text);
  /// Text as it is, lines and all.
  void raw(std::string_view text) { text_ += text; }

  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }
  void set_depth(unsigned depth) { depth_ = depth; }
  unsigned depth() const { return depth_; }

private:
  std::string text_;
  unsigned depth_ = 0;
};

} // namespace tenet::gen
