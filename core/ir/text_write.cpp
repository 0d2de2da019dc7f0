/// The writer of the text form. Three walks, without stacks but for nodes with many sources: count
/// the users of each node that has sources; visit those used more than once in post-order, printing
/// each as a binding; print the root. Where a walk stands, and the number that a name carries, lie
/// in a mark beside each node: in the node itself (its memo and epoch), or in a side table where a
/// pass may be at work.
#include "core/ir/text_fields.h"

#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

namespace tenet::text {
namespace {

enum class State : uint8_t { Unseen, Once, Shared, OnceOpen, SharedOpen, Done, Named };
constexpr uint32_t state_count = 7;

/// Marks in the nodes.
class NodeMarks {
public:
  explicit NodeMarks(Graph& g) : base_(g.next_epoch(state_count)) {}
  State state(const Node* n) const {
    return n->epoch - base_ < state_count ? static_cast<State>(n->epoch - base_) : State::Unseen;
  }
  void set_state(const Node* n, State s) { n->epoch = base_ + static_cast<uint32_t>(s); }
  const Node* link(const Node* n) const { return n->memo; }
  void set_link(const Node* n, const Node* link) { n->memo = link; }
  size_t number(const Node* n) const { return reinterpret_cast<size_t>(n->memo); }
  void set_number(const Node* n, size_t number) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the memo carries a number here, read back as one
    n->memo = reinterpret_cast<const Node*>(number);
  }

private:
  uint32_t base_;
};

/// Marks in a table.
class SideMarks {
public:
  State state(const Node* n) const {
    const auto found = marks_.find(n);
    return found == marks_.end() ? State::Unseen : found->second.state;
  }
  void set_state(const Node* n, State s) { marks_[n].state = s; }
  const Node* link(const Node* n) const { return marks_.at(n).link; }
  void set_link(const Node* n, const Node* link) { marks_[n].link = link; }
  size_t number(const Node* n) const { return marks_.at(n).number; }
  void set_number(const Node* n, size_t number) { marks_[n].number = number; }

private:
  struct Mark {
    State state = State::Unseen;
    const Node* link = nullptr;
    size_t number = 0;
  };
  std::unordered_map<const Node*, Mark> marks_;
};

void append_arguments(std::string& out, const Vocabulary& v, const Node* n) {
  const OpInfo& op = v.op(n->op);
  if (v.literal == n->op) {
    const Value value = literal_value(v, n);
    out += ' ' + literal_text(value, v.dtype(n->dtype)) + ' ' + std::string(v.dtype(n->dtype).name);
  } else if (op.fields.size() == 1) {
    out += fields_text(v, op.fields, {&n->arg, 1}, op.rest);
  } else if (!op.fields.empty()) {
    out += fields_text(v, op.fields, record_of(n->arg), op.rest);
  }
}

template <class Marks>
class Writer {
public:
  Writer(const Vocabulary& v, Marks marks, std::ostream* stream)
      : v_(v), marks_(std::move(marks)), stream_(stream) {}

  void write(const Node* root) {
    count_uses(root);
    if (shared_ != 0) {
      out_ += "(let (";
      bind_shared(root);
      out_ += ") ";
    }
    print(root);
    if (shared_ != 0) out_ += ')';
    flush();
  }
  std::string take() { return std::move(out_); }

private:
  static constexpr size_t flush_at = size_t{1} << 16;
  static constexpr uint32_t few = 8; ///< sources that are looked through again on the way back

  /// Marks nodes with sources as used once or shared. The worklist is threaded through the links.
  void count_uses(const Node* root) {
    if (root->n_src == 0) return;
    marks_.set_state(root, State::Once);
    marks_.set_link(root, nullptr);
    for (const Node* n = root; n != nullptr;) {
      const Node* next = marks_.link(n);
      for (const Node* const s : n->sources()) {
        if (s->n_src == 0) continue;
        const State state = marks_.state(s);
        if (state == State::Once) {
          marks_.set_state(s, State::Shared);
          ++shared_;
        } else if (state == State::Unseen) {
          marks_.set_state(s, State::Once);
          marks_.set_link(s, next);
          next = s;
        }
      }
      n = next;
    }
  }

  bool waits(const Node* n) const {
    const State s = marks_.state(n);
    return s == State::Once || s == State::Shared;
  }

  void open(const Node* n, const Node* user) {
    marks_.set_state(n, marks_.state(n) == State::Shared ? State::SharedOpen : State::OnceOpen);
    enter(n, user);
  }

  void enter(const Node* n, const Node* user) {
    marks_.set_link(n, user);
    if (n->n_src > few) positions_.push_back(0);
  }

  /// Back to the user of `n`, which is done.
  const Node* leave(const Node* n) {
    if (n->n_src > few) positions_.pop_back();
    return marks_.link(n);
  }

  void keep_position(const Node* n, uint32_t at) {
    if (n->n_src > few) positions_.back() = at;
  }

  /// Where to go on in the sources of `n`, after `from`, or at the first where that is null.
  uint32_t position(const Node* n, const Node* from) const {
    if (n->n_src > few) return positions_.back();
    uint32_t at = 0;
    while (from != nullptr && n->src(at) != from)
      ++at;
    return from == nullptr ? 0 : at + 1;
  }

  /// Prints a binding for each shared node, in post-order.
  void bind_shared(const Node* root) {
    open(root, nullptr);
    for (const Node* n = root; n != nullptr;) {
      uint32_t at = position(n, nullptr);
      while (at < n->n_src && !waits(n->src(at)))
        ++at;
      if (at < n->n_src) {
        const Node* const s = n->src(at);
        keep_position(n, at);
        open(s, n);
        n = s;
        continue;
      }
      const Node* const user = leave(n);
      const bool shared = marks_.state(n) == State::SharedOpen;
      marks_.set_state(n, State::Done);
      if (shared) bind(n);
      n = user;
    }
  }

  void bind(const Node* n) {
    if (names_ != 0) out_ += ' ';
    out_ += "(t" + std::to_string(names_) + ' ';
    print(n);
    out_ += ')';
    marks_.set_state(n, State::Named);
    marks_.set_number(n, names_++);
  }

  /// Prints a node whose shared sources have names. The way back up lies in the links.
  void print(const Node* root) {
    const Node* from = nullptr;
    for (const Node* n = begin(root, nullptr) ? root : nullptr; n != nullptr;) {
      uint32_t at = position(n, from);
      const Node* below = nullptr;
      while (at < n->n_src && below == nullptr) {
        const Node* const s = n->src(at++);
        out_ += ' ';
        if (begin(s, n)) below = s;
      }
      if (out_.size() >= flush_at) flush();
      if (below != nullptr) {
        keep_position(n, at);
        n = below;
        from = nullptr;
        continue;
      }
      append_arguments(out_, v_, n);
      out_ += ')';
      from = n;
      n = leave(n);
    }
  }

  /// Prints a name or a whole leaf; or opens the node, to be gone into, and says so.
  bool begin(const Node* n, const Node* user) {
    if (n->n_src != 0 && marks_.state(n) == State::Named) {
      out_ += "t" + std::to_string(marks_.number(n));
      return false;
    }
    out_ += '(';
    out_ += v_.op(n->op).text;
    if (n->n_src != 0) {
      enter(n, user);
      return true;
    }
    append_arguments(out_, v_, n);
    out_ += ')';
    return false;
  }

  void flush() {
    if (stream_ == nullptr) return;
    stream_->write(out_.data(), static_cast<std::streamsize>(out_.size()));
    out_.clear();
  }

  const Vocabulary& v_;
  Marks marks_;
  std::ostream* stream_;
  std::string out_;
  std::vector<uint32_t> positions_; ///< in open nodes with many sources
  size_t shared_ = 0;
  size_t names_ = 0;
};

} // namespace

void write(std::ostream& out, Graph& g, const Node* root) {
  Writer<NodeMarks>(g.vocabulary(), NodeMarks(g), &out).write(root);
}

std::string to_string(const Vocabulary& v, const Node* root) {
  Writer<SideMarks> writer(v, SideMarks(), nullptr);
  writer.write(root);
  return writer.take();
}

std::string excerpt(const Vocabulary& v, const Node* root, size_t limit) {
  struct Step {
    const Node* node;
    uint32_t next;
  };
  std::string out = "(" + std::string(v.op(root->op).text);
  std::vector<Step> path{{root, 0}};
  while (!path.empty()) {
    Step& top = path.back();
    const Node* const n = top.node;
    if (top.next < n->n_src && out.size() < limit) {
      const Node* const s = n->src(top.next++);
      out += " (" + std::string(v.op(s->op).text);
      path.push_back({s, 0});
      continue;
    }
    if (top.next < n->n_src) out += " …";
    append_arguments(out, v, n);
    out += ')';
    path.pop_back();
  }
  return out;
}

} // namespace tenet::text
