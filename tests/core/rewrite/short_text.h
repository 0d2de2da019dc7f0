#pragma once

#include <string>
#include <string_view>

/// The text form of graphs with short names for leaves, so that a test fits a line:
///
///     x         (var x 0 8)              one letter, a weakint variable
///     x:int32   (var x 0 8 int32)
///     3         (const 3 weakint)
///     3:int32   (const 3 int32)
///     0.5       (const 0.5 weakfloat)
///     true      (const true bool)        and false, invalid
///
/// Arguments of `var`, `const` and `range`, and the words of an op's arguments, are left as they
/// are.
namespace tenet::test {

std::string lengthened(std::string_view text);
std::string shortened(std::string_view text);

} // namespace tenet::test
