#pragma once

#include "dsl/text/source.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tenet::dsl {

/// The declared names of all files, in spaces that do not see each other: a ruleset may be called
/// as a trait.
class Names {
public:
  enum class Space : uint8_t { Value, Type, Trait, Ruleset, Pipeline, Spelling };
  enum class Kind : uint8_t {
    DType,
    Class,
    Op,
    Group,
    Fn,
    Extern, // Space::Value
    Enum,
    Struct,
    ExternalType, // Space::Type
    Trait,
    Ruleset,
    Pipeline,
    Spelling, ///< an op by its lower-case spelling
  };
  struct Entry {
    Kind kind;
    uint32_t index;
    Span span;
  };

  /// False if the space has the name already.
  bool add(Space space, const std::string& name, Entry entry);
  const Entry* find(Space space, std::string_view name) const;
  /// As `find`, if it is of that kind.
  const Entry* find(Space space, std::string_view name, Kind kind) const;
  std::vector<std::string> known(Space space) const;
  std::vector<std::string> known(Space space, Kind kind) const;

private:
  std::array<std::map<std::string, Entry, std::less<>>, 6> spaces_;
};

/// "dtype class", "op" …: what a thing of this kind is called in messages.
std::string_view kind_name(Names::Kind kind);
/// The spelling of an op in patterns and in the text form.
std::string lower_case(std::string_view name);
/// "an op", "a dtype".
std::string with_article(std::string_view noun);

} // namespace tenet::dsl
