#pragma once

#include "dsl/check/module.h"
#include "gen/cpp/code_writer.h"
#include "gen/cpp/sets.h"
#include "gen/program/program.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Expressions of rules and op clauses as C++. An expression may have no answer (an index out of
/// range, a value that is no integer, a node that cannot be built): then the surrounding function
/// is left by `ExpressionScope::fail`. So that no lambda and no exception is needed, parts that may
/// fail become statements before the expression, and loops are plain loops.
///
/// The code names things of namespace tenet by the short names that generated headers bring in
/// (`Value`, `Node`, `int128` …) and the namespaces `builtin`, `clause`, `exact`, `interval`,
/// `field` by aliases that the file declares.
namespace tenet::gen {

/// What an expression may use and how that is named. For an op clause: `names[i]` is the C++
/// expression of the i-th of `OpDecl::variables`, `dtypes[i]` that of its `.dtype` where it is an
/// Interval or a Value.
struct ExpressionScope {
  const dsl::Module& module;
  const program::Symbols& symbols;
  SetTable& sets;
  std::vector<std::string> names{};
  std::vector<std::string> dtypes{};
  std::string fail = "return nullptr;";
  std::string match = "m"; ///< first argument of externs: a Match&, in a clause a const Graph&
  std::string graph = "m.graph()";           ///< a Graph& (in a clause, a const Graph&)
  std::string vocabulary = "m.vocabulary()"; ///< a const Vocabulary&
  std::string context = "m.context<Context>()";
  std::string root = "root"; ///< the matched node, for results that are like it
  std::string
      wrapping{}; ///< in an `eval` clause: the DTypeInfo of the result, to whose width it wraps
  bool clause = false;              ///< an op clause, not a rule
  bool text = false;                ///< in a text ruleset: a node in a text is its own text
  std::string element_parent{};     ///< in `op(*p)`: the node whose source the pattern is asked of,
  std::string element_index{};      ///< and the number of that source
  std::vector<std::string> taken{}; ///< names that new variables must not have
};

/// Writes expressions into one function body.
class ExpressionWriter {
public:
  ExpressionWriter(ExpressionScope& scope, CodeWriter& out) : scope_(scope), out_(&out) {}

  /// Writes the statements that `e` needs and gives the C++ expression of its value, of the C++
  /// type of `e.type` (a list may be a span).
  std::string write(const program::Expr& e);
  /// As `write`, of a condition without which the function is left.
  std::string write_condition(const program::Expr& e);
  /// As `write`, brought to `type`: an Optional to what it holds, no match if it holds nothing.
  std::string write_as(const program::Expr& e, const program::Type& type);
  /// A text template: an expression of type std::string.
  std::string write_text(const program::Template& text);
  /// Writes `e` and gives a name or member path that stands for its value and may be used twice.
  std::string write_name(const program::Expr& e, std::string_view stem = "t");
  /// `if (!condition) fail`.
  void require(const std::string& condition);
  /// `if (condition) fail`.
  void reject(const std::string& condition);
  /// A new local name that reads like `stem`.
  std::string fresh(std::string_view stem);
  /// A new local name for a variable, which `names` has from now on.
  std::string bind(uint32_t var, std::string_view stem);
  /// A path of sources from `node`: `node->src(0)->src(1)`.
  static std::string at(const std::string& node, const program::Path& path);
  /// C++ conditions for tests at nodes below `node`; none of them needs a statement.
  std::string test(const std::string& node, const program::Test& test);
  /// The value at an access below `node`, as a binding of a variable of `type` has it.
  std::string access(const std::string& node, const program::Access& access,
                     const program::Type& type);
  /// A literal pattern's value: `0` where an int64_t will do, else a Value.
  std::string literal_value(const program::Expr& literal);

private:
  // leaves, arithmetic, fields: expression.cpp
  std::string leaf(const program::Expr& e);
  std::string unary(const program::Expr& e);
  std::string binary(const program::Expr& e);
  std::string logic(const program::Expr& e);
  std::string comparison(const program::Expr& e);
  std::string int_arithmetic(const program::Expr& e);
  std::string in(const program::Expr& e);
  std::string in_range(const program::Expr& e);
  std::string if_else(const program::Expr& e);
  std::string convert(const program::Expr& e);
  std::string convert_value(const std::string& value, const program::Type& from,
                            const program::Type& to);

  // fields and functions: expression_call.cpp
  std::string field(const program::Expr& e);
  std::string property(const program::Expr& e);
  std::string bound(const std::string& which, const std::string& node);
  std::string decode(const program::Type& type, const std::string& word);
  std::string encode(const program::Type& type, const std::string& value);
  std::string field_word(const std::string& node, const std::vector<uint32_t>& ops,
                         const std::string& field);
  std::string call(const program::Expr& e);
  std::string call_fallible(const program::Expr& e, const std::vector<std::string>& args);
  std::string call_clause(const program::Expr& e, const std::vector<std::string>& args);
  std::string call_number(const program::Expr& e, const std::vector<std::string>& args);
  std::string extern_call(const program::Expr& e);

  // lists: expression_list.cpp
  std::string list(const program::Expr& e);
  std::string list_literal(const program::Expr& e);
  std::string comprehension(const program::Expr& e);
  std::string int_range(const program::Expr& e);
  std::string index(const program::Expr& e);
  std::string slice(const program::Expr& e);
  std::string fold(const program::Expr& e);
  std::string quantifier(const program::Expr& e);
  void open_loop(const program::Expr& source, const std::vector<uint32_t>& vars);

  // nodes: expression_node.cpp
  std::string node(const program::Expr& e);
  std::string build(const program::Expr& e);
  std::string rebuild(const program::Expr& e);
  std::string constant(const program::Expr& e);
  std::string constant_dtype(const program::Expr& e, const std::string& value);
  std::string eval(const program::Expr& e);
  std::string substitute(const program::Expr& e);
  std::string rewrite(const program::Expr& e);
  std::string sources(const program::Expr& e, size_t first, std::vector<std::string>& exact);
  std::string argument(const program::Expr& e);
  std::string promoted(const std::vector<uint32_t>& vars);
  std::string checked(const std::string& node);
  std::string checked_parent(const std::string& node, const std::vector<std::string>& exact);
  std::string bounds_of(const program::Expr& e);
  std::string unbuilt(const program::Expr& e);

  std::string text_hole(const program::Piece& piece);
  std::string as_text(const std::string& value, const program::Type& type,
                      const std::string& format);

  std::string type(const program::Type& type) const;
  /// `value` itself if it is a name, else a new local.
  std::string named(const std::string& value, std::string_view stem);
  /// Writes `e` to a writer of its own; the statements that it needed are in `statements`.
  std::string aside(const program::Expr& e, std::string& statements);

  ExpressionScope& scope_;
  CodeWriter* out_;
  std::map<std::string, std::string> bounds_{}; ///< locals that hold bounds of nodes
};

/// The C++ type of a variable or result of that type.
std::string cpp_type(const dsl::Module& module, const program::Type& type);
/// … of a parameter.
std::string cpp_parameter(const dsl::Module& module, const program::Type& type);

} // namespace tenet::gen
