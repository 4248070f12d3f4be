// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_EXECUTION_ACCURACY_HPP
#define T2S_EVALUATION_EXECUTION_ACCURACY_HPP

#include "t2s/core/config.hpp"
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
[[nodiscard]] bool execution_match(std::string_view gold, std::string_view predicted, Run&& run, distinct d = distinct::dropped);

namespace detail {
[[noreturn]] T2S_DECL void gold_fails(std::string_view gold, failure const& why);
}  // namespace detail

template <class Run>
bool execution_match(std::string_view gold, std::string_view predicted, Run&& run, distinct d) {
  auto const wanted = official_sql(gold, d);
  db::execution const expected = run(wanted);
  if (!expected.ok()) detail::gold_fails(gold, *expected.failure);
  auto const sql = official_prediction(predicted, d);
  if (sql.empty()) return false;
  db::execution const given = run(sql);
  return given.ok() && same_result(expected.rows, given.rows, order_matters(wanted));
}

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/execution_accuracy.ipp"
#endif

#endif
