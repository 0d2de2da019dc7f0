#include "dsl/syntax/dump.h"
#include "dsl/syntax/parse.h"
#include "tests/support/golden.h"

#include <catch2/catch.hpp>

namespace tenet::dsl::syntax {

namespace {

struct Parsed {
  FileTree tree;
  Diagnostics diagnostics;
  std::string errors; ///< rendered
};

Parsed parsed(const std::string& text, const std::string& path = "a.rules") {
  Parsed out;
  const std::vector<SourceFile> files{SourceFile(path, text)};
  out.tree = parse(files[0], 0, out.diagnostics);
  out.errors = render(out.diagnostics, files);
  return out;
}

/// The pattern of the one rule of a ruleset, dumped.
std::string pattern(const std::string& text) {
  const Parsed file = parsed("ruleset r { rule a: " + text + " => x }");
  CHECK(file.errors == "");
  if (file.tree.rulesets.empty() || file.tree.rulesets[0].blocks.empty()) return "";
  return dump(file.tree.rulesets[0].blocks[0].rules[0].pattern);
}

std::string message(const std::string& text) {
  const Parsed file = parsed(text);
  return file.diagnostics.list().empty() ? "" : file.diagnostics.list()[0].message;
}

size_t mistakes(const std::string& text) {
  return parsed(text).diagnostics.list().size();
}

std::string repeated(const std::string& text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i)
    out += text;
  return out;
}

/// Parses a file of `good` or `bad` and compares tree and messages with the golden files beside it.
void check_file(const std::string& name) {
  const std::string path = "tests/dsl/syntax/" + name;
  const Parsed file = parsed(testing::read_file(path + ".rules"), name + ".rules");
  testing::check_golden(path + ".tree", dump(file.tree));
  testing::check_golden(path + ".errors", file.errors);
}

} // namespace

TEST_CASE("every construct of rulesets and pipelines is read") {
  check_file("good/rules");
}

TEST_CASE("every construct of vocabularies and functions is read") {
  check_file("good/vocabulary");
}

TEST_CASE("five separate mistakes are five errors, and the rules between them are read") {
  check_file("bad/five_mistakes");
}

TEST_CASE("a missing bracket is one error, where it was opened") {
  check_file("bad/braces");
}

TEST_CASE("mistakes in strings and their holes are told apart") {
  check_file("bad/strings");
}

TEST_CASE("each wrong word is one error that says what would be right") {
  check_file("bad/words");
}

TEST_CASE("each broken declaration of its own is one error") {
  check_file("bad/declarations");
}

TEST_CASE("the vocabulary of Tenet has no mistakes") {
  const Parsed file = parsed(testing::read_file("patterns/ops.rules"));
  CHECK(file.errors == "");
  CHECK(file.tree.ops.size() > 40);
  CHECK(file.tree.dtypes.size() == 20);
}

TEST_CASE("operators bind as in Python") {
  CHECK(pattern("a + b * c") == "(+ a (* b c))");
  CHECK(pattern("a - b - c") == "(- (- a b) c)");
  CHECK(pattern("-a * b") == "(* (- a) b)");
  CHECK(pattern("a | b ^ c & d << e") == "(| a (^ b (& c (<< d e))))");
  CHECK(pattern("a & b < c | d") == "(< (& a b) (| c d))");
  CHECK(pattern("not a in b and c or d") == "(or (and (not (in a b)) c) d)");
  CHECK(pattern("a in 0..b + 1") == "(in a (.. 0 (+ b 1)))");
  CHECK(pattern("if a then b else c + d") == "(if a b (+ c d))");
  CHECK(pattern("n@x:int + y") == "(+ (@ n (: x int)) y)");
  CHECK(pattern("-x:int") == "(- (: x int))");
}

TEST_CASE("words that are keywords elsewhere are names where an operand stands") {
  CHECK(pattern("where(rule, op, n.dtype)") == "(call where rule op (. n dtype))");
  CHECK(pattern("range(end) + index(step, test)") == "(+ (call range end) (call index step test))");
  CHECK(pattern("group(pass, check)") == "(call group pass check)");
  CHECK(pattern("n.where + n.in + n.if") == "(+ (+ (. n where) (. n in)) (. n if))");
  CHECK(pattern("eval(bounds, shape)") == "(call eval bounds shape)");
  CHECK(pattern("error + expr + stmt + fold + let + done") ==
        "(+ (+ (+ (+ (+ error expr) stmt) fold) let) done)");
}

TEST_CASE("two slashes divide behind an operand, and else begin a comment") {
  CHECK(pattern("x // #c") == "(// x #c)");
  CHECK(pattern("(x)//y") == "(// x y)");
  CHECK(pattern("x  // a comment\n") == "x");
  CHECK(pattern("x + // a comment\n y") == "(+ x y)");
  CHECK(pattern("x in {A} // a comment\n") == "(in x (set A))");
}

TEST_CASE("spans name the bytes of what was written") {
  const std::string text = "ruleset r { rule a: n@f[k: 1](x.y:int, ...z) => \"{x}\" }";
  const Parsed file = parsed(text);
  REQUIRE(file.errors == "");
  const Rule& rule = file.tree.rulesets[0].blocks[0].rules[0];
  const auto written = [&](Span span) { return text.substr(span.begin, span.end - span.begin); };
  CHECK(written(rule.span) == "rule a: n@f[k: 1](x.y:int, ...z) => \"{x}\"");
  CHECK(written(rule.name.span) == "a");
  CHECK(written(rule.pattern.span) == "n@f[k: 1](x.y:int, ...z)");
  const Expr& call = rule.pattern.children[0];
  CHECK(written(call.span) == "f[k: 1](x.y:int, ...z)");
  CHECK(written(call.children[1].span) == "x.y:int");
  CHECK(written(call.children[1].children[0].span) == "x.y");
  CHECK(written(call.children[2].span) == "...z");
}

TEST_CASE("spans in a hole of a string are places in the file") {
  const std::string text = "ruleset r -> text { rule a: x => expr \"ab {f(x)} {y:hex}\" }";
  const Parsed file = parsed(text);
  REQUIRE(file.errors == "");
  const Text& string = file.tree.rulesets[0].blocks[0].rules[0].results[0].string;
  REQUIRE(string.pieces.size() == 4);
  const Span span = string.pieces[1].hole->span;
  CHECK(text.substr(span.begin, span.end - span.begin) == "f(x)");
  CHECK(string.pieces[3].format == "hex");
}

TEST_CASE("a doc comment belongs to what stands directly under it") {
  const Parsed file = parsed("/// Of the file.\n\n/// Lost.\n\n/// One.\n/// Two.\nfn f(x) = x\n");
  CHECK(file.errors == "");
  CHECK(file.tree.doc == "Of the file.");
  REQUIRE(file.tree.fns.size() == 1);
  CHECK(file.tree.fns[0].doc == "One.\nTwo.");
  CHECK(parsed("/// Of f.\nfn f(x) = x\n").tree.doc.empty());
}

TEST_CASE("names of what is left out are kept, so that they are not unknown") {
  const Parsed file =
      parsed("ruleset r {\n rule a: x + => x\n rule b: x => x }\nop BAD(\nfn f(x) = x");
  REQUIRE(file.tree.broken.size() == 2);
  CHECK(file.tree.broken[0].text == "a");
  CHECK(file.tree.broken[1].text == "BAD");
  CHECK(file.tree.fns.size() == 1);
}

TEST_CASE("nesting up to the limit is read, one more level is an error") {
  const auto nested = [](size_t levels) {
    return "fn f(x) = " + repeated("(", levels) + "x" + repeated(")", levels);
  };
  CHECK(mistakes(nested(nesting_limit)) == 0);
  CHECK(message(nested(nesting_limit + 1)) ==
        "brackets nested too deeply; expected at most 200 levels");
}

TEST_CASE("endless nesting of any kind is one error and no overflow") {
  constexpr size_t many = 20000;
  for (const std::string piece : {"(", "f[(", "[", "{", "-", "not ", "n@", "if a then b else ",
                                  "x + ", "x.", "x < ", "fold a = b for c in d do "}) {
    INFO(piece);
    CHECK(
        parsed("fn f(x) = " + repeated(piece, many) + "x\nfn g(x) = x").diagnostics.list().size() ==
        1);
  }
  for (const std::string piece : {"()", "[]", "'", ".x", "(1)[2]"}) {
    INFO(piece);
    CHECK(mistakes("fn f(x) = x" + repeated(piece, many) + "\nfn g(x) = x") == 1);
  }
  CHECK(mistakes("extern fn f(x: " + repeated("list<", many) + "\nextern fn g()") == 1);
  CHECK(mistakes("ruleset r -> text {\n rule a: x => expr \"" + repeated("{\"", many) +
                 "\n rule b: x => x }") == 1);
}

TEST_CASE("a declaration behind one that is too deep is read") {
  const Parsed file = parsed("ruleset r {\n rule a: " + repeated("(", 1000) +
                             " => x\n rule b: x => x\n}\nfn f(x) = x");
  REQUIRE(file.tree.rulesets.size() == 1);
  CHECK(file.tree.rulesets[0].blocks[0].rules.size() == 1);
  CHECK(file.tree.fns.size() == 1);
}

TEST_CASE("of very many mistakes the first hundred are told") {
  for (const std::string piece : {"; x", "}", "fn a: x\n", "ruleset a {\n", "\x01 ", "\"\n"})
    CHECK(mistakes(repeated(piece, 20000)) == 101);
}

TEST_CASE("bytes that are no text are reported") {
  CHECK(message(std::string("fn f(x) = x \0 ", 14)) ==
        "unexpected byte 0x00; expected a name, a number, a string or a mark");
  CHECK(message("// \xFF") == "the file is not UTF-8 from here on; expected text in UTF-8");
  CHECK(mistakes("fn f\xC3\x28(x) = x") >= 1);
  CHECK(message("fn f(x) = é") == "unexpected `é`; expected a name, a number, a string or a mark");
  CHECK(mistakes("\xEF\xBB\xBF"
                 "fn f(x) = x\r\n") == 0);
  CHECK(mistakes("") == 0);
}

TEST_CASE("every prefix of a right file is read without a crash") {
  const std::string text = testing::read_file("tests/dsl/syntax/good/rules.rules");
  for (size_t length = 0; length < text.size(); length += 7) {
    const Parsed file = parsed(text.substr(0, length));
    CHECK(file.diagnostics.list().size() <= 4);
  }
}

TEST_CASE("a right file with any token left out or doubled is read without a crash") {
  const std::string text = testing::read_file("tests/dsl/syntax/good/rules.rules");
  for (size_t at = 0; at < text.size(); at += 11) {
    std::string without = text, doubled = text;
    without.erase(at, 3);
    doubled.insert(at, text.substr(at, 3));
    CHECK(parsed(without).diagnostics.list().size() <= 8);
    CHECK(parsed(doubled).diagnostics.list().size() <= 8);
  }
}

} // namespace tenet::dsl::syntax
