#include "dsl/check/expressions.h"

/// Text with holes.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using TK = Type::Kind;

bool is_printable(const Type& t) {
  switch (t.kind) {
  case TK::Error:
  case TK::Node:
  case TK::Value:
  case TK::Int:
  case TK::Float:
  case TK::Bool:
  case TK::Str:
  case TK::DType:
  case TK::Op:
  case TK::Dim:
  case TK::Enum:
    return true;
  default:
    return false;
  }
}

} // namespace

TextTemplate Expressions::text(const syntax::Text& text) {
  TextTemplate result;
  const ModeChange change(*this, Mode::Guard);
  for (const syntax::TextPiece& piece : text.pieces) {
    TextPiece r;
    r.text = piece.text;
    r.format = piece.format;
    r.is_list = piece.separator.has_value();
    r.separator = piece.separator.value_or("");
    if (piece.hole && piece.hole->kind == SK::Name && piece.hole->text == "root" &&
        scope_->find("root") == nullptr) {
      r.is_root = true;
    } else if (piece.hole) {
      Expr hole = infer(*piece.hole);
      const Type item = is_list(hole.type) ? hole.type.args[0] : hole.type;
      if (hole.type.kind != TK::Error && is_list(hole.type) != r.is_list)
        c_.error(piece.span,
                 r.is_list ? "`" + type_name(hole.type) + "` is no list; expected no separator"
                           : "a list needs a separator; expected `{…, \", \"}`");
      else if (!is_printable(item))
        c_.error(piece.span, "a value of type `" + type_name(item) + "` has no text");
      if (!r.format.empty() && r.format != "hex")
        c_.error(piece.span, "unknown format `" + r.format + "`; expected `hex`");
      r.hole = std::make_shared<const Expr>(std::move(hole));
    }
    result.push_back(std::move(r));
  }
  return result;
}

} // namespace tenet::dsl
