#include "dsl/check/checker.h"
#include "dsl/text/suggest.h"

#include <algorithm>

/// Entries of `dtypes`: kinds and widths, and the promotion lattice.
namespace tenet::dsl {

namespace {

/// The words behind the colon of a dtype, read onto it.
class DTypeWords {
public:
  DTypeWords(Checker& c, DTypeDecl& dtype) : c_(c), d_(dtype) {}

  void read(const std::vector<syntax::DTypeDecl::Word>& words) {
    if (words.empty()) {
      d_.kind = d_.name == "void" ? DTypeDecl::Kind::Void : DTypeDecl::Kind::Opaque;
      return;
    }
    kind(words[0]);
    for (size_t i = 1; i < words.size(); ++i)
      attribute(words[i]);
    if (d_.kind == DTypeDecl::Kind::Float && (d_.exponent_bits == 0 || d_.mantissa_bits == 0))
      c_.error(d_.span,
               "float dtype `" + d_.name + "` has no `exponent` or `mantissa`; expected both");
    if (d_.bits == 0 && !d_.weak && d_.kind != DTypeDecl::Kind::Bool &&
        d_.kind != DTypeDecl::Kind::Opaque)
      c_.error(d_.span,
               "dtype `" + d_.name + "` has no width; expected a number of bits, or `weak`");
  }

private:
  void kind(const syntax::DTypeDecl::Word& w) {
    static const std::vector<std::string> known = {"boolean", "int", "uint", "float", "opaque"};
    constexpr DTypeDecl::Kind kinds[] = {DTypeDecl::Kind::Bool, DTypeDecl::Kind::Int,
                                         DTypeDecl::Kind::UInt, DTypeDecl::Kind::Float,
                                         DTypeDecl::Kind::Opaque};
    const auto at = std::find(known.begin(), known.end(), w.word.text);
    if (at == known.end()) {
      c_.error(w.word.span, "unknown kind of dtype `" + w.word.text +
                                "`; expected `boolean`, `int`, `uint`, `float` or `opaque`");
      d_.weak = true; // no second report about its width
      return;
    }
    d_.kind = kinds[at - known.begin()];
    d_.bits = w.number.value_or(d_.kind == DTypeDecl::Kind::Bool ? 1 : 0);
    if (d_.bits > 64) c_.error(w.word.span, "dtype `" + d_.name + "` is wider than 64 bits");
  }

  void attribute(const syntax::DTypeDecl::Word& w) {
    if (w.word.text == "weak")
      d_.weak = true;
    else if (w.word.text == "finite")
      d_.finite = true;
    else if (w.word.text == "fnuz")
      d_.finite = d_.unsigned_zero = true;
    else if (w.word.text == "exponent")
      d_.exponent_bits = w.number.value_or(0);
    else if (w.word.text == "mantissa")
      d_.mantissa_bits = w.number.value_or(0);
    else
      c_.error(w.word.span, "unknown property of a dtype `" + w.word.text +
                                "`; expected `weak`, `finite`, `fnuz`, `exponent` or `mantissa`");
  }

  Checker& c_;
  DTypeDecl& d_;
};

std::optional<DTypeId> dtype_named(Checker& c, const syntax::Name& name) {
  const Names::Entry* e = c.names.find(Names::Space::Value, name.text, Names::Kind::DType);
  if (e != nullptr) return e->index;
  c.error(name.span,
          "unknown dtype `" + name.text + "`" +
              did_you_mean(name.text, c.names.known(Names::Space::Value, Names::Kind::DType)));
  return std::nullopt;
}

} // namespace

void read_dtype(Checker& c, const syntax::DTypeDecl& tree, DTypeDecl& dtype) {
  DTypeWords(c, dtype).read(tree.words);
}

void declare_promotions(Checker& c, const syntax::Promotion& p) {
  std::vector<std::vector<DTypeId>> stages;
  for (const std::vector<syntax::Name>& stage : p.stages) {
    stages.emplace_back();
    for (const syntax::Name& name : stage)
      if (const std::optional<DTypeId> d = dtype_named(c, name)) stages.back().push_back(*d);
  }
  for (size_t i = 1; i < stages.size(); ++i)
    for (const DTypeId from : stages[i - 1])
      for (const DTypeId to : stages[i])
        c.module.promotions.emplace_back(from, to);
}

/// The lattice has no way around: from no dtype does a chain of promotions lead back to it.
void check_promotions(Checker& c) {
  const size_t n = c.module.dtypes.size();
  std::vector<std::vector<bool>> wider(n, std::vector<bool>(n));
  for (const auto& [from, to] : c.module.promotions)
    wider[from][to] = true;
  for (size_t k = 0; k < n; ++k)
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n && wider[i][k]; ++j)
        if (wider[k][j]) wider[i][j] = true;
  for (size_t i = 0; i < n; ++i) {
    if (!wider[i][i]) continue;
    const DTypeDecl& d = c.module.dtypes[i];
    c.error(d.span, "dtype `" + d.name + "` promotes to itself, through others");
    return;
  }
}

} // namespace tenet::dsl
