// Runs the tests of Tenet's `.rules` files, or those whose description has the first argument in
// it.
#include "core/rewrite/inline_test.h"
#include "patterns/tests.h"

#include <iostream>

int main(int argc, char** argv) {
  const size_t failures =
      tenet::run_inline_tests(std::cout, tenet::rules::inline_tests(), argc > 1 ? argv[1] : "");
  return failures == 0 ? 0 : 1;
}
