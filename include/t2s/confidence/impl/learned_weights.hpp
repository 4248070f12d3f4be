// SPDX-License-Identifier: BSL-1.0
// Written by a program: bench_learn_confidence --data DIR --predictions DIR --out include/t2s/confidence/impl/learned_weights.hpp
#ifndef T2S_CONFIDENCE_IMPL_LEARNED_WEIGHTS_HPP
#define T2S_CONFIDENCE_IMPL_LEARNED_WEIGHTS_HPP

#include <array>
#include <string_view>

namespace t2s::confidence::detail {

/// The weight of a piece of evidence for a reading of the question, and for SQL of another origin.
struct learned_weight {
  std::string_view of{};
  double reading = 0, other = 0;
};

// clang-format off
inline constexpr std::array learned_weights = std::to_array<learned_weight>({
    {"alone", 0.00, -1.69},
    {"always", 0.48, 0.38},
    {"assumed", -0.33, -1.37},
    {"assumed_more", -0.61, -0.09},
    {"demand_unread", -2.10, 0.32},
    {"demands_unread", 0.26, 0.12},
    {"fails", -0.15, -1.64},
    {"fits_columns", 0.23, 0.26},
    {"fits_from", 0.24, 0.48},
    {"fits_functions", 0.10, 0.00},
    {"fits_group", 0.16, 0.17},
    {"fits_having", 0.35, 0.14},
    {"fits_limit", -0.01, -0.12},
    {"fits_nested", -0.01, -0.01},
    {"fits_order", 0.19, 0.14},
    {"fits_set", 0.28, 0.30},
    {"fits_where", 0.09, -0.05},
    {"joined_table", 0.07, 0.17},
    {"joined_tables", -0.39, -0.03},
    {"key_selected", -1.03, 0.08},
    {"lacks_columns", -0.40, 0.11},
    {"lacks_from", -0.49, 0.19},
    {"lacks_functions", 0.03, 0.03},
    {"lacks_group", 0.22, -0.53},
    {"lacks_having", 0.05, -0.04},
    {"lacks_limit", -0.03, 0.00},
    {"lacks_nested", -0.08, -0.03},
    {"lacks_order", 0.03, -0.28},
    {"lacks_set", -0.06, 0.17},
    {"lacks_where", -0.03, -0.16},
    {"lint_style", -0.07, -1.25},
    {"lint_wrong", -1.34, -1.99},
    {"lint_wrong_more", -0.66, -0.37},
    {"long_question", -0.26, -0.89},
    {"many_rows", -0.02, 0.29},
    {"margin", 0.40, 0.17},
    {"missed_columns", -0.83, 0.08},
    {"missed_number", -0.77, 0.24},
    {"missed_numbers", -0.23, 0.00},
    {"missed_tables", -0.72, -0.30},
    {"missed_values", 0.20, -0.31},
    {"nested", 0.10, -0.33},
    {"nested_more", 0.21, 0.19},
    {"no_reading", 0.00, 0.11},
    {"no_rows", -1.47, -1.58},
    {"not_resolved", -0.15, -1.64},
    {"nulls", 0.00, -0.61},
    {"one_null", -0.48, -0.28},
    {"one_value", -0.02, 0.86},
    {"one_zero", -0.50, -1.23},
    {"other_joins", -0.99, 0.05},
    {"other_reading_agrees", 0.00, 1.06},
    {"reading_agrees", 0.00, 0.59},
    {"reading_score", 0.11, -0.25},
    {"readings_differ", 0.76, 0.22},
    {"repeated_rows", -0.94, -0.87},
    {"restriction_unread", -1.83, -0.26},
    {"restrictions_unread", -0.75, 0.35},
    {"same_name_elsewhere", -0.29, 0.50},
    {"unasked_number", 0.58, -0.90},
    {"unasked_text", -0.29, -0.46},
    {"unasked_texts", 0.76, -0.19},
    {"unknown_words", -2.31, 0.87},
    {"unnamed_compared", 0.96, 0.30},
    {"unnamed_compared_more", -0.32, -0.20},
    {"unnamed_grouped", -0.43, -0.01},
    {"unnamed_selected", -0.38, -0.78},
    {"unnamed_selected_more", -0.15, 0.01},
    {"unnamed_sorted", 0.34, -0.61},
    {"unnamed_table", -0.08, -0.41},
    {"unnamed_tables", -0.37, 0.65},
    {"unstored_text", 0.20, -2.04},
    {"unstored_texts", 0.70, -0.16},
    {"unused_word", -0.25, -0.34},
    {"unused_words", -0.83, 0.09},
    {"voted", 2.11, 1.03},
    {"weak_link", -0.47, -0.08},
    {"whole_reading_agrees", 0.00, 1.05},
    {"whole_reading_differs", 0.00, -0.81},
});
// clang-format on

}  // namespace t2s::confidence::detail

#endif
