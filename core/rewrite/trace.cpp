#include "core/rewrite/trace.h"

#include "core/base/error.h"
#include "core/ir/text.h"

#include <ostream>
#include <string>

namespace tenet {

namespace {

void write_json(std::ostream& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  out << '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out << '\\' << c;
    } else if (byte < 0x20) {
      out << "\\u00" << hex[byte >> 4] << hex[byte & 15];
    } else {
      out << c;
    }
  }
  out << '"';
}

} // namespace

Trace::Trace(std::ostream& out) : out_(out), begin_(std::chrono::steady_clock::now()) {}

void Trace::record(std::string_view pass, const RuleInfo& rule, const Graph& graph,
                   const Node* before, const Node* after) {
  const auto time = std::chrono::steady_clock::now() - begin_;
  out_ << "{\"pass\":";
  write_json(out_, pass);
  out_ << ",\"rule\":";
  write_json(out_, rule.name);
  out_ << ",\"at\":";
  write_json(out_, std::string(rule.file) + ":" + std::to_string(rule.line));
  out_ << ",\"before\":" << before->id;
  if (after) out_ << ",\"after\":" << after->id;
  out_ << ",\"before_text\":";
  write_json(out_, text::excerpt(graph.vocabulary(), before));
  if (after) {
    out_ << ",\"after_text\":";
    write_json(out_, text::excerpt(graph.vocabulary(), after));
  }
  out_ << ",\"ns\":" << std::chrono::duration_cast<std::chrono::nanoseconds>(time).count() << "}\n";
  if (!out_) throw Error("cannot write the trace after " + std::to_string(firings_) + " firings");
  ++firings_;
}

bool Provenance::claim(const Node* n, const RuleInfo* rule) {
  if (n->id >= makers_.size()) makers_.resize(n->id + size_t{1} + n->id / 2);
  if (makers_[n->id]) return false;
  makers_[n->id] = rule;
  return true;
}

void Provenance::made(const Node* result, size_t first_new, const RuleInfo* rule) {
  worklist_.assign(1, result);
  while (!worklist_.empty()) {
    const Node* n = worklist_.back();
    worklist_.pop_back();
    if (n->id < first_new || !claim(n, rule)) continue;
    worklist_.insert(worklist_.end(), n->sources().begin(), n->sources().end());
  }
}

void Provenance::rebuilt(const Node* from, const Node* to) {
  if (const RuleInfo* rule = maker(from)) claim(to, rule);
}

} // namespace tenet
