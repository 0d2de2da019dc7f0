/// The reader of the text form. One loop over frames: an op whose sources are being read, or a
/// `let` whose bindings or body are; a finished node is handed to the frame below. Finished sources
/// wait on a stack of their own. Both stacks give memory back as they shrink, since nodes take its
/// place.
#include "core/ir/fields.h"
#include "core/ir/text_field_reader.h"

#include <deque>
#include <istream>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tenet::text {
namespace {

class Reader {
public:
  Reader(Graph& g, Lexer& lexer) : g_(g), v_(g.vocabulary()), lexer_(lexer), fields_(g, lexer) {}

  const Node* read() {
    read_version();
    if (lexer_.peek().kind == Token::Kind::End)
      stop(lexer_.peek(), "the text is empty; expected a graph");
    const Node* finished = begin_graph();
    while (finished == nullptr || !frames_.empty()) {
      finished = finished == nullptr ? continue_frame() : hand_over(finished);
    }
    if (lexer_.peek().kind != Token::Kind::End)
      unexpected(lexer_.peek(), "the end of the text after one graph");
    return finished;
  }

private:
  struct Frame {
    const OpInfo* op; ///< null: a `let`
    uint32_t line, column;
    size_t base; ///< where its sources begin in `pending_`, or its names in `names_`
    bool in_body = false;
  };

  void read_version() {
    const std::string comment = lexer_.first_comment();
    constexpr std::string_view mark = ";; tenet ";
    if (comment.rfind(mark, 0) != 0 || comment == ";; tenet 1") return;
    Token t;
    t.column = mark.size() + 1;
    stop(t, "version `" + comment.substr(mark.size()) + "` of the text form; expected `1`");
  }

  /// Begins a graph: opens a frame and gives null, or gives the node that a name is bound to.
  const Node* begin_graph() {
    const Token& t = lexer_.next();
    if (t.kind == Token::Kind::Atom) {
      const auto bound = bound_.find(t.text);
      if (bound == bound_.end()) stop(t, "`" + t.text + "` is bound by no `let`; expected a graph");
      return bound->second;
    }
    if (t.kind != Token::Kind::Open) unexpected(t, "a graph");
    const uint32_t line = t.line, column = t.column;
    const Token& head = lexer_.next();
    if (head.kind != Token::Kind::Atom) unexpected(head, "the name of an op");
    if (head.text == "let") {
      if (lexer_.peek().kind != Token::Kind::Open)
        unexpected(lexer_.peek(), "`(` and the bindings of `let`");
      lexer_.next();
      frames_.push_back({nullptr, line, column, names_.size()});
      return nullptr;
    }
    const OpInfo* const op = v_.find_op(head.text);
    if (op == nullptr) unknown_op(head, v_);
    frames_.push_back({op, line, column, pending_.size()});
    return nullptr;
  }

  /// Reads on in the top frame: begins another graph, or finishes the frame.
  const Node* continue_frame() {
    Frame& top = frames_.back();
    if (top.op == nullptr) return continue_let(top);
    const size_t count = pending_.size() - top.base;
    if (count < top.op->n_fixed ? lexer_.peek().kind != Token::Kind::Close
                                : top.op->rest && graph_follows()) {
      return begin_graph();
    }
    return finish_op(top);
  }

  bool graph_follows() {
    const Token& t = lexer_.peek();
    if (t.kind == Token::Kind::Atom) return bound_.contains(t.text);
    if (t.kind != Token::Kind::Open) return false;
    const Token& head = lexer_.peek(1);
    return head.kind == Token::Kind::Atom &&
           (head.text == "let" || v_.find_op(head.text) != nullptr);
  }

  const Node* finish_op(const Frame& frame) {
    const OpInfo& op = *frame.op;
    const size_t count = pending_.size() - frame.base;
    const OpId id(static_cast<uint16_t>(&op - v_.ops.data()));
    sources_.assign(pending_.end() - static_cast<ptrdiff_t>(count), pending_.end());
    if (count < op.n_fixed) reject(frame, g_.explain(id, sources_, 0));
    words_.assign(op.fields.size(), 0);
    fields_.read_fields(op.fields, words_.data(), op.text);
    expect_close();
    const Node* const made = v_.literal == id ? make_literal(frame) : make_node(id);
    if (made == nullptr) reject(frame, g_.explain(id, sources_, argument()));
    pending_.resize(frame.base);
    frames_.pop_back();
    return made;
  }

  Word argument() {
    if (words_.empty()) return 0;
    return words_.size() == 1 ? words_.front() : g_.intern_record(words_);
  }

  const Node* make_node(OpId id) { return g_.make(id, sources_, argument()); }

  const Node* make_literal(const Frame& frame) {
    const Value value = field::to_value(words_[0]);
    const DType dtype = field::to_dtype(words_[1]);
    if (value.is_invalid() && dtype != v_.bool_dtype) {
      reject(frame, "`invalid` of dtype `" + std::string(v_.dtype(dtype).name) +
                        "`; expected dtype `bool`");
    }
    return g_.constant(value, dtype);
  }

  const Node* continue_let(Frame& top) {
    const Token& t = lexer_.next();
    if (t.kind == Token::Kind::Close) {
      top.in_body = true;
      return begin_graph();
    }
    if (t.kind != Token::Kind::Open) unexpected(t, "a binding `(NAME GRAPH)`, or `)`");
    const Token& name = lexer_.next();
    if (name.kind != Token::Kind::Atom || !is_name(name.text)) unexpected(name, "a name to bind");
    if (bound_.contains(name.text))
      stop(name, "`" + name.text + "` is bound already; expected another name");
    names_.push_back(name.text);
    return begin_graph();
  }

  static bool is_name(const std::string& s) {
    return (s[0] >= 'a' && s[0] <= 'z') || (s[0] >= 'A' && s[0] <= 'Z') || s[0] == '_';
  }

  /// Gives a finished node to the top frame: a source, a binding, or the body of a `let`, which is
  /// then finished too.
  const Node* hand_over(const Node* finished) {
    Frame& top = frames_.back();
    if (top.op != nullptr) {
      pending_.push_back(finished);
      return nullptr;
    }
    expect_close();
    if (!top.in_body) {
      bound_.emplace(names_.back(), finished);
      return nullptr;
    }
    for (size_t i = top.base; i < names_.size(); ++i)
      bound_.erase(names_[i]);
    names_.resize(top.base);
    frames_.pop_back();
    return finished;
  }

  void expect_close() {
    const Token& t = lexer_.next();
    if (t.kind == Token::Kind::Close) return;
    const Frame& top = frames_.back();
    const std::string what = top.op == nullptr ? "let" : std::string(top.op->text);
    unexpected(t, "`)` of the `" + what + "` at " + std::to_string(top.line) + ":" +
                      std::to_string(top.column));
  }

  [[noreturn]] static void reject(const Frame& frame, std::string message) {
    throw Stop{{frame.line, frame.column, std::move(message)}};
  }

  Graph& g_;
  const Vocabulary& v_;
  Lexer& lexer_;
  FieldReader fields_;
  std::deque<Frame> frames_;
  std::deque<const Node*> pending_;
  std::deque<std::string> names_;
  std::unordered_map<std::string, const Node*> bound_;
  std::vector<const Node*> sources_;
  std::vector<Word> words_;
};

ReadResult read_tokens(Graph& g, Lexer& lexer) {
  try {
    return {Reader(g, lexer).read(), {}};
  } catch (const Stop& s) {
    return {nullptr, s.error};
  }
}

} // namespace

std::string to_string(const ReadError& e) {
  return std::to_string(e.line) + ":" + std::to_string(e.column) + ": " + e.message;
}

ReadResult read(Graph& g, std::string_view text) {
  Lexer lexer(text);
  return read_tokens(g, lexer);
}

ReadResult read(Graph& g, std::istream& in) {
  Lexer lexer(in);
  return read_tokens(g, lexer);
}

} // namespace tenet::text
