// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_EXECUTION_ACCURACY_HPP
#define T2S_EVALUATION_EXECUTION_ACCURACY_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/result.hpp"
#include "t2s/evaluation/result_match.hpp"

#include <string>
#include <string_view>

/// Execution accuracy (EX) as Spider's official evaluator, test-suite-sql-eval, measures it: a prediction is right if it gives the same
/// rows as the gold SQL.
namespace t2s::evaluation {

/// Whether DISTINCT counts. The official default drops it from both queries.
enum class distinct { dropped, kept };

/// A statement as the official program executes it: only the first of several, without DISTINCT unless it is `kept`, with `> =`, `< =` and
/// `! =` closed up and `YEAR(CURDATE())` as 2020.
[[nodiscard]] T2S_DECL std::string official_sql(std::string_view sql, distinct d = distinct::dropped);

/// The same of a prediction, in which first every `value` becomes `1`.
[[nodiscard]] T2S_DECL std::string official_prediction(std::string_view sql, distinct d = distinct::dropped);

/// Whether the order of rows counts: exactly if the gold SQL, lower-cased, contains "order by" anywhere.
[[nodiscard]] T2S_DECL bool order_matters(std::string_view gold);

/// EX of one prediction on one database: both are executed by `run`, which maps a std::string to a `db::execution`.
///
/// An empty or failing prediction is wrong. Throws `error` with `malformed_data` if the gold SQL itself fails.
template <class Run>
[[nodiscard]] bool execution_match(std::string_view gold, std::string_view predicted, Run&& run, distinct d = distinct::dropped);

namespace detail {
[[noreturn]] T2S_DECL void gold_fails(std::string_view gold, failure const& why);
}  // namespace detail

template <class Run>
bool execution_match(std::string_view gold, std::string_view predicted, Run&& run, distinct d) {
  db::execution const expected = run(official_sql(gold, d));
  if (!expected.ok()) detail::gold_fails(gold, *expected.failure);
  auto const sql = official_prediction(predicted, d);
  if (sql.empty()) return false;
  db::execution const given = run(sql);
  return given.ok() && same_result(expected.rows, given.rows, order_matters(gold));
}

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/execution_accuracy.ipp"
#endif

#endif
