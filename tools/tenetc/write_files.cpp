#include "tools/tenetc/write_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tenet::tool {
namespace {

namespace fs = std::filesystem;

bool has_text(const fs::path& path, const std::string& text) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  std::ostringstream old;
  old << in.rdbuf();
  return old.str() == text;
}

/// Through a file beside it, so that an interrupted run leaves no half file.
void write(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  const fs::path beside = path.string() + ".new";
  std::ofstream out(beside, std::ios::binary);
  out << text;
  out.close();
  if (out) fs::rename(beside, path, error);
  if (!out || error) throw std::runtime_error("cannot write `" + path.string() + "`");
}

/// A path in a depfile: blanks, `#` and `$` are escaped.
std::string escaped(const std::string& path) {
  std::string result;
  for (const char c : path) {
    if (c == ' ' || c == '#' || c == '\\') result += '\\';
    if (c == '$') result += '$';
    result += c;
  }
  return result;
}

} // namespace

void write_changed(const std::string& folder, std::span<const gen::OutputFile> files) {
  for (const gen::OutputFile& file : files) {
    const fs::path path = fs::path(folder) / file.path;
    if (!has_text(path, file.text)) write(path, file.text);
  }
}

void write_depfile(const std::string& path, const std::string& target,
                   std::span<const std::string> sources) {
  std::string text = escaped(target) + ":";
  for (const std::string& source : sources)
    text += " \\\n  " + escaped(source);
  write(path, text + '\n');
}

} // namespace tenet::tool
