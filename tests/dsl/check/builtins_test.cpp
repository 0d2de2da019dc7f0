#include "dsl/check/builtins.h"
#include "dsl/check/check.h"
#include "dsl/check/types.h"
#include "dsl/syntax/parse.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

namespace tenet::dsl {
namespace {

std::string signature(const Builtin& b) {
  const Module none;
  std::string s(b.name);
  for (const Type& t : b.params)
    s += " " + to_string(none, t);
  return s;
}

TEST_CASE("no two builtins of one place have the same name and parameters") {
  std::set<std::string> seen;
  for (const Builtin& b : builtins())
    for (const auto place : {Builtin::Guard, Builtin::Result, Builtin::Clause})
      if ((b.places & place) != 0) {
        INFO(signature(b));
        CHECK(seen.insert(signature(b) + " at " + std::to_string(place)).second);
      }
}

TEST_CASE("every type variable of a result stands in a parameter") {
  for (const Builtin& b : builtins()) {
    INFO(signature(b));
    const bool has_variable = is_unknown(b.result);
    bool bound = false;
    for (const Type& t : b.params)
      bound = bound || is_unknown(t);
    CHECK((!has_variable || bound));
  }
}

/// The diagnostics for a text that is checked alone.
std::string report(const std::string& text) {
  const std::vector<SourceFile> files = {SourceFile("deep.rules", text)};
  Diagnostics diagnostics;
  std::vector<syntax::FileTree> trees;
  trees.push_back(syntax::parse(files[0], 0, diagnostics));
  check(std::move(trees), files, diagnostics);
  return render(diagnostics, files);
}

std::string chain(int functions, int calls) {
  std::string text = "dtypes { weakint : int weak }\n"
                     "op ADD(a, b) infix \"+\" dtype a.dtype\n"
                     "fn f0(x) = x + x\n";
  for (int i = 1; i < functions; ++i) {
    text += "fn f" + std::to_string(i) + "(x) = ";
    for (int k = 0; k < calls; ++k)
      text += (k == 0 ? "" : " + ") + ("f" + std::to_string(i - 1)) + "(x)";
    text += "\n";
  }
  return text + "ruleset r { rule a: x + y => f" + std::to_string(functions - 1) + "(x) }\n";
}

TEST_CASE("functions that nest too deep or grow without end are an error") {
  CHECK(report(chain(40, 1)).find("error") == std::string::npos);
  CHECK(report(chain(60, 1)).find("this calls too many functions") != std::string::npos);
  std::string doubling = "dtypes { weakint : int weak }\n"
                         "op ADD(a, b) infix \"+\" dtype a.dtype\n"
                         "fn f0(x) = x\n";
  for (int i = 1; i < 40; ++i)
    doubling += "fn f" + std::to_string(i) + "(x) = f" + std::to_string(i - 1) + "(x + x)\n";
  const std::string in_result = report(doubling + "ruleset r { rule a: x + y => f39(x) }\n");
  CHECK(in_result.find("this calls too many functions") != std::string::npos);
  const std::string in_pattern = report(doubling + "ruleset r { rule a: f39(x) => x }\n");
  CHECK(in_pattern.find("this calls too many functions") != std::string::npos);
  CHECK(report(chain(40, 2)).find("this calls too many functions") != std::string::npos);
}

TEST_CASE("expressions may nest as deep as the syntax allows") {
  std::string sum = "x";
  for (int i = 0; i < 80; ++i)
    sum = "(" + sum + " + x)";
  const std::string text = "dtypes { weakint : int weak }\n"
                           "op ADD(a, b) infix \"+\" dtype a.dtype\n"
                           "ruleset r { rule a: " +
                           sum + " + y => x + " + sum + " }\n";
  CHECK(report(text).find("error") == std::string::npos);
}

} // namespace
} // namespace tenet::dsl
