#include "dsl/check/names.h"

#include <cctype>

namespace tenet::dsl {

bool Names::add(Space space, const std::string& name, Entry entry) {
  return spaces_[static_cast<size_t>(space)].emplace(name, entry).second;
}

const Names::Entry* Names::find(Space space, std::string_view name) const {
  const auto& names = spaces_[static_cast<size_t>(space)];
  const auto at = names.find(name);
  return at == names.end() ? nullptr : &at->second;
}

const Names::Entry* Names::find(Space space, std::string_view name, Kind kind) const {
  const Entry* entry = find(space, name);
  return entry != nullptr && entry->kind == kind ? entry : nullptr;
}

std::vector<std::string> Names::known(Space space) const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : spaces_[static_cast<size_t>(space)])
    names.push_back(name);
  return names;
}

std::vector<std::string> Names::known(Space space, Kind kind) const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : spaces_[static_cast<size_t>(space)])
    if (entry.kind == kind) names.push_back(name);
  return names;
}

std::string_view kind_name(Names::Kind kind) {
  switch (kind) {
  case Names::Kind::DType:
    return "dtype";
  case Names::Kind::Class:
    return "dtype class";
  case Names::Kind::Op:
  case Names::Kind::Spelling:
    return "op";
  case Names::Kind::Group:
    return "op group";
  case Names::Kind::Fn:
    return "function";
  case Names::Kind::Extern:
    return "extern";
  case Names::Kind::Enum:
    return "enum";
  case Names::Kind::Struct:
    return "struct";
  case Names::Kind::ExternalType:
    return "extern type";
  case Names::Kind::Trait:
    return "trait";
  case Names::Kind::Ruleset:
    return "ruleset";
  case Names::Kind::Pipeline:
    return "pipeline";
  }
  return "name";
}

std::string lower_case(std::string_view name) {
  std::string r(name);
  for (char& ch : r)
    ch = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
  return r;
}

std::string with_article(std::string_view noun) {
  const bool vowel = std::string_view("aeiou").find(noun.substr(0, 1)) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

} // namespace tenet::dsl
