// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_EXECUTION_ACCURACY_HPP
#define T2S_LAB_EVALUATION_DETAIL_EXECUTION_ACCURACY_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

/// Execution accuracy (EX) as Spider's official evaluator, test-suite-sql-eval, measures it: a prediction is right if it returns the same
/// rows as the gold SQL.
namespace t2s::evaluation {

/// Whether DISTINCT matters. The official default drops it from both queries.
enum class distinct { dropped, kept };

/// The official program's first step for a prediction, also for exact-set match: every `value` becomes `1`, anywhere.
[[nodiscard]] T2S_DECL std::string with_values_as_one(std::string_view prediction);

/// A statement as the official program executes it: with `> =`, `< =` and `! =` joined and `YEAR(CURDATE())` as 2020; only the first of
/// several, without the word DISTINCT outside quotes and comments. `distinct::kept` omits these last two steps.
///
/// The end of a statement is sqlparse's: not a `;` in quotes, comments or parentheses. White space alone becomes "". O(n).
[[nodiscard]] T2S_DECL std::string official_sql(std::string_view sql, distinct d = distinct::dropped);
/// The same for a prediction, after `with_values_as_one`.
[[nodiscard]] inline std::string official_prediction(std::string_view sql, distinct d = distinct::dropped) {
  return official_sql(with_values_as_one(sql), d);
}

/// Whether the order of rows matters: exactly if the gold's `official_sql`, lower-cased, contains "order by" anywhere.
[[nodiscard]] T2S_DECL bool order_matters(std::string_view gold);

namespace matching {
class prepared_table;
}  // namespace matching

/// A result prepared for many official comparisons: decoded, hashed, and each distinct value and row stored once, with five bytes for each
/// cell and four for each row. Immutable and shared between copies; any number of threads may use it at once.
class comparable_result {
 public:
  explicit comparable_result(db::rows const& result);  ///< O(cells)

  [[nodiscard]] std::size_t bytes() const noexcept;                                         ///< approximate memory
  [[nodiscard]] matching::prepared_table const& table() const noexcept { return *table_; }  ///< for the comparisons

 private:
  std::shared_ptr<matching::prepared_table const> table_;
};

/// Whether two results are equal by the rules of the official evaluator.
///
/// Values compare as in Python: 1 equals 1.0 and NULL equals NULL, '1' differs from 1, nothing is rounded, NaN equals nothing. Text is
/// decoded as UTF-8, invalid bytes are dropped. Rows form a multiset, or a list if `ordered`. Columns may be in any order, names are
/// ignored. Two results without rows are equal. One quirk is kept: if the rows, each sorted by the text and type of its values, differ, the
/// results are unequal even if 1 and 1.0 are the only difference.
///
/// Usually linear in the number of cells. Columns that their values and rows do not distinguish are tried in turn; docs/evaluation.md has
/// the bound.
[[nodiscard]] T2S_DECL bool same_result(comparable_result const& gold, db::rows const& predicted, bool ordered);
/// The same without a prepared gold result.
[[nodiscard]] T2S_DECL bool same_result(db::rows const& gold, db::rows const& predicted, bool ordered);

/// The largest difference of two equal numbers; satisfying one of the two suffices.
struct tolerance {
  double relative = 1e-9;   ///< relative to the larger number
  double absolute = 1e-12;  ///< near zero
};

/// Whether two results are equal for a user.
///
/// As `same_result`, except: two results without rows need the same number of columns; numbers are equal if they are close, but whole
/// numbers (all integers, and reals up to 2^53 without a fraction) only if they are the same; text is equal byte for byte; NaN equals NaN;
/// the spelling of a number is always ignored.
///
/// Closeness is transitive: if a is close to b and b to c, then a equals c, unless two whole numbers would become equal; a number close to
/// several whole numbers then equals the nearest. O(cells log cells).
[[nodiscard]] T2S_DECL bool strictly_same_result(db::rows const& gold, db::rows const& predicted, bool ordered, tolerance t = {});

/// EX of one prediction on one database: `run` executes both; it maps a std::string to a `db::execution`.
///
/// An empty or failing prediction is wrong. Throws `error` with `malformed_data` if the gold SQL itself fails.
template <class Run>
[[nodiscard]] bool execution_match(std::string_view gold, std::string_view predicted, Run&& run, distinct d = distinct::dropped) {
  auto const wanted = official_sql(gold, d);
  db::execution const expected = run(wanted);
  if (!expected.ok())
    throw error(errc::malformed_data, "the gold SQL fails: " + expected.failure->text() + ": " + std::string(gold),
                "correct it, or leave the question out");
  auto const sql = official_prediction(predicted, d);
  if (sql.empty()) return false;
  db::execution const found = run(sql);
  return found.ok() && same_result(expected.rows, found.rows, order_matters(wanted));
}

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/execution_accuracy.ipp"
#endif

#endif
