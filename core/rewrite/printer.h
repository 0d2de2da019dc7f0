#pragma once

#include "core/rewrite/engine.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenet {

/// Text made by a `text` ruleset.
struct Printed {
  /// The bytes [begin, end) of `text` that a node made; those of inlined sources lie inside.
  struct Range {
    const Node* node;
    size_t begin, end;
  };
  std::string text;
  std::vector<Range> ranges; ///< by begin, outer before inner
};

struct PrintOptions {
  std::string indent = "  "; ///< after a line that ends with `{`, up to one that begins with `}`
  /// A longer expression becomes a line of its own, so that printing is linear also where
  /// expressions nest deeply.
  size_t inline_limit = 400;
  /// The line that gives a name to an expression; `NAME = TEXT` if empty.
  std::function<std::string(const Node* n, std::string_view name, std::string_view text)> assign;
  /// What the name of a node begins with; a number follows. `v` if empty.
  std::function<std::string(const Node* n)> stem;
};

/// Prints nodes in the order given, sources before users. The text of an `expr` rule is put into
/// its user's text where it is used once or has no sources; otherwise it gets a name and a line.
/// That of a `stmt` rule is a line, that of a list of lines are several; their users know them by
/// their names. An expression that nothing uses is a line.
class Printer {
public:
  Printer(Pass& pass, PrintOptions options) : pass_(pass), options_(std::move(options)) {}

  /// Throws `Error` naming the first node that no rule prints.
  Printed print(Graph& graph, std::span<const Node* const> order);
  Printed print(Graph& graph, const Node* root);

  /// For text rules, by way of `Match`.
  std::string_view text_of(const Node* source) const;
  std::string_view name_of(const Node* n);

private:
  struct Entry {
    uint32_t uses = 0;
    bool printed = false;
    std::string text; ///< for users: an expression with marks, or the name
    std::string name;
  };

  void count_uses(Graph& graph, std::span<const Node* const> order);
  void place(const Node* n);
  void write_line(const Node* n, std::string_view text);
  void write_marked(std::string_view text);

  Pass& pass_;
  PrintOptions options_;
  NodeMap<uint32_t> index_; ///< from node to entry
  std::vector<Entry> entries_;
  std::span<const Node* const> order_;
  std::map<std::string, uint32_t> next_name_;
  std::vector<size_t> open_; ///< ranges that have begun
  size_t depth_ = 0;
  Printed out_;
};

} // namespace tenet
