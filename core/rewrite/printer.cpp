#include "core/rewrite/printer.h"

#include "core/base/error.h"
#include "core/ir/text.h"
#include "core/rewrite/post_order.h"

#include <utility>

/// An inlined text has to know where it ends up in the whole. So a text that is handed to a user is
/// put between marks: a byte 1 with the number of its node in five bytes of seven bits (their high
/// bit set, so that they are no text of ours), and a byte 2. Rules join such texts as they like;
/// when a line is written, the marks are dropped and become ranges. Looking for the source's text
/// in the user's instead would be wrong where two sources have the same text.
namespace tenet {

namespace {

constexpr char begin_mark = 1, end_mark = 2;
constexpr size_t number_bytes = 5, begin_bytes = 1 + number_bytes;

std::string marked(uint32_t number, std::string_view text) {
  std::string result(1, begin_mark);
  for (size_t i = 0; i < number_bytes; ++i)
    result += static_cast<char>(0x80 | ((uint64_t{number} >> (7 * i)) & 0x7f));
  result += text;
  return result += end_mark;
}

bool begins_mark(std::string_view text) {
  if (text.size() < begin_bytes || text[0] != begin_mark) return false;
  for (size_t i = 1; i < begin_bytes; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0x80) == 0) return false;
  return true;
}

uint32_t mark_number(std::string_view mark) {
  uint64_t number = 0;
  for (size_t i = 0; i < number_bytes; ++i)
    number |= uint64_t{static_cast<unsigned char>(mark[1 + i]) & 0x7fu} << (7 * i);
  return static_cast<uint32_t>(number);
}

std::string without_marks(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    if (begins_mark(text)) {
      text.remove_prefix(begin_bytes);
      continue;
    }
    if (text[0] != end_mark) plain += text[0];
    text.remove_prefix(1);
  }
  return plain;
}

} // namespace

Printed Printer::print(Graph& graph, const Node* root) {
  return print(graph, post_order(graph, root, pass_.options().enter_regions));
}

Printed Printer::print(Graph& graph, std::span<const Node* const> order) {
  if (order.empty()) return {};
  pass_.begin(graph, order.back());
  count_uses(graph, order);
  next_name_.clear();
  open_.clear();
  depth_ = 0;
  out_ = {};
  Match& m = pass_.match();
  m.printer_ = this;
  for (const Node* n : order) {
    m.text = {};
    if (!pass_.apply(n))
      throw Error("pass `" + std::string(pass_.options().name) + "`: no rule prints `" +
                  text::excerpt(graph.vocabulary(), n) + "`");
    place(n);
  }
  m.printer_ = nullptr;
  return std::move(out_);
}

void Printer::count_uses(Graph& graph, std::span<const Node* const> order) {
  index_.clear();
  entries_.assign(order.size(), {});
  order_ = order;
  for (uint32_t i = 0; i < order.size(); ++i)
    index_[order[i]] = i;
  for (const Node* n : order) {
    const uint32_t regions =
        pass_.options().enter_regions ? 0 : graph.vocabulary().op(n->op).regions;
    for (uint32_t i = 0; i < n->n_src; ++i) {
      if (i < 32 && (regions >> i & 1) != 0) continue;
      if (const uint32_t* source = index_.find(n->src(i))) ++entries_[*source].uses;
    }
  }
}

/// The rule's text goes into the entry of `n`, into lines, or both.
void Printer::place(const Node* n) {
  const TextResult& made = pass_.match().text;
  const uint32_t number = *index_.find(n);
  Entry& e = entries_[number];
  e.printed = true;
  if (made.kind != TextResult::Kind::Expr) {
    for (const std::string& line : made.lines)
      write_line(n, line);
    return;
  }
  TENET_CHECK(made.lines.size() == 1, "an expression is one text");
  const std::string& text = made.lines.front();
  if (e.uses == 0) return write_line(n, text);
  const bool is_short = text.size() <= options_.inline_limit;
  if (n->n_src == 0 || (e.uses == 1 && is_short)) {
    e.text = marked(number, text);
    return;
  }
  const std::string name(name_of(n));
  write_line(n, options_.assign ? options_.assign(n, name, text) : name + " = " + text);
}

std::string_view Printer::text_of(const Node* source) const {
  const uint32_t* number = index_.find(source);
  TENET_CHECK(number && entries_[*number].printed, "a node is printed before its users");
  if (!entries_[*number].text.empty()) return entries_[*number].text;
  return const_cast<Printer*>(this)->name_of(source);
}

std::string_view Printer::name_of(const Node* n) {
  Entry& e = entries_[*index_.find(n)];
  if (e.name.empty()) {
    const std::string stem = options_.stem ? options_.stem(n) : "v";
    e.name = stem + std::to_string(next_name_[stem]++);
  }
  return e.name;
}

void Printer::write_line(const Node* n, std::string_view text) {
  const std::string plain = without_marks(text);
  if (plain.starts_with('}') && depth_ > 0) --depth_;
  for (size_t i = 0; i < depth_; ++i)
    out_.text += options_.indent;
  write_marked(marked(*index_.find(n), text));
  out_.text += '\n';
  if (plain.ends_with('{')) ++depth_;
}

void Printer::write_marked(std::string_view text) {
  while (!text.empty()) {
    if (begins_mark(text)) {
      open_.push_back(out_.ranges.size());
      out_.ranges.push_back({order_[mark_number(text)], out_.text.size(), 0});
      text.remove_prefix(begin_bytes);
      continue;
    }
    if (text[0] == end_mark && !open_.empty()) {
      out_.ranges[open_.back()].end = out_.text.size();
      open_.pop_back();
    } else {
      out_.text += text[0];
    }
    text.remove_prefix(1);
  }
}

} // namespace tenet
