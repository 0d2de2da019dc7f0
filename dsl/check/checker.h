#pragma once

#include "dsl/check/module.h"
#include "dsl/check/names.h"
#include "dsl/check/types.h"
#include "dsl/syntax/tree.h"
#include "dsl/text/diagnostics.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the parts of the checker share, and what they give each other. Inside of `dsl/check` only.
namespace tenet::dsl {

struct Checker {
  explicit Checker(Diagnostics& d) : diagnostics(d) {}

  Diagnostics& diagnostics;
  std::vector<syntax::FileTree> trees;
  Module module;
  Names names;

  struct Function {
    const syntax::FnDecl* decl = nullptr;
    bool called = false;
    bool recursive = false; ///< reported; a call is of Type::Error
  };
  std::vector<Function> functions;
  std::vector<std::optional<DTypeId>> promoted; ///< for each two dtypes the least common upper one
  std::map<std::string, uint32_t, std::less<>> context; ///< index in Module::context_params
  std::vector<const syntax::OpDecl*> op_trees;          ///< as Module::ops
  std::vector<const syntax::Ruleset*> ruleset_trees;    ///< as Module::rulesets
  std::vector<const syntax::Pipeline*> pipeline_trees;  ///< as Module::pipelines

  Diagnostic& error(Span span, std::string message) {
    return diagnostics.error(span, std::move(message));
  }

  const OpDecl& op(OpIndex i) const { return module.ops[i]; }
  std::optional<OpIndex> op_of_infix(std::string_view infix) const;
  std::optional<OpIndex> op_of_spelling(std::string_view text) const;
  /// The dtype of that kind, the weak one if there are several; none if the vocabulary has none.
  std::optional<DTypeId> dtype(std::string_view name) const;
  std::string_view text_of(Span span) const {
    return module.files[span.file].text().substr(span.begin, span.end - span.begin);
  }
};

/// Dtypes, classes, enums, structs, traits, ops without their clauses, groups, externs, functions,
/// rulesets and pipelines: declares all names, then fills what does not need expressions.
void declare(Checker& c);
/// The words behind the colon of a dtype, read onto it.
void read_dtype(Checker& c, const syntax::DTypeDecl& tree, DTypeDecl& dtype);
void declare_promotions(Checker& c, const syntax::Promotion& promotion);
/// From no dtype does a chain of promotions lead back to it.
void check_promotions(Checker& c);
/// Fields of an op or struct, with their defaults in the graphs' text form.
std::vector<FieldDecl> check_fields(Checker& c, const std::vector<syntax::FieldDecl>& trees);
/// Fills `promoted` from the edges of the lattice.
void fill_promoted(Checker& c);
/// The type that is written; Type::Error, reported, if there is none such.
Type resolve(Checker& c, const syntax::TypeRef& type);
/// The params of a ruleset or pipeline as indices of Module::context_params.
std::vector<uint32_t> context_params(Checker& c, const std::vector<syntax::Param>& params);
/// Clauses of all ops.
void check_clauses(Checker& c);
/// Functions that call themselves are reported and marked.
void check_recursion(Checker& c);
/// Functions that no rule calls are checked for themselves.
void check_uncalled(Checker& c);
/// Context params, headers and order of rulesets, then their rules and tests.
void check_rulesets(Checker& c);
void check_pipelines(Checker& c);

/// The flags of `unsound[…]`, reported where unknown.
uint8_t unsound_flags(Checker& c, const std::vector<syntax::Name>& flags);

// --- sets (sets.cpp) ----------------------------------------------------------------------------

enum class SetKind : uint8_t { DTypes, Ops };

/// A set of ops or dtypes as written: names, `|`, `&`, `-`, `{…}`, `trait(t)`; sorted. None,
/// reported, if it is none.
std::optional<std::vector<uint32_t>> set_of(Checker& c, const syntax::Expr& e, SetKind kind);
/// True if `e` can only be meant as a set of ops: built of upper-case op names, groups and
/// `trait(…)`.
bool looks_like_op_set(const Checker& c, const syntax::Expr& e);

} // namespace tenet::dsl
