#include "gen/cpp/pipeline.h"

#include "gen/cpp/expression.h"
#include "gen/cpp/names.h"
#include "gen/lower/expression.h"

#include <fmt/format.h>

namespace tenet::gen {
namespace {

using dsl::Module;
using dsl::PassDecl;

/// The functions of one pass (`when_…`, `with_…`, `step_…`) and its row in the pipeline's table.
class PassWriter {
public:
  PassWriter(const Module& module, const program::Symbols& symbols, SetTable& sets,
             const PassDecl& pass, const std::string& stem)
      : module_(module), symbols_(symbols), sets_(sets), pass_(pass), stem_(stem) {}

  void write() {
    std::string row = fmt::format(
        "    {{.kind = ::tenet::PassInfo::Kind::{}, .name = {}, .order = ::tenet::Order::{}, "
        ".rulesets = {}, .enters_regions = {},\n     .needs = {}, .when_text = {}",
        kind(), quoted(pass_.name), order(), rulesets(), pass_.enters_regions, needs(),
        when_text());
    row += fmt::format(", .when = {}, .with = {}, .step = {}", when(), with(), step());
    const dsl::SourceFile& file = module_.files[pass_.span.file];
    row_ = row + fmt::format(", .line = {}}},\n", file.place(pass_.span.begin).line);
  }

  const std::string& functions() const { return functions_; }
  const std::string& row() const { return row_; }

private:
  std::string_view kind() const {
    switch (pass_.kind) {
    case PassDecl::Kind::Pass:
      return "Pass";
    case PassDecl::Kind::Step:
      return "Step";
    case PassDecl::Kind::Check:
      return "Check";
    }
    return {};
  }

  std::string_view order() const {
    switch (pass_.order) {
    case PassDecl::Order::Post:
      return "Post";
    case PassDecl::Order::Pre:
      return "Pre";
    case PassDecl::Order::Walk:
      return "Walk";
    }
    return {};
  }

  std::string rulesets() {
    if (pass_.rulesets.empty()) return "{}";
    std::string items;
    for (const uint32_t r : pass_.rulesets)
      items += (items.empty() ? "&" : ", &") + object_name(module_, module_.rulesets[r].name);
    functions_ +=
        fmt::format("const ::tenet::Ruleset* const rulesets_{}[] = {{{}}};\n", stem_, items);
    return "rulesets_" + stem_;
  }

  std::string needs() {
    if (pass_.after.empty()) return "{}";
    std::string items;
    for (const PassDecl::Need& need : pass_.after)
      items += fmt::format("{}{{{}, {}}}", items.empty() ? "" : ", ", quoted(need.pass),
                           quoted(need.reason));
    functions_ +=
        fmt::format("constexpr ::tenet::PassInfo::Need needs_{}[] = {{{}}};\n", stem_, items);
    return "needs_" + stem_;
  }

  std::string when_text() const {
    if (!pass_.when) return "{}";
    const dsl::Span span = pass_.when->span;
    return quoted(module_.files[span.file].text().substr(span.begin, span.end - span.begin));
  }

  std::string when() {
    if (!pass_.when) return "nullptr";
    open("bool when", "return false;", "");
    const std::string value = writer().write(lower_expression(module_, *pass_.when));
    out_.line(fmt::format("return {};", value));
    return close("when");
  }

  std::string with() {
    if (pass_.with.empty()) return "nullptr";
    open("void with", "return;", ", void* raw");
    out_.line("Context& context = *static_cast<Context*>(raw);");
    for (const auto& [name, value] : pass_.with) {
      const std::string text = writer().write(lower_expression(module_, value));
      out_.line(fmt::format("context.{} = {};", cpp_identifier(name), text));
    }
    return close("with");
  }

  std::string step() {
    if (pass_.kind != PassDecl::Kind::Step) return "nullptr";
    open("const Node* step", "return nullptr;", "");
    std::string arguments;
    for (const dsl::Expr& argument : pass_.arguments)
      arguments += ", " + writer().write(lower_expression(module_, argument));
    out_.line(fmt::format("return {}(m, root{});", cpp_identifier(pass_.name), arguments));
    return close("step");
  }

  void open(const std::string& head, const std::string& fail, const std::string& parameters) {
    out_ = CodeWriter();
    out_.open(fmt::format("{}_{}([[maybe_unused]] Match& m, [[maybe_unused]] const Node* root{})",
                          head, stem_, parameters));
    scope_ = std::make_unique<ExpressionScope>(ExpressionScope{module_, symbols_, sets_});
    scope_->names = {"root"};
    scope_->fail = fail;
    scope_->taken = {"m", "root", "context", "raw"};
    writer_ = std::make_unique<ExpressionWriter>(*scope_, out_);
  }

  ExpressionWriter& writer() { return *writer_; }

  std::string close(const std::string& name) {
    out_.close();
    functions_ += out_.take();
    return name + "_" + stem_;
  }

  const Module& module_;
  const program::Symbols& symbols_;
  SetTable& sets_;
  const PassDecl& pass_;
  std::string stem_;
  CodeWriter out_;
  std::unique_ptr<ExpressionScope> scope_;
  std::unique_ptr<ExpressionWriter> writer_;
  std::string functions_;
  std::string row_;
};

std::string pipeline_table(const Options& options, const Module& module,
                           const program::Symbols& symbols, SetTable& sets,
                           const dsl::Pipeline& pipeline) {
  std::string functions;
  std::string rows;
  for (size_t i = 0; i < pipeline.passes.size(); ++i) {
    PassWriter pass(module, symbols, sets, pipeline.passes[i],
                    fmt::format("{}_{}", pipeline.name, i + 1));
    pass.write();
    functions += pass.functions();
    rows += pass.row();
  }
  const std::string name = object_name(module, pipeline.name);
  const std::string table = pipeline.passes.empty() ? "{}" : "passes_" + pipeline.name;
  std::string out = "namespace {\n\n" + functions;
  if (!rows.empty())
    out += fmt::format("\nconst ::tenet::PassInfo {}[] = {{\n{}}};\n", table, rows);
  return out + fmt::format("\n}} // namespace\n\nextern const ::tenet::Pipeline {}{{\n    .name = "
                           "{}, .doc = {}, .file = {}, "
                           ".unsound = {}, .passes = {}}};\n\n",
                           name, quoted(pipeline.name), quoted_view(pipeline.doc),
                           quoted(display_path(options, module.files[pipeline.span.file].path())),
                           pipeline.unsound, table);
}

} // namespace

std::string pipeline_declarations(const Module& module) {
  std::string out;
  for (const dsl::Pipeline& pipeline : module.pipelines) {
    if (!pipeline.doc.empty()) out += doc_comment(pipeline.doc);
    out += fmt::format("extern const ::tenet::Pipeline {};\n", object_name(module, pipeline.name));
  }
  if (!out.empty()) out = "\n// Pipelines.\n\n" + out;
  return "// Everything by name.\n\nstd::span<const Ruleset* const> rulesets();\n"
         "std::span<const ::tenet::Pipeline* const> pipelines();\n" +
         out;
}

namespace {

/// `name()`: all of them in order of declaration.
template <class Decl>
std::string list_function(const Module& module, std::string_view name, std::string_view type,
                          const std::vector<Decl>& decls) {
  std::string items;
  for (const Decl& decl : decls)
    items += (items.empty() ? "&" : ", &") + object_name(module, decl.name);
  if (items.empty())
    return fmt::format("std::span<const {}* const> {}() {{ return {{}}; }}\n\n", type, name);
  return fmt::format("std::span<const {0}* const> {1}() {{\n  static constexpr const {0}* all[] = "
                     "{{{2}}};\n  return all;\n}}\n\n",
                     type, name, items);
}

} // namespace

OutputFile generate_pipelines(const Module& module, const Options& options) {
  const program::Symbols symbols = lower_symbols(module);
  SetTable sets(module);
  std::string tables;
  for (const dsl::Pipeline& pipeline : module.pipelines)
    tables += pipeline_table(options, module, symbols, sets, pipeline);
  std::string out = file_header("the `.rules` files of this rule library");
  out += fmt::format(
      "#include \"{0}/ops.h\"\n#include \"{0}/rules.h\"\n\n#include \"core/rewrite/builtins.h\"\n"
      "#include \"core/rewrite/pipeline.h\"\n\nnamespace {1} {{\n\n",
      options.library, options.name_space);
  if (!tables.empty())
    out += "namespace {\n\nnamespace builtin = ::tenet::builtin;\nnamespace clause = "
           "::tenet::clause;\n"
           "namespace exact = ::tenet::exact;\nnamespace field = ::tenet::field;\nnamespace "
           "interval = ::tenet::interval;\n\n" +
           sets.definitions() + "\n} // namespace\n\n" + tables;
  out += list_function(module, "rulesets", "Ruleset", module.rulesets) +
         list_function(module, "pipelines", "::tenet::Pipeline", module.pipelines);
  return {"library.cpp", out + fmt::format("}} // namespace {}\n", options.name_space)};
}

} // namespace tenet::gen
