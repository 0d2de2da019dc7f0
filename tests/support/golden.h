#pragma once

#include <string>
#include <string_view>

namespace tenet::testing {

/// Checks that `actual` is the whole text of the file `path`, relative to the root of the source
/// tree (in which the tests run). With TENET_UPDATE_GOLDEN=1 (`tools/test --update`) the file is
/// written instead. A failure shows the first line that differs.
void check_golden(const std::string& path, std::string_view actual);

/// The whole text of a file of the source tree. Fails the test if it cannot be read.
std::string read_file(const std::string& path);

} // namespace tenet::testing
