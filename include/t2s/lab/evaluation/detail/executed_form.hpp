// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_EXECUTED_FORM_HPP
#define T2S_LAB_EVALUATION_DETAIL_EXECUTED_FORM_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"
#include "t2s/lab/evaluation/detail/ehrsql.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/sql/parse.hpp"

#include <string>

/// What a way to compare makes of statements before it executes them.
namespace t2s::evaluation {

/// A gold query as it is executed.
[[nodiscard]] inline std::string executed_gold(comparison how, std::string const& sql, distinct d = distinct::dropped) {
  if (how == comparison::spider) return official_sql(sql, d);
  return how == comparison::ehrsql ? ehrsql::statement_form::of(sql) : sql;
}
/// A prediction as it is executed.
[[nodiscard]] inline std::string executed_prediction(comparison how, std::string const& sql, distinct d = distinct::dropped) {
  if (how == comparison::spider) return official_prediction(sql, d);
  return how == comparison::ehrsql ? ehrsql::statement_form::of(sql) : sql;
}

/// Whether the order of rows counts, as `comparison_rules::ordered`: for the official program and IBM's if the words are there, otherwise
/// if the outermost query of the gold has ORDER BY. `executed` is the gold as it is executed.
[[nodiscard]] inline bool orders_rows(comparison how, std::string const& gold, std::string const& executed, schema::database const& d) {
  if (how == comparison::spider) return order_matters(executed);
  if (how == comparison::subset || how == comparison::superset || how == comparison::either) return order_matters(gold);
  auto const parsed = sql::parse(gold, d);
  return parsed && parsed->root().find(sql::kind::order_by) != nullptr;
}

}  // namespace t2s::evaluation

#endif
