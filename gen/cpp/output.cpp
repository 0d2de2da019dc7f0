#include "gen/cpp/output.h"

#include <algorithm>
#include <filesystem>

namespace tenet::gen {

namespace fs = std::filesystem;

std::string display_path(const Options& options, std::string_view path) {
  const fs::path root = fs::absolute(options.root.empty() ? fs::path(".") : fs::path(options.root))
                            .lexically_normal();
  const fs::path file = fs::absolute(fs::path(path)).lexically_normal();
  const fs::path relative = file.lexically_relative(root);
  if (!relative.empty() && *relative.begin() != "..") return relative.generic_string();
  const fs::path folder = file.parent_path().filename();
  return (folder / file.filename()).generic_string();
}

std::string output_stem(const Options& options, std::string_view path) {
  fs::path shown = display_path(options, path);
  shown.replace_extension();
  const fs::path below = shown.lexically_relative(options.library);
  if (!below.empty() && *below.begin() != ".." && below != ".") shown = below;
  std::string stem = shown.generic_string();
  std::replace(stem.begin(), stem.end(), '/', '.');
  return stem;
}

std::string file_header(std::string_view from) {
  return "// Made by tenetc from " + std::string(from) + ". Edit that instead.\n";
}

} // namespace tenet::gen
