// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_READER_HPP
#define T2S_READER_IMPL_READER_HPP

#include "t2s/reader/impl/rules/comparisons.hpp"
#include "t2s/reader/impl/rules/compounds.hpp"
#include "t2s/reader/impl/rules/links.hpp"
#include "t2s/reader/impl/rules/selection.hpp"
#include "t2s/reader/impl/rules/superlatives.hpp"
#include "t2s/reader/impl/rules/times.hpp"
#include "t2s/reader/impl/rules/unread.hpp"
#include "t2s/reader/impl/rules/values.hpp"

#include <array>
#include <optional>
#include <utility>

namespace t2s::reader::detail {

/// All rules in the order in which they are applied. A rule looks for its words among those that no rule before it has used, writes its
/// part of the plan, and marks what it has used. None calls another; what one must tell a later one is a member of `reading`.
inline constexpr auto rules = std::to_array<void (*)(reading&)>({
    read_compounds,         // "population density"
    read_links,             // "states that border Lund"
    read_times,             // "since 1985", "between 1960 and 1965"
    refuse_approximations,  // "around 30"
    read_comparisons,       // "more than 3 orders", "between 1 and 2 hours", "above the average"
    read_open_amounts,      // "2 or more", "40+"
    read_row_counts,        // "only one shop"
    refuse_unplaced,        // what is more than 3 of nothing that is named does not equal 3
    read_top,               // "the top 3 shops by turnover"
    read_superlatives,      // "the oldest", "the most orders", "the most common color"
    read_order,             // "sorted by name"
    read_values,            // "from Canada", "contains 'x'"
    read_quoted_texts,      // texts that no column stores
    read_numbers,           // "in 2015", "department 70", "aged 40"
    read_stored_digits,     // digits that no column of numbers has claimed
    read_groups,            // "for each country"
    read_aggregates,        // "the average and maximum age"
    read_counts,            // "how many singers"
    read_columns,           // columns that are named in the list of what to show
    read_absences,          // "without a concert"
    read_flags,             // "official languages"
    complete_selection,     // names, where nothing is asked for
    join_tables,            // tables of which no column is used
    order_conditions,       // in the order of the question, with OR where it says so
    choose_keys,            // "reported by"
    complete_groups,        // GROUP BY, where aggregates stand beside columns
    split_conditions,       // "both A and B" of one column
    subtract_unused,        // the score
    report_unread,          // words without a place
});

/// Sets the table asked about: the first that is named and not after "each", else the first, else that of the first column or value.
/// False if the question names nothing of the database.
inline bool find_focus(reading& r) {
  auto const first = [&](auto fits) { return r.next(0, r.size(), fits); };
  auto const is_after_each = [&](std::size_t i) { return r.cue_before(r.at(i).first, 1, cue::kind::each).has_value(); };
  auto table = first([&](std::size_t i) { return r.is_table(i) && !is_after_each(i); });
  if (!table) table = first(&reading::is_table);
  auto const column = first([&](std::size_t i) { return r.at(i).option(kind::column); });
  auto const value = first([&](std::size_t i) { return r.at(i).option(kind::value); });
  if (!table && !column && !value) return false;
  r.focus = table ? *r.table_at(*table) : column ? r.column_at(*column).table : r.at(*value).option(kind::value)->where.table;
  r.resolve.set_main(r.focus);
  return true;
}

/// Reads a question as a plan. Nothing if it names no table or column at all. Deterministic; O(mentions squared).
[[nodiscard]] inline std::optional<interpretation> read_question(knowledge::lexicon const& names, material const& m,
                                                                 preferences const& preferred = {}) {
  reading r(names, m, preferred);
  if (!find_focus(r)) return {};
  if (preferred.within_reach) r.resolve.stay_near(r.focus);
  for (auto const apply : rules) apply(r);
  return interpretation{std::move(r.plan), r.score, std::move(r.unread)};
}

}  // namespace t2s::reader::detail

#endif
