#pragma once

#include "core/ir/value.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace tenet::tool {

/// Numbers, bools, "invalid", "nan", "inf", "-inf"; integers beyond 64 bits as decimal strings.
nlohmann::json value_to_json(const Value& v);
/// The reverse. Throws `Error` for anything else.
Value value_from_json(const nlohmann::json& j);
/// A value as someone types it: `3`, `-2.5`, `true`, `nan`.
Value value_from_text(std::string_view text);
/// {"0": [1, 2, 3]}: contents by slot. Throws `Error` naming the slot.
std::map<int64_t, std::vector<Value>> buffers_from_json(const nlohmann::json& j);

} // namespace tenet::tool
