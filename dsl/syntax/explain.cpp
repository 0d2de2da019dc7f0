#include "dsl/syntax/explain.h"

#include "dsl/syntax/keywords.h"
#include "dsl/text/suggest.h"

#include <algorithm>
#include <array>

namespace tenet::dsl::syntax {

namespace {

struct Mark {
  size_t kind;
  std::string_view text;
};

/// Marks that are worth asking for, the most telling first.
constexpr auto marks = std::to_array<Mark>({
    {Grammar::IMPLIES, "`=>`"},   {Grammar::ARROW, "`->`"},     {Grammar::EQ, "`=`"},
    {Grammar::COLON, "`:`"},      {Grammar::DOTDOT, "`..`"},    {Grammar::DOTDOTEQ, "`..=`"},
    {Grammar::COMMA, "`,`"},      {Grammar::LPAREN, "`(`"},     {Grammar::RPAREN, "`)`"},
    {Grammar::LBRACK, "`[`"},     {Grammar::RBRACK, "`]`"},     {Grammar::LBRACE, "`{`"},
    {Grammar::RBRACE, "`}`"},     {Grammar::SET_LBRACE, "`{`"}, {Grammar::SET_RBRACE, "`}`"},
    {Grammar::HOLE_CLOSE, "`}`"}, {Grammar::TYPE_LT, "`<`"},    {Grammar::TYPE_GT, "`>`"},
    {Grammar::QUESTION, "`?`"},   {Grammar::ELLIPSIS, "`...`"}, {Grammar::STAR, "`*`"},
    {Grammar::HASH, "`#`"},       {Grammar::PIPE, "`|`"},       {Grammar::AT, "`@`"},
});

bool begins_operand(const TokenSet& expected) {
  return expected.contains(Grammar::INT) && expected.contains(Grammar::LPAREN) &&
         expected.contains(Grammar::NAME);
}

bool continues_operand(const TokenSet& expected) {
  return expected.contains(Grammar::PLUS) && expected.contains(Grammar::OR);
}

/// True for the marks and words that begin or continue any expression: they would only fill the
/// message.
bool is_of_expressions(size_t kind, const TokenSet& expected) {
  const bool begins = kind == Grammar::LPAREN || kind == Grammar::LBRACK ||
                      kind == Grammar::SET_LBRACE || kind == Grammar::HASH || kind == Grammar::IF ||
                      kind == Grammar::NOT;
  const bool continues = (kind >= Grammar::PLUS && kind <= Grammar::GE) ||
                         (kind >= Grammar::AND && kind <= Grammar::FOLD) ||
                         kind == Grammar::DOTDOT || kind == Grammar::DOTDOTEQ ||
                         kind == Grammar::LPAREN || kind == Grammar::LBRACK ||
                         kind == Grammar::COLON;
  return (begins && begins_operand(expected)) || (continues && continues_operand(expected));
}

std::vector<std::string> wanted(const TokenSet& expected) {
  if (expected.contains(Grammar::RULESET)) return {"a declaration"};
  if (expected.contains(Grammar::RULE)) return {"a rule", "a test", "`}`"};
  if (expected.contains(Grammar::PASS) && expected.contains(Grammar::STEP))
    return {"`pass`", "`step`", "`check`", "`}`"};
  std::vector<std::string> parts;
  if (begins_operand(expected))
    parts.emplace_back("an expression");
  else if (expected.contains(Grammar::NAME) || expected.contains(Grammar::FIELD_NAME))
    parts.emplace_back("a name");
  else if (expected.contains(Grammar::INT))
    parts.emplace_back("a number");
  if (expected.contains(Grammar::DTYPE_NAME)) parts.emplace_back("the name of a dtype");
  if (expected.contains(Grammar::STRING) && !begins_operand(expected))
    parts.emplace_back("a string");
  for (const Mark& mark : marks)
    if (expected.contains(mark.kind) && !is_of_expressions(mark.kind, expected))
      parts.emplace_back(mark.text);
  for (size_t kind = Grammar::AND; kind <= Grammar::ENSURES; ++kind) {
    if (!expected.contains(kind) || is_of_expressions(kind, expected)) continue;
    if (const std::string_view word = keyword_text(kind); !word.empty())
      parts.push_back("`" + std::string(word) + "`");
  }
  if (parts.empty() && continues_operand(expected)) parts.emplace_back("an operator");
  constexpr size_t most = 4;
  if (parts.size() > most) parts.resize(most);
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 == parts.size() ? " or " : ", ";
    out += parts[i];
  }
  return out;
}

/// The name of a found token; a long one is cut.
std::string found(const SourceFile& source, const Token& token) {
  std::string_view text = text_of(source, token);
  constexpr size_t longest = 40;
  if (text.size() <= longest) return "`" + std::string(text) + "`";
  size_t cut = longest;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
    --cut;
  return "`" + std::string(text.substr(0, cut)) + "…`";
}

/// A comment that may have been meant as a floor division: directly behind the token in front of
/// the mistake.
const Span* comment_before(const SourceFile& source, const Tokens& tokens, size_t index) {
  if (index == 0) return nullptr;
  const uint32_t from = tokens.list[index - 1].end;
  const auto at =
      std::lower_bound(tokens.comments.begin(), tokens.comments.end(), from,
                       [](const Span& comment, uint32_t place) { return comment.begin < place; });
  const bool is_near = at != tokens.comments.end() && at->end <= tokens.list[index].begin &&
                       source.place(at->begin).line == source.place(from).line;
  return is_near ? &*at : nullptr;
}

bool implies_follows(const Tokens& tokens, size_t index) {
  for (size_t i = index + 1; i < tokens.list.size() && !tokens.list[i].starts_item; ++i)
    if (tokens.list[i].kind == Grammar::IMPLIES) return true;
  return false;
}

/// What is in front of a token that stands where only the next item could.
std::string_view behind_what(const TokenSet& expected) {
  if (expected.contains(Grammar::RULESET)) return " behind the end of a declaration";
  if (expected.contains(Grammar::DTYPE_NAME)) return " behind the end of an entry";
  return expected.contains(Grammar::RULE) ? " behind the end of a rule"
                                          : " behind the end of a pass";
}

void add_help(const SourceFile& source, const Tokens& tokens, size_t index,
              Diagnostic& diagnostic) {
  if (tokens.list[index].kind == Grammar::IF)
    diagnostic.notes.push_back(
        {"behind an operator `if … then … else …` stands in parentheses", {}});
  if (const Span* comment = comment_before(source, tokens, index))
    diagnostic.notes.push_back(
        {"this is a comment; `//` divides where at most one blank stands in front of it",
         *comment});
}

/// A token where a declaration, rule or pass should begin.
void explain_between_items(const SourceFile& source, const Tokens& tokens, size_t index,
                           const TokenSet& expected, Diagnostic& diagnostic) {
  const Token& token = tokens.list[index];
  const std::string right = joined(wanted(expected));
  const bool of_pipeline =
      token.kind == Grammar::PASS || token.kind == Grammar::STEP || token.kind == Grammar::ALLOWS;
  std::string where;
  if (token.starts_item && of_pipeline)
    where = " outside of a pipeline";
  else if (token.starts_item)
    where = expected.contains(Grammar::RULE) ? " in a `when` block" : " outside of a ruleset";
  else if (!token.first_on_line)
    where = behind_what(expected);
  diagnostic.message = "found " + found(source, token) + where + "; expected " + right;
  if (index > 0 && tokens.list[index - 1].kind == Grammar::DTYPE_NAME)
    diagnostic.message = "found " + found(source, token) + "; expected `:`";
}

} // namespace

bool TokenSet::begins_items() const {
  return contains(Grammar::RULE) || contains(Grammar::PASS) || contains(Grammar::DTYPE_NAME) ||
         contains(Grammar::RULESET);
}

Diagnostic explain_mistake(const SourceFile& source, const Tokens& tokens, size_t index,
                           const TokenSet& expected) {
  const Token& token = tokens.list[index];
  Diagnostic diagnostic;
  diagnostic.span = {tokens.file, token.begin, token.end};
  const bool at_end = token.kind == antlr4::Token::EOF;
  if (expected.begins_items() && !at_end) {
    explain_between_items(source, tokens, index, expected, diagnostic);
    add_help(source, tokens, index, diagnostic);
    return diagnostic;
  }
  std::string what = found(source, token);
  if ((at_end || (token.starts_item && token.first_on_line)) && index > 0) {
    const uint32_t end = tokens.list[index - 1].end;
    diagnostic.span = {tokens.file, end, end};
    what = at_end ? "the end of the file" : "the end of the line";
  }
  std::string right = joined(wanted(expected));
  if (token.kind == Grammar::EQ && expected.contains(Grammar::IMPLIES)) {
    const std::string meant = implies_follows(tokens, index) ? "==" : "=>";
    right = "`" + meant + "`";
    diagnostic.suggestion = Suggestion{diagnostic.span, meant, ""};
  }
  diagnostic.message = "found " + what + (right.empty() ? "" : "; expected " + right);
  add_help(source, tokens, index, diagnostic);
  return diagnostic;
}

} // namespace tenet::dsl::syntax
