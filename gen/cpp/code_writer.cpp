#include "gen/cpp/code_writer.h"

namespace tenet::gen {

void CodeWriter::line(std::string_view text) {
  if (!text.empty()) text_.append(2 * depth_, ' ');
  text_ += text;
  text_ += '\n';
}

void CodeWriter::open(std::string_view text) {
  line(text.empty() ? "{" : std::string(text) + " {");
  ++depth_;
}

void CodeWriter::close(std::string_view text) {
  --depth_;
  line("}" + std::string(text));
}

void CodeWriter::otherwise() {
  --depth_;
  line("} else {");
  ++depth_;
}

void CodeWriter::directive(std::string_view text) {
  text_ += text;
  text_ += '\n';
}

} // namespace tenet::gen
