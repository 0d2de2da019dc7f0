#include "core/base/error.h"

namespace tenet {

void check_failed(const char* condition, const char* file, int line, const std::string& message) {
  throw InternalError("internal error: " + message + " (`" + condition + "` does not hold at " +
                      file + ":" + std::to_string(line) + ")");
}

} // namespace tenet
