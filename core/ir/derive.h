#pragma once

#include "core/ir/graph.h"

namespace tenet {

/// The interval that a `bounds` clause gives, as the dtype of the result holds it.
Derived settle(const Interval& x, const DTypeInfo& t);

} // namespace tenet
