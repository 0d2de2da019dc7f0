#pragma once

#include "dsl/check/module.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tenet::gen {

/// The sets of dtypes and ops that one generated file asks about: constants at its top, each once,
/// named after the class or group that they are where there is one.
class SetTable {
public:
  explicit SetTable(const dsl::Module& module) : module_(&module) {}

  /// A C++ condition: `element`, a DType, is one of them.
  std::string has_dtype(const std::vector<uint32_t>& dtypes, const std::string& element);
  /// … `element`, an OpId, is one of them.
  std::string has_op(const std::vector<uint32_t>& ops, const std::string& element);
  /// The definitions of the constants that were used.
  std::string definitions() const;

private:
  struct Named {
    std::string name;
    std::vector<uint32_t> members;
  };
  const std::string& name_of(std::vector<Named>& table, const std::vector<dsl::NamedSet>& known,
                             const std::vector<uint32_t>& members, const std::string& prefix);

  const dsl::Module* module_;
  std::vector<Named> dtypes_, ops_;
};

} // namespace tenet::gen
