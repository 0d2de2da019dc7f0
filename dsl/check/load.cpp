#include "dsl/check/load.h"

#include "dsl/syntax/parse.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

/// Depth first, so that a file comes behind those it uses; a file that is open when it is used
/// again closes a circle. Files are numbered in order of discovery, as spans name them; only the
/// trees are put into order of completion.
namespace tenet::dsl {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> read(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// One name for a file, however it is reached.
std::string identity(const fs::path& path) {
  std::error_code failed;
  const fs::path canonical = fs::weakly_canonical(path, failed);
  return (failed ? path.lexically_normal() : canonical).string();
}

class Loader {
public:
  Loader(const SearchPath& search, Diagnostics& diagnostics)
      : search_(search), diagnostics_(diagnostics) {}

  void root(const std::string& path) {
    if (known_.count(identity(path)) != 0) return;
    const std::optional<std::string> text = read(path);
    if (text)
      run(path, *text);
    else
      loaded_.missing.push_back(path);
  }

  Loaded take() {
    std::vector<syntax::FileTree> sorted;
    sorted.reserve(order_.size());
    for (const uint32_t i : order_)
      sorted.push_back(std::move(loaded_.trees[i]));
    loaded_.trees = std::move(sorted);
    return std::move(loaded_);
  }

private:
  struct Open {
    uint32_t file;
    size_t next_use = 0;
  };

  uint32_t open(const fs::path& path, std::string text) {
    const auto index = static_cast<uint32_t>(loaded_.files.size());
    known_.emplace(identity(path), index);
    loaded_.files.emplace_back(path.lexically_normal().string(), std::move(text));
    loaded_.trees.push_back(syntax::parse(loaded_.files.back(), index, diagnostics_));
    done_.push_back(false);
    stack_.push_back({index});
    return index;
  }

  void run(const fs::path& path, std::string text) {
    open(path, std::move(text));
    while (!stack_.empty()) {
      Open& top = stack_.back();
      const auto& uses = loaded_.trees[top.file].uses;
      if (top.next_use == uses.size()) {
        done_[top.file] = true;
        order_.push_back(top.file);
        stack_.pop_back();
        continue;
      }
      const syntax::UseDecl use = uses[top.next_use++];
      follow(use, fs::path(loaded_.files[top.file].path()).parent_path());
    }
  }

  void follow(const syntax::UseDecl& use, const fs::path& folder) {
    for (const fs::path& path : candidates(use.path.plain, folder)) {
      if (const auto at = known_.find(identity(path)); at != known_.end()) {
        if (!done_[at->second]) report_circle(use, at->second);
        return;
      }
      if (std::optional<std::string> text = read(path)) {
        open(path, std::move(*text));
        return;
      }
    }
    Diagnostic& d = diagnostics_.error(use.path.span, "cannot find `" + use.path.plain + "`");
    for (const fs::path& path : candidates(use.path.plain, folder))
      d.notes.push_back({"looked for `" + path.lexically_normal().string() + "`", std::nullopt});
  }

  std::vector<fs::path> candidates(const std::string& name, const fs::path& folder) const {
    std::vector<fs::path> all = {folder / name};
    for (const auto* folders : {&search_.folders, &search_.installed})
      for (const std::string& f : *folders)
        all.push_back(fs::path(f) / name);
    return all;
  }

  void report_circle(const syntax::UseDecl& use, uint32_t first) {
    std::string circle;
    auto at =
        std::find_if(stack_.begin(), stack_.end(), [&](const Open& o) { return o.file == first; });
    for (; at != stack_.end(); ++at)
      circle += "`" + loaded_.files[at->file].path() + "` -> ";
    diagnostics_.error(use.path.span, "files use each other in a circle: " + circle + "`" +
                                          loaded_.files[first].path() + "`");
  }

  const SearchPath& search_;
  Diagnostics& diagnostics_;
  Loaded loaded_;
  std::map<std::string, uint32_t> known_;
  std::vector<bool> done_;
  std::vector<uint32_t> order_;
  std::vector<Open> stack_;
};

} // namespace

Loaded load(const std::vector<std::string>& roots, const SearchPath& search,
            Diagnostics& diagnostics) {
  Loader loader(search, diagnostics);
  for (const std::string& path : roots)
    loader.root(path);
  return loader.take();
}

} // namespace tenet::dsl
