#pragma once

#include "core/rewrite/engine.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenet::tool {

/// The ruleset of that name. Throws `Error` that names the nearest ones.
const Ruleset& find_ruleset(std::string_view name);

/// A set of `Unsound` from names as in `.rules` files. Throws `Error` for an unknown one.
uint8_t parse_relaxations(const std::vector<std::string>& names);
std::string relaxation_names(uint8_t set);

/// Counts of rules over one or more runs, by ruleset and rule.
class RuleCounts {
public:
  struct Count {
    uint64_t attempts = 0, firings = 0;
  };
  void add(const PassStatistics& statistics);
  const Count* find(std::string_view ruleset, std::string_view rule) const;
  /// As JSON. Throws `Error` naming the file.
  void write(const std::string& path) const;
  static RuleCounts read(const std::string& path);

private:
  std::vector<std::pair<std::string, Count>> counts_; ///< sorted by `ruleset.rule`
};

} // namespace tenet::tool
