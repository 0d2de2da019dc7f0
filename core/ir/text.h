#pragma once

#include "core/ir/graph.h"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

/// The text form of graphs: lossless, versioned, driven by the vocabulary alone.
///
///   (let ((t0 (range (const 64 weakint) 0 reduce)))
///     (sink (store (index (param 0 float32 (64)) t0) (const 2.0 float32))))
///
/// `(op SOURCES ARGUMENTS)`: first the fixed sources, then, where the op takes more, every further
/// item that is a graph or a name bound by `let`; then the argument fields in order of declaration,
/// lists and structs in parentheses, named fields after their name, trailing fields that have their
/// default left out. The literal of a vocabulary is written by its fields as any op. Text in quotes
/// has the escapes \" \\ \n \t \xHH. `;` begins a comment up to the end of the line; the first line
/// may be `;; tenet 1`, the version.
namespace tenet::text {

struct ReadError {
  uint32_t line = 1;   ///< from 1
  uint32_t column = 1; ///< from 1, in bytes
  std::string message; ///< what was found, then what would be right
};
/// `LINE:COLUMN: MESSAGE`
std::string to_string(const ReadError& e);

struct ReadResult {
  const Node* node = nullptr; ///< null: see `error`
  ReadError error;

  explicit operator bool() const { return node != nullptr; }
};

/// Reads one graph, all of the text. The first thing wrong ends the reading; whatever `Graph::make`
/// rejects is wrong. Iterative: any depth of nesting.
ReadResult read(Graph& g, std::string_view text);
ReadResult read(Graph& g, std::istream& in);

/// Writes a graph on one line, without the version. `let` names the nodes with sources that are
/// used twice, `t0`, `t1`, … in post-order of first use. Iterative and without memory of its own:
/// it uses the memos of the nodes, so that no pass may be at work in the graph.
void write(std::ostream& out, Graph& g, const Node* root);
/// The same text as a string, leaving memos alone.
std::string to_string(const Vocabulary& v, const Node* root);
/// The node's text cut off, at nodes marked `…`, after about `limit` bytes. For messages.
std::string excerpt(const Vocabulary& v, const Node* root, size_t limit = 160);

/// One argument field in the text form.
std::string field_text(const Vocabulary& v, const ArgType& type, Word w);

} // namespace tenet::text
