// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_EXECUTION_ACCURACY_IPP
#define T2S_LAB_EVALUATION_DETAIL_EXECUTION_ACCURACY_IPP

#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/detail/official_lexer.hpp"
#include "t2s/lab/evaluation/detail/prepared_table.hpp"
#include "t2s/lab/evaluation/detail/value_reader.hpp"

namespace t2s::evaluation {

T2S_DECL std::string with_values_as_one(std::string_view prediction) { return detail::replaced(prediction, "value", "1"); }

T2S_DECL std::string official_sql(std::string_view sql, distinct d) {
  return detail::with_current_year(detail::prepared(sql, d == distinct::kept));
}

T2S_DECL bool order_matters(std::string_view gold) { return text::lower(gold).find("order by") != std::string::npos; }

T2S_DECL comparable_result::comparable_result(db::rows const& result)
    : table_(std::make_shared<matching::prepared_table const>(result, matching::python_reader(matching::side::gold))) {}

T2S_DECL std::size_t comparable_result::bytes() const noexcept { return table_->bytes(); }

T2S_DECL bool same_result(comparable_result const& gold, db::rows const& predicted, bool ordered) {
  auto const& table = gold.table();
  if (table.size() != predicted.values.size() || table.width() != matching::width_of(predicted)) return false;
  if (table.width() == 0) return true;
  matching::python_reader read(matching::side::predicted);
  matching::numbered_cells cells;
  return table.number_cells(predicted, read, cells) && table.same_but_for_columns(cells, ordered) &&
         table.same_sorted_by_text(cells, ordered);
}

T2S_DECL bool same_result(db::rows const& gold, db::rows const& predicted, bool ordered) {
  return matching::same_shape(gold, predicted) && same_result(comparable_result(gold), predicted, ordered);
}

T2S_DECL bool strictly_same_result(db::rows const& gold, db::rows const& predicted, bool ordered, tolerance t) {
  if (gold.empty() && predicted.empty()) return gold.columns.size() == predicted.columns.size();
  if (!matching::same_shape(gold, predicted)) return false;
  if (matching::width_of(gold) == 0) return true;
  matching::close_reader read(t.relative, t.absolute);
  for (auto const* result : {&gold, &predicted})
    for (auto const& row : result->values)
      for (auto const& v : row) read.see(v);
  read.settle();
  matching::prepared_table const table(gold, read);
  matching::numbered_cells cells;
  return table.number_cells(predicted, read, cells) && table.same_but_for_columns(cells, ordered);
}

}  // namespace t2s::evaluation

#endif
