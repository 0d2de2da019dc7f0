/// Mutated `.rules` texts through lexer, parser and checker: errors, never crashes. Seeds are the
/// declarations of the
/// `.rules` files given; a mutant that still parses is checked against the vocabulary now and then.
///   rules_text_fuzz --ops patterns/ops.rules [--count N] [--seed S] FILE...
#include "dsl/check/check.h"
#include "dsl/syntax/parse.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>

namespace {

using tenet::dsl::Diagnostics;
using tenet::dsl::SourceFile;

constexpr unsigned check_every = 16; ///< a check costs as much as many parses

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Declarations: pieces between blank lines, of at most about a screen; each still parses by
/// itself.
std::vector<std::string> declarations(const std::string& text) {
  std::vector<std::string> pieces;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find("\n\n", begin);
    if (end == std::string::npos) end = text.size();
    const std::string piece = text.substr(begin, end - begin);
    Diagnostics diagnostics;
    tenet::dsl::syntax::parse(SourceFile("seed.rules", piece), 0, diagnostics);
    if (!diagnostics.has_errors() && piece.size() < 4000 && piece.size() > 10)
      pieces.push_back(piece);
    const std::string wrapped = "ruleset fuzz {\n" + piece + "\n}\n";
    Diagnostics inside;
    tenet::dsl::syntax::parse(SourceFile("seed.rules", wrapped), 0, inside);
    if (!inside.has_errors() && wrapped.size() < 4000) pieces.push_back(wrapped);
    begin = end + 2;
  }
  return pieces;
}

class Mutator {
public:
  Mutator(std::vector<std::string> seeds, uint64_t seed)
      : seeds_(std::move(seeds)), random_(seed) {}

  std::string next() {
    std::string text = seeds_[pick(seeds_.size())];
    const size_t changes = pick(3);
    for (size_t i = 0; i <= changes && !text.empty(); ++i)
      mutate(text);
    return text;
  }

private:
  void mutate(std::string& text) {
    const size_t at = pick(text.size());
    const size_t length = std::min(text.size() - at, 1 + pick(12));
    switch (pick(8)) {
    case 0:
      text.erase(at, 1);
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(at, length));
      break;
    case 3:
      text[at] = static_cast<char>(pick(256));
      break;
    case 4: {
      static constexpr std::string_view marks = "(){}[]#@!*.,:=>|&\"'\\-+x0_ \n";
      text.insert(at, 1, marks[pick(marks.size())]);
      break;
    }
    case 5: { // a piece of another seed
      const std::string& other = seeds_[pick(seeds_.size())];
      text.insert(at, other.substr(pick(other.size()), 1 + pick(30)));
      break;
    }
    default: { // a name or number becomes another of the same text: mostly still parses
      const size_t from = pick(text.size());
      const auto word = [&](size_t i) {
        return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0);
      };
      if (!word(at) || !word(from)) break;
      size_t a = at, b = at, c = from, d = from;
      while (a > 0 && word(a - 1))
        --a;
      while (word(b))
        ++b;
      while (c > 0 && word(c - 1))
        --c;
      while (word(d))
        ++d;
      text.replace(a, b - a, text.substr(c, d - c));
    }
    }
  }
  size_t pick(size_t n) { return static_cast<size_t>(random_() % n); }

  std::vector<std::string> seeds_;
  std::mt19937_64 random_;
};

/// Checks `text` behind the vocabulary; what it says does not matter, only that it says it.
void check_behind(const SourceFile& ops, const std::string& text) {
  Diagnostics diagnostics;
  std::vector<SourceFile> files{ops, SourceFile("mutant.rules", text)};
  std::vector<tenet::dsl::syntax::FileTree> trees;
  for (uint32_t i = 0; i < files.size(); ++i)
    trees.push_back(tenet::dsl::syntax::parse(files[i], i, diagnostics));
  tenet::dsl::check(std::move(trees), files, diagnostics);
  render(diagnostics, files);
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app{"Mutated .rules texts never crash the front end."};
  std::string ops_path;
  std::vector<std::string> paths;
  uint64_t count = 1000, seed = 1;
  app.add_option("--ops", ops_path, "the vocabulary")->required()->check(CLI::ExistingFile);
  app.add_option("--count", count, "mutants");
  app.add_option("--seed", seed, "of the mutations");
  app.add_option("FILE", paths, "more files of seeds")->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);
  const SourceFile ops(ops_path, read_file(ops_path));
  std::vector<std::string> seeds;
  paths.push_back(ops_path);
  for (const std::string& path : paths)
    for (std::string& piece : declarations(read_file(path)))
      seeds.push_back(std::move(piece));
  if (seeds.empty()) return 1;
  Mutator mutator(std::move(seeds), seed);
  uint64_t parsed = 0, checked = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const SourceFile source("mutant.rules", mutator.next());
    Diagnostics diagnostics;
    tenet::dsl::syntax::parse(source, 0, diagnostics);
    render(diagnostics, std::span(&source, 1));
    if (diagnostics.has_errors()) continue;
    if (++parsed % check_every != 0) continue;
    check_behind(ops, std::string(source.text()));
    ++checked;
  }
  std::printf("%lu mutants, %lu parsed (%.0f %%), %lu checked, no crash\n", count, parsed,
              100.0 * static_cast<double>(parsed) / static_cast<double>(count), checked);
  return parsed * 4 >= count ? 0 : 1;
}
