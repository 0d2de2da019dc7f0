#include "gen/cpp/vocabulary.h"

#include <fmt/format.h>

namespace tenet::gen {

std::vector<OutputFile> generate_vocabulary(const dsl::Module& module, const Options& options) {
  SetTable sets(module);
  const std::string clauses = vocabulary_clauses(module, sets);
  std::string out = file_header("the op declarations of this rule library");
  out += fmt::format("#include \"{}/ops.h\"\n\n#include \"core/ir/clauses.h\"\n#include "
                     "\"core/rewrite/builtins.h\"\n\n"
                     "#include <algorithm>\n#include <optional>\n\n",
                     options.library);
  out += fmt::format("namespace {} {{\n", options.name_space);
  out += "namespace {\n\nusing ::tenet::int128;\nusing ::tenet::Shape;\nnamespace builtin = "
         "::tenet::builtin;\nnamespace clause = ::tenet::clause;\n"
         "namespace exact = ::tenet::exact;\nnamespace field = ::tenet::field;\nnamespace interval "
         "= ::tenet::interval;\n\n";
  out += sets.definitions() + '\n' + clauses + "} // namespace\n\n";
  out += vocabulary_tables(module, options) + vocabulary_builders(module);
  out += fmt::format("}} // namespace {}\n", options.name_space);
  return {{"ops.h", vocabulary_header(module, options)}, {"ops.cpp", out}};
}

} // namespace tenet::gen
