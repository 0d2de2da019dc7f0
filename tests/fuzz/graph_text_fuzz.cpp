/// Mutated graphs in the text form: an error with its place, or a graph whose text, hash and bounds
/// hold together; never a crash. Seeds are the graphs of corpus files, which must all read and
/// write without loss.
///   graph_text_fuzz [--count N] [--seed S] FILE.jsonl...
#include "core/ir/text.h"
#include "patterns/ops.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

namespace {

using tenet::Graph;
using tenet::Interval;
using tenet::Node;

constexpr size_t longest_seed = 3000;

std::vector<std::string> read_seeds(const std::vector<std::string>& paths) {
  std::vector<std::string> seeds;
  for (const std::string& path : paths) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
      const nlohmann::json record = nlohmann::json::parse(line);
      for (const char* field : {"in", "out"}) {
        if (record.contains(field)) seeds.push_back(record[field].get<std::string>());
      }
    }
  }
  return seeds;
}

class Mutator {
public:
  Mutator(const std::vector<std::string>& seeds, uint64_t seed) : random_(seed) {
    for (const std::string& s : seeds) {
      if (s.size() <= longest_seed) seeds_.push_back(&s);
    }
  }

  std::string next() {
    std::string text = *seeds_[pick(seeds_.size())];
    for (size_t left = 1 + pick(3); left > 0 && !text.empty(); --left) {
      if (pick(3) != 0) {
        change_meaning(text);
      } else {
        change_bytes(text);
      }
    }
    return text;
  }

private:
  struct Piece {
    size_t begin, length;
  };

  size_t pick(size_t n) { return static_cast<size_t>(random_() % n); }

  static bool is_word(char c) { return c != '(' && c != ')' && c != ' '; }

  /// The word at or after a random place; empty if none follows.
  Piece word(const std::string& text) {
    size_t begin = pick(text.size());
    while (begin < text.size() && !is_word(text[begin]))
      ++begin;
    while (begin > 0 && begin < text.size() && is_word(text[begin - 1]))
      --begin;
    size_t end = begin;
    while (end < text.size() && is_word(text[end]))
      ++end;
    return {begin, end - begin};
  }

  /// A random balanced piece; empty if there is none.
  Piece balanced(const std::string& text) {
    const size_t begin = text.find('(', pick(text.size()));
    if (begin == std::string::npos) return {0, 0};
    size_t depth = 0;
    for (size_t i = begin; i < text.size(); ++i) {
      if (text[i] == '(') ++depth;
      if (text[i] == ')' && --depth == 0) return {begin, i + 1 - begin};
    }
    return {0, 0};
  }

  /// Mostly leaves a graph: exchanges words, numbers, sub-graphs.
  void change_meaning(std::string& text) {
    switch (pick(5)) {
    case 0: {
      const Piece a = word(text), b = word(text);
      const std::string other = text.substr(b.begin, b.length);
      text.replace(a.begin, a.length, other);
      return;
    }
    case 1: {
      const Piece a = word(text);
      if (a.length == 0 ||
          std::isdigit(static_cast<unsigned char>(text[a.begin + a.length - 1])) == 0)
        return;
      static constexpr const char* numbers[] = {"0",
                                                "1",
                                                "-1",
                                                "255",
                                                "256",
                                                "-2147483648",
                                                "9223372036854775807",
                                                "-9223372036854775808",
                                                "2.5",
                                                "-0.0",
                                                "inf",
                                                "nan",
                                                "170141183460469231731687303715884105727",
                                                "-170141183460469231731687303715884105728",
                                                "1e-320"};
      text.replace(a.begin, a.length, numbers[pick(std::size(numbers))]);
      return;
    }
    case 2: { // a sub-graph in place of another
      const Piece a = balanced(text), b = balanced(text);
      if (b.length > 500) return;
      const std::string other = text.substr(b.begin, b.length);
      text.replace(a.begin, a.length, other);
      return;
    }
    case 3: { // one of another seed
      const std::string& donor = *seeds_[pick(seeds_.size())];
      const Piece a = balanced(text), b = balanced(donor);
      if (b.length == 0 || b.length > 500) return;
      text.replace(a.begin, a.length, donor.substr(b.begin, b.length));
      return;
    }
    default: { // a name for a sub-graph
      const Piece a = balanced(text);
      if (a.length == 0) return;
      const std::string named = text.substr(a.begin, a.length);
      text.replace(a.begin, a.length, "n");
      text.insert(0, "(let ((n " + named + ")) ");
      text += ")";
      return;
    }
    }
  }

  void change_bytes(std::string& text) {
    const size_t at = pick(text.size()), length = std::min(text.size() - at, 1 + pick(12));
    static constexpr std::string_view marks = "()\"\\;\n \t-.0t";
    switch (pick(6)) {
    case 0:
      text.erase(at, length);
      return;
    case 1:
      text.insert(at, text.substr(at, length));
      return;
    case 2:
      text[at] = static_cast<char>(pick(256));
      return;
    case 3:
      text.insert(at, 1, marks[pick(marks.size())]);
      return;
    case 4:
      text.resize(at);
      return;
    default:
      text.insert(pick(text.size()), 1, ' ');
      return;
    }
  }

  std::vector<const std::string*> seeds_;
  std::mt19937_64 random_;
};

/// Empty if everything that must hold for a graph holds.
std::string broken_promise(Graph& g, const Node* n) {
  const tenet::Vocabulary& v = g.vocabulary();
  const std::string text = tenet::text::to_string(v, n);
  std::ostringstream out;
  tenet::text::write(out, g, n);
  if (out.str() != text) return "the two writers differ: " + out.str();
  Graph h(v);
  const tenet::text::ReadResult again = tenet::text::read(h, text);
  if (!again) return "does not read back: " + tenet::text::to_string(again.error) + " in " + text;
  if (again.node->hash != n->hash) return "has another hash when read back";
  if (tenet::text::to_string(v, again.node) != text) return "has another text when read back";
  if (h.import(g, n) != again.node) return "is imported as another node";
  const Interval bounds = bounds_of(v, n);
  if (bounds.known() && tenet::exact::lt(bounds.max(), bounds.min()))
    return "has bounds the wrong way round";
  return {};
}

/// Reads the text whole and as a stream; false with a message printed if a promise is broken.
bool holds(const std::string& text, bool must_read, bool& was_read) {
  Graph g(tenet::rules::vocabulary()), streamed(tenet::rules::vocabulary());
  const tenet::text::ReadResult r = tenet::text::read(g, text);
  std::istringstream in(text);
  const tenet::text::ReadResult s = tenet::text::read(streamed, in);
  was_read = static_cast<bool>(r);
  std::string broken;
  if (tenet::text::to_string(r.error) != tenet::text::to_string(s.error)) {
    broken = "another error from a stream: " + tenet::text::to_string(s.error);
  } else if (r) {
    broken = broken_promise(g, r.node);
  } else if (must_read) {
    broken = "not read: " + tenet::text::to_string(r.error);
  } else if (r.error.message.find("; expected ") == std::string::npos) {
    broken = "an error that does not say what is right: " + r.error.message;
  }
  if (!broken.empty()) std::printf("%s\n  in: %s\n", broken.c_str(), text.c_str());
  return broken.empty();
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app{"Mutated graphs in the text form never break the reader, the writer or the graph."};
  uint64_t count = 2000, seed = 1;
  std::vector<std::string> paths;
  app.add_option("--count", count, "mutants");
  app.add_option("--seed", seed, "of the mutations");
  app.add_option("FILE", paths, "corpus files")->required()->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);
  const std::vector<std::string> seeds = read_seeds(paths);
  if (seeds.empty()) return 1;
  bool good = true, was_read = false;
  for (const std::string& s : seeds)
    good = holds(s, true, was_read) && good;
  Mutator mutator(seeds, seed);
  uint64_t parsed = 0;
  for (uint64_t i = 0; i < count; ++i) {
    good = holds(mutator.next(), false, was_read) && good;
    if (was_read) ++parsed;
  }
  std::printf("%zu seeds, %lu mutants, %lu parsed (%.0f %%)%s\n", seeds.size(), count, parsed,
              100.0 * static_cast<double>(parsed) / static_cast<double>(count),
              good ? "" : ", promises broken");
  return good && parsed * 4 >= count ? 0 : 1;
}
