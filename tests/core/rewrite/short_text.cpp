#include "tests/core/rewrite/short_text.h"

#include <cctype>
#include <vector>

namespace tenet::test {
namespace {

bool is_number(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
}
bool is_truth(std::string_view word) {
  return word == "true" || word == "false" || word == "invalid";
}

std::string long_leaf(std::string_view word) {
  const size_t colon = word.find(':');
  const std::string name(word.substr(0, colon));
  const std::string dtype =
      colon == std::string_view::npos ? "" : std::string(word.substr(colon + 1));
  if (name.size() == 1 && std::islower(static_cast<unsigned char>(name[0])) != 0)
    return "(var " + name + " 0 8" + (dtype.empty() ? "" : " " + dtype) + ")";
  if (is_truth(name)) return "(const " + name + " bool)";
  if (!is_number(name)) return std::string(word);
  const bool is_float = name.find_first_of(".e") != std::string::npos;
  return "(const " + name + " " +
         (!dtype.empty() ? dtype
          : is_float     ? "weakfloat"
                         : "weakint") +
         ")";
}

/// The words of the list that begins at `text`; empty if there is a list in it.
std::vector<std::string_view> words_of(std::string_view text) {
  const std::string_view inside = text.substr(1, text.find_first_of("()", 1) - 1);
  if (inside.size() + 1 >= text.size() || text[inside.size() + 1] != ')') return {};
  std::vector<std::string_view> words;
  for (size_t i = 0; i < inside.size();) {
    const size_t end = std::min(inside.find(' ', i), inside.size());
    words.push_back(inside.substr(i, end - i));
    i = end + 1;
  }
  return words;
}

std::string short_leaf(const std::vector<std::string_view>& w) {
  const auto typed = [](std::string_view name, std::string_view dtype) {
    return std::string(name) + ":" + std::string(dtype);
  };
  if (w.size() == 3 && w[0] == "const") {
    const bool is_float = w[1].find_first_of(".e") != std::string_view::npos;
    const bool plain = w[2] == (is_truth(w[1]) ? "bool" : is_float ? "weakfloat" : "weakint");
    return plain ? std::string(w[1]) : typed(w[1], w[2]);
  }
  if (w.size() >= 4 && w[0] == "var" && w[1].size() == 1 && w[2] == "0" && w[3] == "8")
    return w.size() == 4 ? std::string(w[1]) : w.size() == 5 ? typed(w[1], w[4]) : "";
  return "";
}

} // namespace

std::string lengthened(std::string_view text) {
  std::string result;
  std::vector<bool> expands{true}; ///< of the open lists
  bool in_param = false;
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    size_t end = c == '(' || c == ')' || c == ' ' ? i + 1 : text.find_first_of(" ()", i);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view word = text.substr(i, end - i);
    if (c == '(') expands.push_back(!in_param);
    if (c == ')') expands.pop_back();
    in_param = word == "param" || (in_param && c != ')');
    if (in_param || word == "var" || word == "const" || word == "range") expands.back() = false;
    result += expands.back() ? long_leaf(word) : std::string(word);
    i = end;
  }
  return result;
}

std::string shortened(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') {
      const std::string leaf = short_leaf(words_of(text.substr(i)));
      if (!leaf.empty()) {
        result += leaf;
        i = text.find(')', i);
        continue;
      }
    }
    result += text[i];
  }
  return result;
}

} // namespace tenet::test
