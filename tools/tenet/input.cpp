#include "tools/tenet/input.h"

#include "core/base/error.h"
#include "core/ir/text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>

namespace tenet::tool {
namespace {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

} // namespace

Input::Input(const std::string& path) : name_(path == "-" ? "<stdin>" : path) {
  if (path == "-") return;
  if (std::filesystem::is_directory(path))
    throw Error("cannot read " + path + ": it is a folder; expected a file or `-`");
  file_ = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file_) throw Error("cannot read " + path + ": " + std::strerror(errno));
}

Input::~Input() = default;

std::istream& Input::stream() {
  return file_ ? *file_ : std::cin;
}

const Node* read_graph(Graph& graph, Input& input) {
  const text::ReadResult read = text::read(graph, input.stream());
  if (!read) throw Error(input.name() + ":" + text::to_string(read.error));
  return read.node;
}

const Node* read_graph(Graph& graph, std::string_view line) {
  const text::ReadResult read = text::read(graph, line);
  if (!read) throw Error("column " + std::to_string(read.error.column) + ": " + read.error.message);
  return read.node;
}

void answer_lines(Input& input, const std::function<std::string(const std::string&)>& answer) {
  bool failed = false;
  for (std::string line; std::getline(input.stream(), line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      std::cout << answer(line) << '\n';
    } catch (const Error& e) {
      failed = true;
      std::cout << "error: " << one_line(e.what()) << '\n';
    } catch (const std::bad_alloc&) {
      failed = true;
      std::cout << "error: out of memory\n";
    }
  }
  std::cout.flush();
  if (failed) throw CLI::RuntimeError(1);
}

} // namespace tenet::tool
