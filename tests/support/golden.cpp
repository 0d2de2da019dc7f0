#include "tests/support/golden.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace tenet::testing {
namespace {

bool updating() {
  const char* update = std::getenv("TENET_UPDATE_GOLDEN");
  return update != nullptr && std::string_view(update) == "1";
}

/// The first line in which two texts differ, both sides.
std::string first_difference(std::string_view expected, std::string_view actual) {
  std::istringstream left{std::string(expected)};
  std::istringstream right{std::string(actual)};
  for (size_t number = 1;; ++number) {
    std::string a;
    std::string b;
    bool more_left = static_cast<bool>(std::getline(left, a));
    bool more_right = static_cast<bool>(std::getline(right, b));
    if (!more_left && !more_right) return "only line ends differ";
    if (more_left != more_right || a != b)
      return "line " + std::to_string(number) + "\n  expected: " + (more_left ? a : "(end)") +
             "\n  found:    " + (more_right ? b : "(end)");
  }
}

} // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) FAIL(path << " cannot be read; tests run in the root of the source tree");
  return {std::istreambuf_iterator<char>(file), {}};
}

void check_golden(const std::string& path, std::string_view actual) {
  if (updating()) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << actual;
    SUCCEED(path);
    return;
  }
  if (!std::filesystem::exists(path))
    FAIL(path << " does not exist; `tools/test --update` writes it");
  std::string expected = read_file(path);
  if (expected != actual)
    FAIL_CHECK(path << " differs in " << first_difference(expected, actual) << "\nall of it:\n"
                    << actual);
  SUCCEED(path);
}

} // namespace tenet::testing
