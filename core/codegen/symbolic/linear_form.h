#pragma once

#include "core/ir/graph.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace tenet {

/// A monomial: an integer times a product of nodes.
struct Term {
  int128 factor;
  const Node* node;         ///< the product as it stands in the graph, or null if it must be built
  const Node* const* first; ///< the product, in the order written
  unsigned count;

  std::span<const Node* const> product() const { return {first, count}; }
};

/// A weakint sum taken apart: terms in the order written, equal products joined, none with factor
/// 0, and a constant. It lives on the stack and allocates nothing.
///
/// `4*a + b*c + (a + 1)*2` is 6*a + b*c + 2. Reading stops after 128 nodes, and a product has at
/// most 8 factors: what lies deeper is one node of a term, so that the cost has a bound and the sum
/// is still right. The rejected alternative, a map from product to factor, allocates and loses the
/// order that keeps results equal to their input.
class LinearForm {
public:
  static constexpr unsigned max_terms = 64;
  /// Factors and constants stay below this in size, so that sums and differences of two fit.
  static constexpr int128 limit = int128{1} << 120;

  LinearForm() {} // NOLINT(modernize-use-equals-default): leaves the arrays as they are
  LinearForm(const LinearForm&) = delete;
  LinearForm& operator=(const LinearForm&) = delete;

  /// Scaled sums: `(a + b) * 4` is one term of product `a + b` (`Whole`), or two terms
  /// (`Expanded`).
  enum class Sums : uint8_t { Whole, Expanded };

  /// False if a factor leaves `limit` or there are too many factors. The form must be new.
  bool read(const Vocabulary& v, const Node* x, Sums sums);
  /// True if a sum read as `Whole` holds a scaled sum, so that `Expanded` would differ.
  bool has_scaled_sum() const { return has_scaled_sum_; }

  std::span<const Term> terms() const { return {terms_.data(), n_terms_}; }
  int128 constant() const { return constant_; }
  bool is_zero() const { return n_terms_ == 0 && constant_ == 0; }

  /// Appends `factor` times the product of `t`, which is copied. False if there is no room.
  bool add(const Term& t, int128 factor);
  /// Appends `t` divided by `by`. False, and nothing appended, if that leaves a remainder or there
  /// is no room.
  bool add_quotient(const Term& t, const Term& by);
  bool add_constant(int128 c);

  /// Bounds of the sum; unknown if those of a product are, or beyond 128 bits.
  Interval bounds(const Vocabulary& v) const;
  /// The sum as a node of `g`.
  const Node* build(Graph& g) const;

private:
  bool read_product(const Vocabulary& v, const Node* n, int128 factor);
  bool append(int128 factor, std::span<const Node* const> product, const Node* node);
  bool join_equal_terms();

  std::array<Term, max_terms> terms_;
  std::array<const Node*, 256> products_; ///< of the terms
  unsigned n_terms_ = 0;
  unsigned n_products_ = 0;
  int128 constant_ = 0;
  bool has_scaled_sum_ = false;
};

/// The same nodes as often.
bool same_product(std::span<const Node* const> a, std::span<const Node* const> b);
/// Bounds of a product of nodes.
Interval product_bounds(const Vocabulary& v, const Term& t);
/// The product as a node of `g`; 1 if it is empty.
const Node* build_product(Graph& g, const Term& t);
/// Never negative.
int128 gcd(int128 a, int128 b);
/// Toward negative infinity; b is not 0.
int128 floor_div(int128 a, int128 b);
int128 floor_mod(int128 a, int128 b);
/// The value of a weakint literal.
std::optional<int128> integer_literal(const Vocabulary& v, const Node* n);

} // namespace tenet
