#include "dsl/text/diagnostics.h"
#include "dsl/text/suggest.h"
#include "dsl/text/utf8.h"

#include <catch2/catch.hpp>

namespace tenet::dsl {

namespace {

/// The rendered text of one error at `begin` to `end` of a file with this text.
std::string rendered(const std::string& text, uint32_t begin, uint32_t end) {
  const std::vector<SourceFile> files{SourceFile("a.rules", text)};
  Diagnostics diagnostics;
  diagnostics.error({0, begin, end}, "message");
  return render(diagnostics, files);
}

} // namespace

TEST_CASE("a place counts lines and columns from one") {
  const SourceFile file("a.rules", "ab\n\ncd");
  CHECK(file.place(0).line == 1);
  CHECK(file.place(2).column == 3);
  CHECK(file.place(3).line == 2);
  CHECK(file.place(5).line == 3);
  CHECK(file.place(5).column == 2);
  CHECK(file.place(6).column == 3);
}

TEST_CASE("a line comes without its end, and is empty outside the file") {
  const SourceFile file("a.rules", "ab\r\n\ncd");
  CHECK(file.line(1) == "ab");
  CHECK(file.line(2).empty());
  CHECK(file.line(3) == "cd");
  CHECK(file.line(0).empty());
  CHECK(file.line(4).empty());
  CHECK(SourceFile("empty", "").line(1).empty());
}

TEST_CASE("a diagnostic shows code, label, notes and the fix") {
  const std::vector<SourceFile> files{SourceFile("a.rules", "one\nrule a: x + AD(y)\n")};
  Diagnostics diagnostics;
  Diagnostic& error = diagnostics.error({0, 16, 18}, "unknown op `AD`; did you mean `ADD`?");
  error.code = "R0017";
  error.label = "no such op";
  error.notes = {{"first declared here", Span{0, 0, 3}}, {"ops are declared in `ops.rules`", {}}};
  error.suggestion = Suggestion{{0, 16, 18}, "ADD", ""};
  CHECK(render(diagnostics, files) ==
        "a.rules:2:13: error[R0017]: unknown op `AD`; did you mean `ADD`?\n"
        " 2 | rule a: x + AD(y)\n"
        "   |             ^~ no such op\n"
        "a.rules:1:1: note: first declared here\n"
        " 1 | one\n"
        "   | ^~~\n"
        "note: ops are declared in `ops.rules`\n"
        "help: write `ADD`\n");
}

TEST_CASE(
    "the caret counts characters, a tab is a blank, what is no text shows as a question mark") {
  CHECK(rendered("\té\x01\xFF x", 6, 7) == "a.rules:1:7: error: message\n"
                                           " 1 |  é?? x\n"
                                           "   |      ^\n");
}

TEST_CASE("of a long line only a window around the caret is shown") {
  const std::string text =
      rendered(std::string(100000, 'a') + "b" + std::string(100000, 'a'), 100000, 100001);
  CHECK(text.size() < 600);
  CHECK(text.find("…") != std::string::npos);
  CHECK(text.find("b") != std::string::npos);
}

TEST_CASE("a caret behind the end of the line and of the file is shown there") {
  CHECK(rendered("ab", 2, 2) == "a.rules:1:3: error: message\n 1 | ab\n   |   ^\n");
  CHECK(rendered("", 0, 0) == "a.rules:1:1: error: message\n 1 | \n   | ^\n");
}

TEST_CASE("diagnostics sort by place and drop repeats") {
  Diagnostics diagnostics;
  diagnostics.error({0, 5, 6}, "later");
  diagnostics.warning({0, 1, 2}, "sooner");
  diagnostics.error({0, 5, 6}, "later");
  diagnostics.sort();
  REQUIRE(diagnostics.list().size() == 2);
  CHECK(diagnostics.list()[0].message == "sooner");
  CHECK(diagnostics.count(Severity::Warning) == 1);
  CHECK(diagnostics.has_errors());
}

TEST_CASE("the edit distance counts insertions, deletions, replacements and swaps of neighbours") {
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("rule", "rule") == 0);
  CHECK(edit_distance("ruel", "rule") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("ADD", "add") == 1);
}

TEST_CASE("a name is suggested only if it is near") {
  const std::vector<std::string> known{"symbolic", "gradient", "x", "dtype"};
  CHECK(nearest_name("symbolc", known) == "symbolic");
  CHECK(nearest_name("dtpye", known) == "dtype");
  CHECK_FALSE(nearest_name("y", known));
  CHECK_FALSE(nearest_name("unrelated", known));
  CHECK_FALSE(nearest_name(std::string(1000000, 'a'), known));
  CHECK(did_you_mean("gradeint", known) == "; did you mean `gradient`?");
  CHECK(did_you_mean("nothing", known).empty());
}

TEST_CASE("UTF-8 is read strictly") {
  CHECK(utf8_length("a", 0) == 1);
  CHECK(utf8_length("\xC3\xA9", 0) == 2);
  CHECK(utf8_length("\xE2\x82\xAC", 0) == 3);
  CHECK(utf8_length("\xF0\x9F\x98\x80", 0) == 4);
  CHECK(utf8_length("\xC0\x80", 0) == 0);     // overlong
  CHECK(utf8_length("\xED\xA0\x80", 0) == 0); // surrogate
  CHECK(utf8_length("\xF4\x90\x80\x80", 0) == 0);
  CHECK(utf8_length("\xC3", 0) == 0);
  CHECK(utf8_length("", 0) == 0);
}

} // namespace tenet::dsl
