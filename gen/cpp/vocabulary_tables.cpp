#include "gen/cpp/names.h"
#include "gen/cpp/vocabulary.h"

#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace tenet::gen {
namespace {

using dsl::FieldType;
using dsl::Module;

std::string dtype_kind(dsl::DTypeDecl::Kind kind) {
  switch (kind) {
  case dsl::DTypeDecl::Kind::Void:
    return "Void";
  case dsl::DTypeDecl::Kind::Bool:
    return "Bool";
  case dsl::DTypeDecl::Kind::Int:
    return "Int";
  case dsl::DTypeDecl::Kind::UInt:
    return "UInt";
  case dsl::DTypeDecl::Kind::Float:
    return "Float";
  case dsl::DTypeDecl::Kind::Opaque:
    return "Opaque";
  }
  return {};
}

std::string dtype_table(const Module& module) {
  std::string out = "constexpr ::tenet::DTypeInfo dtype_table[] = {\n";
  for (const dsl::DTypeDecl& t : module.dtypes)
    out += fmt::format("    {{.name = {}, .kind = ::tenet::DTypeKind::{}, .weak = {}, .bits = {}, "
                       ".exponent_bits = {}, "
                       ".mantissa_bits = {}, .finite = {}, .unsigned_zero = {}}},\n",
                       quoted(t.name), dtype_kind(t.kind), t.weak, t.bits, t.exponent_bits,
                       t.mantissa_bits, t.finite, t.unsigned_zero);
  return out + "};\n\n";
}

std::string promotion_rows(const Module& module) {
  const size_t n = module.dtypes.size();
  const std::vector<size_t> table = promotion_table(module);
  std::string out = "constexpr uint8_t promotion[] = {\n";
  for (size_t a = 0; a < n; ++a) {
    out += "    ";
    for (size_t b = 0; b < n; ++b)
      out += fmt::format("{},", table[a * n + b] == n ? 255 : table[a * n + b]);
    out += fmt::format(" // {}\n", module.dtypes[a].name);
  }
  return out + "};\n\n";
}

/// The argument types of a vocabulary as constants, each once, elements and fields before what they
/// are part of.
class ArgTypeTable {
public:
  explicit ArgTypeTable(const Module& module) : module_(module) {}

  /// The name of the constant for `type`.
  std::string add(const FieldType& type) { // NOLINT(misc-no-recursion): over a type
    const std::string name = "type_" + stem(type);
    if (!done_.insert(name).second) return name;
    const bool list = type.kind == FieldType::Kind::List;
    const std::string texts = type.kind == FieldType::Kind::Enum ? enumerators(type.decl) : "{}";
    const std::string element = list ? "&" + add(*type.element) : "nullptr";
    const std::string members = type.kind == FieldType::Kind::Struct
                                    ? fields(name, module_.structs[type.decl].fields)
                                    : "{}";
    text_ += fmt::format("constexpr ArgType {}{{.kind = ArgType::Kind::{}, .name = {}, "
                         ".enumerators = {}, .element = {}, "
                         ".fields = {}}};\n",
                         name, kind(type.kind), quoted(written(type)), texts, element, members);
    return name;
  }

  /// The name of an array of fields.
  // NOLINTNEXTLINE(misc-no-recursion): over types
  std::string fields(const std::string& stem, const std::vector<dsl::FieldDecl>& decls) {
    if (decls.empty()) return "{}";
    std::string rows;
    for (const dsl::FieldDecl& f : decls)
      rows += fmt::format(
          "    {{.name = {}, .type = &{}, .has_default = {}, .named = {}, .default_text = {}}},\n",
          quoted(f.name), add(f.type), f.default_text.has_value(), f.named,
          quoted_view(f.default_text.value_or("")));
    text_ += fmt::format("constexpr ArgType::Field {}_fields[] = {{\n{}}};\n", stem, rows);
    return stem + "_fields";
  }

  const std::string& text() const { return text_; }

private:
  std::string stem(const FieldType& type) const { // NOLINT(misc-no-recursion): over a type
    switch (type.kind) {
    case FieldType::Kind::List:
      return "list_" + stem(*type.element);
    case FieldType::Kind::Enum:
      return module_.enums[type.decl].name;
    case FieldType::Kind::Struct:
      return module_.structs[type.decl].name;
    default:
      return written(type);
    }
  }

  std::string written(const FieldType& type) const { // NOLINT(misc-no-recursion): over a type
    switch (type.kind) {
    case FieldType::Kind::Int:
      return "int";
    case FieldType::Kind::Bool:
      return "bool";
    case FieldType::Kind::Float:
      return "float";
    case FieldType::Kind::Str:
      return "str";
    case FieldType::Kind::Value:
      return "Value";
    case FieldType::Kind::DType:
      return "DType";
    case FieldType::Kind::Op:
      return "Op";
    case FieldType::Kind::Enum:
      return module_.enums[type.decl].name;
    case FieldType::Kind::Struct:
      return module_.structs[type.decl].name;
    case FieldType::Kind::List:
      return "list<" + written(*type.element) + ">";
    }
    return {};
  }

  static std::string kind(FieldType::Kind kind) {
    static constexpr const char* names[] = {"Int",   "Bool", "Float", "Str",    "Value",
                                            "DType", "Op",   "Enum",  "Struct", "List"};
    return names[static_cast<size_t>(kind)];
  }

  std::string enumerators(uint32_t decl) {
    std::string items;
    for (const dsl::EnumDecl::Enumerator& e : module_.enums[decl].enumerators)
      items += (items.empty() ? "" : ", ") + quoted(e.text.empty() ? e.name : e.text);
    const std::string name = module_.enums[decl].name + "_texts";
    text_ += fmt::format("constexpr std::string_view {}[] = {{{}}};\n", name, items);
    return name;
  }

  const Module& module_;
  std::set<std::string> done_;
  std::string text_;
};

/// Roles and traits that the engine knows, by their name in `.rules` files.
std::optional<std::string_view> role_of(const dsl::TraitDecl& trait) {
  static const std::map<std::string_view, std::string_view> roles = {
      {"literal", "Literal"},   {"conversion", "Conversion"}, {"broadcast", "Broadcast"},
      {"promotes", "Promotes"}, {"effect", "Effect"},         {"range", "Range"}};
  static const std::map<std::string_view, std::string_view> traits = {
      {"commutative", "Commutative"},
      {"associative", "Associative"},
      {"elementwise", "Elementwise"}};
  const auto& known = trait.is_role ? roles : traits;
  const auto found = known.find(trait.name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

bool has_role(const Module& module, const dsl::OpDecl& op, std::string_view role) {
  for (const uint32_t t : op.traits)
    if (role_of(module.traits[t]) == role) return true;
  return false;
}

/// The op's row, its arrays before it in `arrays`.
class OpRow {
public:
  OpRow(const Module& module, const dsl::OpDecl& op, ArgTypeTable& types)
      : module_(module), op_(op) {
    const bool rest = !op.sources.empty() && op.sources.back().rest;
    const std::string fields = types.fields("op_" + op.name, op.fields);
    row_ = fmt::format(
        "    {{.name = {}, .text = {}, .doc = {},\n     .sources = {}, .n_fixed = {}, .rest = {},\n"
        "     .roles = {}, .traits = {:#x}, .regions = {:#x}, .unpromoted = {:#x}, .declared = "
        "{},\n"
        "     .closes_from = {}, .fields = {},\n     .dtype = dtype_{}, .shape = {}, .bounds = {}, "
        ".eval = {}}},\n",
        quoted(op.name), quoted(op.text), quoted_view(op.doc), source_names(),
        op.sources.size() - (rest ? 1 : 0), rest, roles(), trait_set(), regions(), unpromoted(),
        declared(), closes_from(), fields, op.name, clause("shape", op.shape.has_value()),
        clause("bounds", op.bounds.has_value()), clause("eval", !op.evals.empty()));
  }

  const std::string& arrays() const { return arrays_; }
  const std::string& row() const { return row_; }

private:
  /// Value and dtype of a literal are the engine's business: of its clauses only `dtype` is a
  /// function.
  std::string clause(std::string_view name, bool present) const {
    return present && !has_role(module_, op_, "Literal") ? fmt::format("{}_{}", name, op_.name)
                                                         : "nullptr";
  }

  std::string source_names() {
    if (op_.sources.empty()) return "{}";
    std::string items;
    for (const dsl::SourceDecl& s : op_.sources)
      items += (items.empty() ? "" : ", ") + quoted(s.name);
    arrays_ += fmt::format("constexpr std::string_view sources_{}[] = {{{}}};\n", op_.name, items);
    return "sources_" + op_.name;
  }

  std::string roles() const {
    std::string sum;
    for (const uint32_t t : op_.traits)
      if (const std::optional<std::string_view> role = role_of(module_.traits[t]))
        sum += fmt::format("{}role(Role::{})", sum.empty() ? "" : " | ", *role);
    return sum.empty() ? "0" : sum;
  }

  uint64_t trait_set() const {
    uint64_t set = 0;
    for (const uint32_t t : op_.traits)
      set |= uint64_t{1} << t;
    return set;
  }

  uint32_t regions() const {
    uint32_t set = 0;
    for (size_t i = 0; i < op_.sources.size(); ++i)
      for (const std::string& region : op_.regions)
        if (region == op_.sources[i].name) set |= 1U << i;
    return set;
  }

  uint32_t unpromoted() const {
    uint32_t set = 0;
    for (size_t i = 0; i < op_.sources.size(); ++i)
      if (op_.sources[i].dtypes) set |= 1U << i;
    return set;
  }

  std::string declared() {
    if (unpromoted() == 0) return "{}";
    std::string items;
    for (const dsl::SourceDecl& s : op_.sources) {
      const bool one = s.dtypes && s.dtypes->size() == 1;
      items += (items.empty() ? "" : ", ") +
               (one ? dtype_name(module_, s.dtypes->front()) : "DType::none()");
    }
    arrays_ += fmt::format("constexpr DType declared_{}[] = {{{}}};\n", op_.name, items);
    return "declared_" + op_.name;
  }

  int closes_from() const {
    for (size_t i = 0; i < op_.sources.size(); ++i)
      if (op_.closes && *op_.closes == op_.sources[i].name) return static_cast<int>(i);
    return -1;
  }

  const Module& module_;
  const dsl::OpDecl& op_;
  std::string arrays_;
  std::string row_;
};

/// `.member = Op::X` for the op of a role, if there is one.
std::string op_of_role(const Module& module, std::string_view role, std::string_view member) {
  for (const dsl::OpDecl& op : module.ops)
    if (has_role(module, op, role))
      return fmt::format("      .{} = OpId(Op::{}),\n", member, cpp_identifier(op.name));
  return fmt::format("      .{} = {{}},\n", member);
}

/// `.member = dtypes::x` for the first dtype that `fits`, else none.
template <class Fits>
std::string special_dtype(const Module& module, std::string_view member, Fits fits) {
  for (size_t i = 0; i < module.dtypes.size(); ++i)
    if (fits(module.dtypes[i]))
      return fmt::format("      .{} = {},\n", member,
                         dtype_name(module, static_cast<dsl::DTypeId>(i)));
  return fmt::format("      .{} = {{}},\n", member);
}

std::string special_dtypes(const Module& module) {
  using Kind = dsl::DTypeDecl::Kind;
  return special_dtype(module, "void_dtype",
                       [](const dsl::DTypeDecl& t) { return t.kind == Kind::Void; }) +
         special_dtype(module, "bool_dtype",
                       [](const dsl::DTypeDecl& t) { return t.kind == Kind::Bool; }) +
         special_dtype(module, "weak_int",
                       [](const dsl::DTypeDecl& t) { return t.weak && t.kind == Kind::Int; }) +
         special_dtype(module, "weak_float",
                       [](const dsl::DTypeDecl& t) { return t.weak && t.kind == Kind::Float; });
}

std::string trait_names(const Module& module) {
  std::string items;
  for (const dsl::TraitDecl& t : module.traits)
    items += (items.empty() ? "" : ", ") + quoted(t.name);
  return items.empty() ? ""
                       : fmt::format("constexpr std::string_view trait_names[] = {{{}}};\n", items);
}

} // namespace

std::vector<size_t> promotion_table(const Module& module) {
  const size_t n = module.dtypes.size();
  std::vector<char> upper(n * n, 0); // upper[a * n + b]: b is a or wider than a
  for (size_t a = 0; a < n; ++a)
    upper[a * n + a] = 1;
  for (const auto& [from, to] : module.promotions)
    upper[from * n + to] = 1;
  for (size_t k = 0; k < n; ++k)
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b)
        if (upper[a * n + k] != 0 && upper[k * n + b] != 0) upper[a * n + b] = 1;
  std::vector<size_t> table(n * n, n);
  for (size_t a = 0; a < n; ++a)
    for (size_t b = 0; b < n; ++b) {
      size_t& least = table[a * n + b];
      for (size_t c = 0; c < n; ++c) {
        const bool common = upper[a * n + c] != 0 && upper[b * n + c] != 0;
        if (common && (least == n || (upper[c * n + least] != 0 && c != least))) least = c;
      }
    }
  return table;
}

std::string vocabulary_tables(const Module& module, const Options& options) {
  ArgTypeTable types(module);
  std::string arrays;
  std::string rows;
  for (const dsl::OpDecl& op : module.ops) {
    const OpRow row(module, op, types);
    arrays += row.arrays();
    rows += row.row();
  }
  std::string out = "namespace {\n\nusing ::tenet::ArgType;\nusing ::tenet::Role;\n\n"
                    "constexpr uint16_t role(Role r) { return static_cast<uint16_t>(r); }\n\n";
  out += dtype_table(module) + promotion_rows(module) + types.text() + '\n' + arrays + '\n' +
         trait_names(module);
  out += fmt::format("\nconst ::tenet::OpInfo op_table[] = {{\n{}}};\n\n}} // namespace\n\n", rows);
  out += "const Vocabulary& vocabulary() {\n  static const Vocabulary v{\n";
  out += fmt::format("      .name = {},\n      .dtypes = dtype_table,\n      .ops = op_table,\n    "
                     "  .traits = {},\n"
                     "      .promotion = promotion,\n",
                     quoted(options.name_space.substr(0, options.name_space.find(':'))),
                     module.traits.empty() ? "{}" : "trait_names");
  out += op_of_role(module, "Literal", "literal") + op_of_role(module, "Conversion", "conversion") +
         op_of_role(module, "Broadcast", "broadcast") + special_dtypes(module);
  return out + "  };\n  return v;\n}\n\n";
}

} // namespace tenet::gen
