#include "gen/cpp/sets.h"

#include "gen/cpp/names.h"

#include <algorithm>

namespace tenet::gen {
namespace {

constexpr size_t most_compared = 2; ///< a set of more members is a constant

template <class Name>
std::string compared(const std::vector<uint32_t>& members, const std::string& element, Name name) {
  std::string result;
  for (const uint32_t x : members)
    result += (result.empty() ? "" : " || ") + element + " == " + name(x);
  if (members.empty()) return "false";
  return members.size() == 1 ? result : "(" + result + ")";
}

bool same_members(std::vector<uint32_t> a, const std::vector<uint32_t>& b) {
  std::sort(a.begin(), a.end());
  return a == b;
}

} // namespace

const std::string& SetTable::name_of(std::vector<Named>& table,
                                     const std::vector<dsl::NamedSet>& known,
                                     const std::vector<uint32_t>& members,
                                     const std::string& prefix) {
  for (const Named& set : table)
    if (set.members == members) return set.name;
  std::string name = prefix + std::to_string(table.size() + 1);
  for (const dsl::NamedSet& set : known)
    if (same_members(set.members, members)) {
      name = prefix + set.name;
      break;
    }
  table.push_back({std::move(name), members});
  return table.back().name;
}

std::string SetTable::has_dtype(const std::vector<uint32_t>& dtypes, const std::string& element) {
  std::vector<uint32_t> members = dtypes;
  std::sort(members.begin(), members.end());
  if (members.size() <= most_compared)
    return compared(members, element, [&](uint32_t t) { return dtype_name(*module_, t); });
  return name_of(dtypes_, module_->classes, members, "dtypes_") + ".has(" + element + ")";
}

std::string SetTable::has_op(const std::vector<uint32_t>& ops, const std::string& element) {
  std::vector<uint32_t> members = ops;
  std::sort(members.begin(), members.end());
  if (members.size() <= most_compared)
    return compared(members, element, [&](uint32_t op) { return op_name(*module_, op); });
  return name_of(ops_, module_->groups, members, "ops_") + ".has(" + element + ")";
}

std::string SetTable::definitions() const {
  std::string out;
  const auto list = [&](const Named& set, auto name) {
    std::string items;
    for (const uint32_t x : set.members)
      items += (items.empty() ? "" : ", ") + name(x);
    return items;
  };
  for (const Named& set : dtypes_)
    out += "constexpr builtin::DTypeSet " + set.name + "{" +
           list(set, [&](uint32_t t) { return dtype_name(*module_, t); }) + "};\n";
  for (const Named& set : ops_)
    out += "constexpr builtin::OpSet " + set.name + "{" +
           list(set, [&](uint32_t op) { return op_name(*module_, op); }) + "};\n";
  return out;
}

} // namespace tenet::gen
