#include "dsl/check/check.h"
#include "dsl/check/load.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace tenet::dsl {
namespace {

const std::string folder = "tests/dsl/check/load/";

std::vector<std::string> paths_in_order(const Loaded& loaded) {
  std::vector<std::string> paths;
  for (const syntax::FileTree& tree : loaded.trees)
    paths.push_back(loaded.files[tree.file].path());
  return paths;
}

TEST_CASE("a file is read once and comes behind those that it uses") {
  Diagnostics diagnostics;
  const SearchPath search{{folder + "library"}, {}};
  const Loaded loaded = load({folder + "root.rules", folder + "other.rules"}, search, diagnostics);
  CHECK(diagnostics.list().empty());
  CHECK(paths_in_order(loaded) == std::vector<std::string>{folder + "library/used.rules",
                                                           folder + "other.rules",
                                                           folder + "root.rules"});
}

TEST_CASE("folders are searched in order, the installed ones last") {
  Diagnostics diagnostics;
  const SearchPath search{{folder + "nowhere"}, {folder + "library"}};
  const Loaded loaded = load({folder + "root.rules"}, search, diagnostics);
  CHECK(diagnostics.list().empty());
  CHECK(loaded.trees.size() == 3);
}

TEST_CASE("a used file that is nowhere is reported with the places looked at") {
  Diagnostics diagnostics;
  const Loaded loaded = load({folder + "root.rules"}, {}, diagnostics);
  REQUIRE(diagnostics.list().size() == 1);
  CHECK(diagnostics.list()[0].message == "cannot find `used.rules`");
  REQUIRE(diagnostics.list()[0].notes.size() == 1);
  CHECK(diagnostics.list()[0].notes[0].message == "looked for `" + folder + "used.rules`");
}

TEST_CASE("a root that cannot be read is named") {
  Diagnostics diagnostics;
  const Loaded loaded = load({folder + "none.rules"}, {}, diagnostics);
  CHECK(loaded.missing == std::vector<std::string>{folder + "none.rules"});
  CHECK(loaded.trees.empty());
}

} // namespace
} // namespace tenet::dsl
