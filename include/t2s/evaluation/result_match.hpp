// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_RESULT_MATCH_HPP
#define T2S_EVALUATION_RESULT_MATCH_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/result.hpp"

#include <cstddef>
#include <memory>

/// Whether two results are the same, as evaluators see it.
namespace t2s::evaluation {

namespace matching {
class prepared_table;
}  // namespace matching

/// A result made ready to be compared with many others as the official program does: decoded, hashed, and each distinct value and row
/// held once, four bytes a cell and row. Immutable and shared between copies; any number of threads may use it at once.
class comparable_result {
 public:
  explicit comparable_result(db::rows const& result);  ///< prepares a result once for many comparisons

  [[nodiscard]] std::size_t size() const noexcept;   ///< number of rows
  [[nodiscard]] std::size_t bytes() const noexcept;  ///< memory held, roughly

  /// As the comparisons read it.
  [[nodiscard]] matching::prepared_table const& table() const noexcept { return *table_; }

 private:
  std::shared_ptr<matching::prepared_table const> table_;
};

/// Whether two results are equal as Spider's official evaluator, test-suite-sql-eval, compares them.
///
/// Values compare as in Python: 1 equals 1.0 and NULL equals NULL, '1' differs from 1, nothing is rounded, NaN equals nothing. Text is
/// decoded as UTF-8, what is invalid left out. Rows form a bag, or a list if `ordered`. Columns may stand in any order, names do not
/// count. Two results without rows are equal. One quirk is kept: where the rows, each sorted by the text and type of its values, differ,
/// the results are unequal even if 1 and 1.0 are the only difference.
///
/// Linear in the number of cells as a rule. Columns that cannot be told apart by what stands beside their values are tried in turn; see
/// docs/evaluation.md for the bound.
[[nodiscard]] T2S_DECL bool same_result(comparable_result const& gold, db::rows const& predicted, bool ordered);
/// Whether two results are equal by the official rules.
[[nodiscard]] T2S_DECL bool same_result(db::rows const& gold, db::rows const& predicted, bool ordered);

/// How far two numbers may lie apart and still be equal: by a share of the greater one, or near zero by a fixed amount.
struct tolerance {
  double relative = 1e-9;   ///< numbers this near, by the larger one, are equal
  double absolute = 1e-12;  ///< and so are numbers this near
};

/// Whether two results are equal as users expect it.
///
/// As `same_result`, but: two results without rows need the same number of columns; numbers equal if they are close, whole numbers (all
/// integers, and reals up to 2^53 without a fraction) only if they are the same; text equals byte for byte; NaN equals NaN; how a number
/// was written never counts.
///
/// Closeness carries over: if a is close to b and b to c, then a equals c, unless two whole numbers would become one; a number between
/// whole numbers that are close to it then equals the nearest. O(cells log cells).
[[nodiscard]] T2S_DECL bool strictly_same_result(db::rows const& gold, db::rows const& predicted, bool ordered, tolerance t = {});

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/result_match.ipp"
#endif

#endif
