// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_RESULT_MATCH_IPP
#define T2S_EVALUATION_IMPL_RESULT_MATCH_IPP

#include "t2s/evaluation/impl/close_numbers.hpp"
#include "t2s/evaluation/impl/prepared_table.hpp"
#include "t2s/evaluation/impl/python_value.hpp"
#include "t2s/evaluation/result_match.hpp"

#include <cstddef>
#include <memory>

namespace t2s::evaluation {
namespace matching {

inline std::shared_ptr<prepared_table const> prepared(db::rows const& result) {
  python_reader read(side::gold);
  return std::make_shared<prepared_table const>(result, read);
}

}  // namespace matching

T2S_DECL comparable_result::comparable_result(db::rows const& result) : table_(matching::prepared(result)) {}

T2S_DECL std::size_t comparable_result::size() const noexcept { return table_->size(); }

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
  if (gold.values.size() != predicted.values.size() || matching::width_of(gold) != matching::width_of(predicted)) return false;
  return same_result(comparable_result(gold), predicted, ordered);
}

T2S_DECL bool strictly_same_result(db::rows const& gold, db::rows const& predicted, bool ordered, tolerance t) {
  if (gold.empty() && predicted.empty()) return gold.columns.size() == predicted.columns.size();
  if (gold.values.size() != predicted.values.size() || matching::width_of(gold) != matching::width_of(predicted)) return false;
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
