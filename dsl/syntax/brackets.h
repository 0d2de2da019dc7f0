#pragma once

#include "dsl/syntax/token.h"
#include "dsl/text/diagnostics.h"

namespace tenet::dsl::syntax {

enum class Bracket : uint8_t {
  Paren,
  List, ///< `[` where an operand is expected
  Args, ///< `[` behind an operand
  Set,
  Angle,
  Hole,
  Block,
};

/// The brackets open at a place. It reports those that close nothing, close another kind or are
/// never closed, each where it is opened or closed, and counts how deep the expressions in them are
/// nested.
class Brackets {
public:
  Brackets(const SourceFile& source, Tokens& tokens, Diagnostics& diagnostics)
      : source_(source), tokens_(tokens), diagnostics_(diagnostics) {}

  struct Open {
    Bracket kind;
    Token token;
    size_t owner;        ///< of a block: the keyword that it belongs to
    int height = 0;      ///< of the expression being read in it, from above
    int best_height = 0; ///< of the expressions before it
  };

  bool empty() const { return open_.empty(); }
  size_t size() const { return open_.size(); }
  const Open& top() const { return open_.back(); }
  bool in(Bracket kind) const { return !open_.empty() && open_.back().kind == kind; }
  bool in_expression() const { return !open_.empty() && open_.back().kind != Bracket::Block; }
  bool in_hole() const;
  uint32_t depth() const { return blocks_; } ///< of blocks
  /// The keyword of the innermost block; EOF outside all.
  size_t owner() const;

  void open(Bracket kind, const Token& token, size_t owner);
  /// Closes what `token` closes. False if it closes nothing: the token is to be left out.
  bool close(const Token& token, Bracket kind);
  /// For a `}` of a set or a block: which of the two it closes, or nothing.
  bool close_brace(const Token& token, Bracket& closed);
  /// Reports and forgets what is open inside the innermost block, because of `token`.
  void end_expressions(const Token& token);
  /// Reports and forgets the innermost block, because of `token`.
  void end_block(const Token& token);
  /// Forgets without a report.
  void drop_expressions();
  void drop_block();

  /// One more operator or part of an operand at this place.
  void grow();
  /// True if the expression being read is deeper than anything that people write.
  bool too_deep() const;
  void next_expression(); ///< behind a comma or a keyword

private:
  bool close_wrong(const Token& token);
  void unended(const Open& open, const Token& because);
  void pop();

  const SourceFile& source_;
  Tokens& tokens_;
  Diagnostics& diagnostics_;
  std::vector<Open> open_;
  int outer_height_ = 0;
  uint32_t blocks_ = 0;
};

} // namespace tenet::dsl::syntax
