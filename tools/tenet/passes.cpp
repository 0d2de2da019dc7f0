#include "tools/tenet/passes.h"

#include "core/base/error.h"
#include "patterns/rules.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

namespace tenet::tool {
namespace {

constexpr std::array<std::string_view, 6> flag_names{"nnan",    "ninf", "nsz",
                                                     "reassoc", "arcp", "contract"};

bool by_name(const std::pair<std::string, RuleCounts::Count>& a, const std::string& name) {
  return a.first < name;
}

} // namespace

const Ruleset& find_ruleset(std::string_view name) {
  std::string known;
  for (const Ruleset* r : rules::rulesets()) {
    if (r->name == name && r->kind == RulesetKind::Node) return *r;
    if (r->kind == RulesetKind::Node) known += (known.empty() ? "" : ", ") + std::string(r->name);
  }
  throw Error("no pass `" + std::string(name) + "`; there are " + known);
}

uint8_t parse_relaxations(const std::vector<std::string>& names) {
  uint8_t set = 0;
  for (const std::string& name : names) {
    const auto found = std::find(flag_names.begin(), flag_names.end(), name);
    if (found == flag_names.end())
      throw Error("no relaxation `" + name + "`; there are " + relaxation_names(0x3f));
    set = static_cast<uint8_t>(set | 1U << (found - flag_names.begin()));
  }
  return set;
}

std::string relaxation_names(uint8_t set) {
  std::string text;
  for (size_t i = 0; i < flag_names.size(); ++i)
    if ((set >> i & 1) != 0) text += (text.empty() ? "" : ", ") + std::string(flag_names[i]);
  return text;
}

void RuleCounts::add(const PassStatistics& statistics) {
  for (const PassStatistics::Rule& r : statistics.rules) {
    const std::string name = std::string(r.rule->ruleset) + "." + std::string(r.rule->name);
    auto at = std::lower_bound(counts_.begin(), counts_.end(), name, by_name);
    if (at == counts_.end() || at->first != name) at = counts_.insert(at, {name, {}});
    at->second.attempts += r.attempts;
    at->second.firings += r.firings;
  }
}

const RuleCounts::Count* RuleCounts::find(std::string_view ruleset, std::string_view rule) const {
  const std::string name = std::string(ruleset) + "." + std::string(rule);
  const auto at = std::lower_bound(counts_.begin(), counts_.end(), name, by_name);
  return at != counts_.end() && at->first == name ? &at->second : nullptr;
}

void RuleCounts::write(const std::string& path) const {
  nlohmann::json j = nlohmann::json::object();
  for (const auto& [name, count] : counts_)
    j[name] = {{"attempts", count.attempts}, {"firings", count.firings}};
  std::ofstream out(path);
  out << j.dump(1) << '\n';
  if (!out.flush()) throw Error("cannot write " + path);
}

RuleCounts RuleCounts::read(const std::string& path) {
  std::ifstream in(path);
  RuleCounts counts;
  try {
    const nlohmann::json j = nlohmann::json::parse(in);
    for (const auto& [name, count] : j.items()) // JSON objects come sorted by key
      counts.counts_.push_back(
          {name, {count.at("attempts").get<uint64_t>(), count.at("firings").get<uint64_t>()}});
  } catch (const nlohmann::json::exception&) {
    throw Error("cannot read statistics from " + path +
                "; expected a file written by `tenet opt --stats`");
  }
  return counts;
}

} // namespace tenet::tool
