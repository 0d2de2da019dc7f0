/// Text to tree: characters to tokens (lexer.re), strings opened (templates.cpp), words told apart
/// and brackets balanced (words.cpp), tokens to ANTLR's parse tree (rules.g4), that to ours
/// (build*.cpp).
///
/// The grammar nearly always decides on one token, so ANTLR's quick SLL prediction is tried first;
/// only a file that it does not accept is parsed again with full prediction, and only then are
/// mistakes reported.

#include "dsl/syntax/parse.h"

#include "dsl/syntax/build.h"
#include "dsl/syntax/lexer.h"
#include "dsl/syntax/recovery.h"
#include "dsl/syntax/templates.h"
#include "dsl/syntax/token_source.h"
#include "dsl/syntax/words.h"

namespace tenet::dsl::syntax {

namespace {

constexpr size_t longest_file = size_t{256} << 20;

/// Null if SLL prediction finds a mistake.
Grammar::FileContext* parse_quickly(Grammar& parser) {
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
      antlr4::atn::PredictionMode::SLL);
  parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  try {
    return parser.file();
  } catch (const antlr4::ParseCancellationException&) {
    return nullptr;
  }
}

/// Hands on the first of many mistakes: more are of no use to anyone.
void hand_on(Diagnostics& from, uint32_t file_index, Diagnostics& to) {
  constexpr size_t most = 100;
  from.sort();
  for (size_t i = 0; i < from.list().size() && i < most; ++i)
    to.add(from.list()[i]);
  if (from.list().size() <= most) return;
  const Span last = from.list()[most].span;
  to.error({file_index, last.begin, last.end},
           "more than " + std::to_string(most) +
               " mistakes; expected fewer, those from here on are not shown");
}

FileTree parse_text(const SourceFile& source, uint32_t file_index, Diagnostics& diagnostics) {
  Tokens tokens = lex(source, file_index, diagnostics);
  tokens = open_templates(source, std::move(tokens), diagnostics);
  tokens = tell_words_apart(source, std::move(tokens), diagnostics);

  TokenSource bridge(tokens.list);
  antlr4::CommonTokenStream stream(&bridge);
  Grammar parser(&stream);
  parser.removeErrorListeners();
  Grammar::FileContext* context = parse_quickly(parser);
  if (context == nullptr) {
    stream.seek(0);
    parser.reset();
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
        antlr4::atn::PredictionMode::LL);
    parser.setErrorHandler(std::make_shared<Recovery>(source, tokens, diagnostics));
    context = parser.file();
  }
  return Builder(source, tokens, diagnostics).file(context);
}

} // namespace

FileTree parse(const SourceFile& source, uint32_t file_index, Diagnostics& diagnostics) {
  if (source.text().size() > longest_file) {
    diagnostics.error({file_index, 0, 0}, "file of " + std::to_string(source.text().size() >> 20) +
                                              " MiB; expected at most 256 MiB");
    FileTree tree;
    tree.file = file_index;
    return tree;
  }
  Diagnostics mistakes;
  FileTree tree = parse_text(source, file_index, mistakes);
  hand_on(mistakes, file_index, diagnostics);
  return tree;
}

} // namespace tenet::dsl::syntax
