#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenet::dsl {

/// A piece of a source file, in bytes: from `begin` up to, without, `end`.
struct Span {
  uint32_t file = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// A place as people count it: from 1, columns in bytes.
struct Place {
  uint32_t line = 1;
  uint32_t column = 1;
};

/// One `.rules` file: its text and where its lines begin.
class SourceFile {
public:
  SourceFile(std::string path, std::string text);

  const std::string& path() const {
    return path_;
  } ///< as it was named: relative where it was given so
  std::string_view text() const { return text_; }
  Place place(uint32_t offset) const;
  std::string_view line(uint32_t number) const; ///< without its end; number from 1

private:
  std::string path_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

} // namespace tenet::dsl
