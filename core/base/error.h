#pragma once

#include <stdexcept>
#include <string>

namespace tenet {

/// A request that cannot be met: says what, where, and what would be right. Never a bug of Tenet.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A bug of Tenet. The text says which promise was broken and, where there is one, shows the graph.
class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

/// Throws `InternalError` naming the broken condition and its place.
[[noreturn]] void check_failed(const char* condition, const char* file, int line,
                               const std::string& message);

} // namespace tenet

/// A promise of our own code, checked in release too. `message` is evaluated only on failure.
#define TENET_CHECK(cond, message)                                                                 \
  do {                                                                                             \
    if (!(cond)) [[unlikely]]                                                                      \
      ::tenet::check_failed(#cond, __FILE__, __LINE__, (message));                                 \
  } while (false)
