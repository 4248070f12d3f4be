// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_EXECUTION_ACCURACY_HPP
#define T2S_EVALUATION_EXECUTION_ACCURACY_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/result.hpp"
#include "t2s/evaluation/official_text.hpp"
#include "t2s/evaluation/result_match.hpp"

#include <string>
#include <string_view>

/// Execution accuracy (EX) as Spider's official evaluator, test-suite-sql-eval, measures it: a prediction is right if it gives the same
/// rows as the gold SQL.
namespace t2s::evaluation {

/// EX of one prediction on one database: both are executed by `run`, which maps a std::string to a `db::execution`.
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
  db::execution const given = run(sql);
  return given.ok() && same_result(expected.rows, given.rows, order_matters(wanted));
}

}  // namespace t2s::evaluation

#endif
