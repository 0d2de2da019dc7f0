#include "dsl/check/arity.h"

#include "dsl/text/suggest.h"

#include <vector>

namespace tenet::dsl {

bool has_rest(const OpDecl& op) {
  return !op.sources.empty() && op.sources.back().rest;
}
size_t fixed_sources(const OpDecl& op) {
  return op.sources.size() - (has_rest(op) ? 1 : 0);
}

bool takes(const OpDecl& op, size_t count, bool spreads) {
  if (has_rest(op)) return spreads || count >= fixed_sources(op);
  return spreads ? false : count == fixed_sources(op);
}

std::string arity_message(const OpDecl& op, size_t count, bool spreads) {
  const size_t fixed = fixed_sources(op);
  if (spreads && !has_rest(op))
    return "`" + op.text + "` has " + std::to_string(fixed) +
           " sources; a list cannot be spliced in";
  return "`" + op.text + "` has " + std::to_string(count) + (count == 1 ? " source" : " sources") +
         "; expected " + (has_rest(op) ? "at least " : "") + std::to_string(fixed);
}

std::string no_such_field(const OpDecl& op, const std::string& name, size_t position) {
  std::vector<std::string> known;
  std::string list;
  for (const FieldDecl& f : op.fields) {
    known.push_back(f.name);
    list += (list.empty() ? "`" : ", `") + f.name + "`";
  }
  if (known.empty()) return "`" + op.text + "` has no arguments";
  if (name.empty())
    return "`" + op.text + "` has " + std::to_string(position + 1) +
           " arguments; expected at most " + std::to_string(known.size()) + ": " + list;
  const std::string hint = did_you_mean(name, known);
  return "`" + op.text + "` has no argument `" + name + "`" +
         (hint.empty() ? "; expected " + list : hint);
}

} // namespace tenet::dsl
