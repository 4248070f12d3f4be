// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COMPARISON_IPP
#define T2S_LAB_EVALUATION_DETAIL_COMPARISON_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/bird.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"
#include "t2s/lab/evaluation/detail/contained_columns.hpp"
#include "t2s/lab/evaluation/detail/ehrsql.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/detail/prepared_table.hpp"
#include "t2s/lab/evaluation/detail/spider2_frame.hpp"

namespace t2s::evaluation {
namespace comparing {

using namespace matching;

/// Puts the storage class into each number, so that the integer 1 and the real 1.0 differ.
inline void separate_types(std::vector<number>& cells, db::rows const& of) {
  std::size_t i = 0;
  for (auto const& row : of.values)
    for (auto const& v : row) {
      cells[i] = 2 * cells[i] + (v.real() ? 1U : 0U);
      ++i;
    }
}

/// Whether both have the same rows equally often.
inline bool same_bag(row_list const& a, row_list const& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t r = 0; r < b.size(); ++r) {
    auto const found = a.find(b[r]);
    if (found == nowhere || a.count(found) != b.count(static_cast<number>(r))) return false;
  }
  return true;
}

/// `comparison::exact`
inline bool exactly_same(db::rows const& gold, db::rows const& predicted, bool ordered) {
  if (gold.empty() && predicted.empty()) return gold.columns.size() == predicted.columns.size();
  if (!same_shape(gold, predicted)) return false;
  if (width_of(gold) == 0) return true;
  tolerance const usual;
  close_reader read(usual.relative, usual.absolute);
  for (auto const* result : {&gold, &predicted})
    for (auto const& row : result->values)
      for (auto const& v : row) read.see(v);
  read.settle();
  prepared_table const table(gold, read);
  numbered_cells found;
  if (!table.number_cells(predicted, read, found)) return false;
  auto wanted = table.cells().numbers;
  separate_types(wanted, gold);
  separate_types(found.numbers, predicted);
  if (ordered) return wanted == found.numbers;
  return same_bag(distinct_rows(wanted, table.width()), distinct_rows(found.numbers, table.width()));
}

inline constexpr std::array<std::string_view, all_comparisons.size()> names{"spider", "strict",   "exact",  "bird",  "spider2",
                                                                            "subset", "superset", "either", "ehrsql"};

}  // namespace comparing

T2S_DECL std::string_view name_of(comparison how) noexcept { return comparing::names[static_cast<std::size_t>(how)]; }

T2S_DECL std::optional<comparison> comparison_named(std::string_view name) noexcept {
  for (auto const how : all_comparisons)
    if (name_of(how) == name) return how;
  return {};
}

T2S_DECL bool same_by(comparison how, db::rows const& gold, db::rows const& predicted, comparison_rules const& rules) {
  auto const gold_width = gold.columns.size(), predicted_width = predicted.columns.size();
  switch (how) {
    case comparison::spider: return same_result(gold, predicted, rules.ordered);
    case comparison::strict: return strictly_same_result(gold, predicted, rules.ordered);
    case comparison::exact: return comparing::exactly_same(gold, predicted, rules.ordered);
    case comparison::bird: return bird::same_result(gold, predicted);
    case comparison::spider2: return comparing::has_gold_columns(gold, predicted, rules);
    case comparison::subset: return predicted_width <= gold_width && comparing::contained(gold, predicted, rules.ordered);
    case comparison::superset: return gold_width <= predicted_width && comparing::contained(gold, predicted, rules.ordered);
    case comparison::either: return comparing::contained(gold, predicted, rules.ordered);
    case comparison::ehrsql: return ehrsql::same_answer(gold, predicted);
  }
  return false;
}

}  // namespace t2s::evaluation

#endif
