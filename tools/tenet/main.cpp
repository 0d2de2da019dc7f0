/// `tenet`: rewrites, bounds and evaluates graphs, and lists the rules that do it.
#include "core/base/error.h"
#include "tools/tenet/commands.h"

#include <cstdio>
#include <iostream>
#include <new>

namespace {

bool is_command(CLI::App& app, const std::string& name) {
  return !app.get_subcommands([&](const CLI::App* c) { return c->get_name() == name; }).empty();
}

int run(int argc, char** argv) {
  CLI::App app{"Tenet: a tensor compiler in which every transformation is a rewrite rule.",
               "tenet"};
  app.set_version_flag("--version", std::string("tenet ") + TENET_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::help);
  tenet::tool::add_opt_command(app);
  tenet::tool::add_bounds_command(app);
  tenet::tool::add_eval_command(app);
  tenet::tool::add_rules_command(app);
  if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1]))
    throw tenet::Error("no command `" + std::string(argv[1]) +
                       "`; there are opt, bounds, eval and rules (`tenet --help`)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& e) {
    return e.get_exit_code();
  } catch (const CLI::ParseError& e) {
    return app.exit(e, std::cout, std::cerr);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  try {
    return run(argc, argv);
  } catch (const tenet::Error& e) {
    std::cout.flush();
    std::cerr << "tenet: error: " << e.what() << '\n';
  } catch (const tenet::InternalError& e) {
    std::cout.flush();
    std::cerr << "tenet: internal error: " << e.what() << "\n  please report it with the graph\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "tenet: error: out of memory\n";
  }
  return 1;
}
