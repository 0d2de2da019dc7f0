#include "gen/cpp/generate.h"
#include "tools/tenetc/commands.h"
#include "tools/tenetc/rule_files.h"
#include "tools/tenetc/write_files.h"

#include <filesystem>
#include <iostream>
#include <memory>

namespace tenet::tool {
namespace {

namespace fs = std::filesystem;

struct GenOptions {
  RuleFiles files;
  gen::Options gen;
  std::string out;
  std::string depfile;
  bool list = false;
};

std::string last_part(const std::string& folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  return (path.has_filename() ? path.filename() : path.parent_path().filename()).generic_string();
}

void run(GenOptions& options) {
  if (options.gen.library.empty()) options.gen.library = last_part(options.out);
  const dsl::Module module = check_or_exit(options.files);
  const std::vector<gen::OutputFile> outputs = gen::generate(module, options.gen);
  if (options.list) {
    for (const gen::OutputFile& file : outputs)
      std::cout << file.path << '\n';
    return;
  }
  write_changed(options.out, outputs);
  if (options.depfile.empty()) return;
  std::vector<std::string> sources;
  sources.reserve(module.files.size());
  for (const dsl::SourceFile& file : module.files)
    sources.push_back(file.path());
  write_depfile(options.depfile, (fs::path(options.out) / outputs.front().path).generic_string(),
                sources);
}

constexpr const char* examples = R"(
Examples:
  tenetc gen --out build/rules --namespace boolean --library boolean boolean.rules
  tenetc gen --out build/patterns --library patterns --depfile build/rules.d patterns/ops.rules patterns/simplify/*.rules
  tenetc gen --out build/rules --list boolean.rules

Written are ops.h and ops.cpp (the vocabulary), rules.h, one or more .rules.cpp for each file that has rulesets,
library.cpp, tests.h and tests.cpp; a file that would not change is left alone. They need tenet-core alone.)";

} // namespace

void add_gen(CLI::App& app) {
  CLI::App* command = app.add_subcommand("gen", "compile rules to C++");
  const auto options = std::make_shared<GenOptions>();
  options->gen.library.clear();
  options->files.add_to(*command);
  command->add_option("--out", options->out, "folder for the generated files")
      ->required()
      ->type_name("DIR");
  command
      ->add_option("--namespace", options->gen.name_space, "C++ namespace of everything generated")
      ->type_name("NS")
      ->capture_default_str();
  command
      ->add_option("--library,--name", options->gen.library,
                   "folder by which generated headers are included, as in \"LIB/ops.h\"; by "
                   "default the last part of DIR")
      ->type_name("LIB");
  command
      ->add_option("--root", options->gen.root,
                   "folder relative to which generated code names `.rules` files; by default the "
                   "current one")
      ->type_name("DIR");
  command
      ->add_option("--depfile", options->depfile,
                   "write the files that were read, as make and ninja want it")
      ->type_name("FILE");
  command
      ->add_option("--shard-lines", options->gen.shard_lines,
                   "cut a .rules.cpp longer than this between rulesets; 0: never, so that its name "
                   "is known beforehand")
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--list", options->list,
                    "write the names of the files that would be generated, and nothing else");
  command->footer(examples);
  command->callback([options] { run(*options); });
}

} // namespace tenet::tool
