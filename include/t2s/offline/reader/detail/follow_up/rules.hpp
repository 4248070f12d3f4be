// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_RULES_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_RULES_HPP

#include "t2s/offline/reader/detail/follow_up/narrowing.hpp"
#include "t2s/offline/reader/detail/follow_up/results.hpp"
#include "t2s/offline/reader/detail/follow_up/sorting.hpp"

#include <array>

namespace t2s::reader::detail::follow_up {

/// All rules in the order of application. The first that understands the question changes the statement and returns true.
inline constexpr auto rules = std::to_array<bool (*)(statement_editor&)>({
    count_rows,       // "How many are there?"
    drop_conditions,  // "for all years", "regardless of the country"
    drop_columns,     // "without the price"
    take_first,       // "the top 3", "just the first one"
    sort_rows,        // "sort them by price, highest first"
    group_rows,       // "by month", "per country"
    change_figure,    // "what about the total?"
    compare_groups,   // "only those with more than 3", of groups
    choose_group,     // "which one has the most?"
    choose_row,       // "and the cheapest?"
    change_columns,   // "also show the price", "what colour are they?"
    exchange_value,   // "and Italy?"
    narrow,           // "only those in Spain", "how many of them are red?"
});

}  // namespace t2s::reader::detail::follow_up

#endif
