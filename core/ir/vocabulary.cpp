#include "core/ir/vocabulary.h"

namespace tenet {

const OpInfo* Vocabulary::find_op(std::string_view text) const {
  for (const OpInfo& o : ops) {
    if (o.text == text) return &o;
  }
  return nullptr;
}

DType Vocabulary::find_dtype(std::string_view name) const {
  for (size_t i = 0; i < dtypes.size(); ++i) {
    if (dtypes[i].name == name) return {static_cast<uint8_t>(i)};
  }
  return DType::none();
}

} // namespace tenet
