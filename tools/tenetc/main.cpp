#include "tools/tenetc/commands.h"

#include <exception>
#include <iostream>

namespace {

int run(int argc, char** argv) {
  CLI::App app("The rule compiler: checks `.rules` files and compiles them to C++.", "tenetc");
  app.set_version_flag("--version", "tenetc " TENET_VERSION);
  app.require_subcommand(1);
  app.footer("Run `tenetc COMMAND --help` for a command's options and examples.");
  tenet::tool::add_gen(app);
  tenet::tool::add_check(app);
  tenet::tool::add_dump(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Error& e) {
    return app.exit(e);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << "tenetc: " << e.what() << '\n';
    return 1;
  }
}
