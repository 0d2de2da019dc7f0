#pragma once

#include "dsl/check/module.h"
#include "gen/cpp/test_value.h"

#include <map>
#include <string>

namespace tenet::gen {

/// The values of a test's constants in one case, by name.
using TestConstants = std::map<std::string, TestValue>;

/// Writes the graphs of an inline test in the text form.
class TestGraph {
public:
  TestGraph(const dsl::Module& module, const dsl::InlineTest& test, const TestConstants& constants)
      : module_(module), test_(test), constants_(constants) {}

  std::string write(const dsl::Expr& e);
  /// The first thing that could not be written; empty if there was none.
  const std::string& problem() const { return problem_; }

private:
  std::string variable(const dsl::Expr& e);
  std::string build(const dsl::Expr& e);
  std::string literal(const dsl::Expr& e);
  std::string constant(const TestValue& value, dsl::DTypeId dtype);
  std::string variable_field(const dsl::FieldDecl& field, const dsl::InlineTest::Binding& binding,
                             dsl::DTypeId dtype);
  std::string field(const dsl::FieldDecl& decl, const dsl::Expr& value);
  std::string field_value(const dsl::FieldType& type, const dsl::Expr& value);
  std::optional<TestValue> evaluate(const dsl::Expr& e);
  dsl::DTypeId dtype_of_literal(const dsl::Expr& e, const TestValue& value);
  dsl::DTypeId dtype_of_binding(const dsl::InlineTest::Binding& binding);
  /// The weak dtype of the value's kind, else the first of that kind.
  dsl::DTypeId default_dtype(const TestValue& value);
  std::string fail(const std::string& problem);

  const dsl::InlineTest::Binding* binding_of(const dsl::Expr& variable) const;

  const dsl::Module& module_;
  const dsl::InlineTest& test_;
  const TestConstants& constants_;
  std::string problem_;
};

} // namespace tenet::gen
