#pragma once

#include "core/ir/graph.h"

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace tenet::tool {

/// A file opened for reading, or standard input for `-`.
class Input {
public:
  /// Throws `Error` naming the file if it cannot be opened.
  explicit Input(const std::string& path);
  ~Input();
  std::istream& stream();
  const std::string& name() const { return name_; }

private:
  std::string name_;
  std::unique_ptr<std::istream> file_;
};

/// Reads one graph; throws `Error` with file, line and column where it does not parse.
const Node* read_graph(Graph& graph, Input& input);
/// Reads one graph from a line; throws `Error` with the column.
const Node* read_graph(Graph& graph, std::string_view line);

/// Calls `answer` for each line that is not blank and prints what it returns, one line each; what
/// it throws becomes `error: …` on that line. Ends with exit status 1 (CLI::RuntimeError) if there
/// was any error.
void answer_lines(Input& input, const std::function<std::string(const std::string&)>& answer);

} // namespace tenet::tool
