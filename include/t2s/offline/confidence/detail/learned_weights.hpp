// SPDX-License-Identifier: BSL-1.0
// Written by a program: bench_learn_confidence --data DIR --predictions DIR --out include/t2s/offline/confidence/detail/learned_weights.hpp
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_LEARNED_WEIGHTS_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_LEARNED_WEIGHTS_HPP

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
    {"alone", 0.00, -1.55},
    {"always", 0.22, 0.08},
    {"assumed", -0.51, -0.85},
    {"assumed_more", -0.20, 0.28},
    {"demand_unread", -2.99, 0.78},
    {"demands_unread", 0.69, 0.06},
    {"fails", -0.12, -1.32},
    {"fits_columns", 0.13, 0.31},
    {"fits_from", 0.23, 0.31},
    {"fits_functions", 0.05, 0.21},
    {"fits_group", 0.18, 0.15},
    {"fits_having", 0.22, 0.32},
    {"fits_limit", -0.07, 0.11},
    {"fits_nested", 0.10, 0.05},
    {"fits_order", 0.09, 0.19},
    {"fits_set", 0.38, 0.33},
    {"fits_where", 0.10, 0.09},
    {"joined_table", -0.13, 0.11},
    {"joined_tables", -0.46, -0.01},
    {"key_selected", -0.40, 0.42},
    {"lacks_columns", -0.52, -0.06},
    {"lacks_from", -0.54, 0.14},
    {"lacks_functions", 0.00, -0.15},
    {"lacks_group", 0.04, -0.28},
    {"lacks_having", -0.08, -0.05},
    {"lacks_limit", -0.04, 0.00},
    {"lacks_nested", -0.03, -0.07},
    {"lacks_order", 0.00, -0.64},
    {"lacks_set", -0.10, 0.15},
    {"lacks_where", -0.04, -0.19},
    {"lint_style", 0.10, -1.20},
    {"lint_wrong", -1.37, -1.65},
    {"lint_wrong_more", 0.26, -0.09},
    {"long_question", -0.16, -0.53},
    {"many_rows", -0.23, 0.65},
    {"margin", 0.37, 0.05},
    {"missed_columns", -0.47, -0.95},
    {"missed_number", -1.09, -1.80},
    {"missed_numbers", -0.20, -0.08},
    {"missed_tables", -1.15, -0.31},
    {"missed_values", 0.23, -0.69},
    {"named_words", 0.85, 1.05},
    {"nested", -0.12, -0.08},
    {"nested_more", -0.08, 0.21},
    {"no_reading", 0.00, 0.04},
    {"no_rows", -1.59, -1.40},
    {"no_word_named", -0.03, -0.57},
    {"not_resolved", -0.12, -1.32},
    {"nulls", -0.37, -0.42},
    {"one_null", -0.69, -0.33},
    {"one_value", 0.06, 0.51},
    {"one_zero", -0.82, -1.44},
    {"opposite_condition", 0.00, -1.37},
    {"other_joins", -1.39, 0.11},
    {"other_reading_agrees", 0.00, 1.05},
    {"reading_agrees", 0.00, 1.88},
    {"reading_score", -0.04, -0.76},
    {"readings_differ", 0.37, 0.06},
    {"repeated_rows", -1.08, -0.63},
    {"restriction_unread", -2.19, 0.09},
    {"restrictions_unread", -0.09, 0.34},
    {"same_name_elsewhere", -0.42, 0.29},
    {"unasked_number", 0.27, -1.80},
    {"unasked_text", -1.04, -1.53},
    {"unasked_texts", 0.86, -0.64},
    {"unknown_words", -0.47, 1.02},
    {"unnamed_compared", 0.75, 0.14},
    {"unnamed_compared_more", 0.26, -0.18},
    {"unnamed_grouped", -0.28, 0.02},
    {"unnamed_selected", -0.69, -1.07},
    {"unnamed_selected_more", 0.23, -0.10},
    {"unnamed_sorted", 0.04, -0.55},
    {"unnamed_table", 0.20, -0.10},
    {"unnamed_tables", -0.66, 0.24},
    {"unstored_text", 0.39, -1.40},
    {"unstored_texts", 0.80, 0.05},
    {"unused_word", -0.26, 0.15},
    {"unused_words", -0.05, -0.67},
    {"voted", 0.00, 1.18},
    {"weak_link", -0.25, -0.26},
    {"whole_reading_agrees", 0.00, 0.44},
    {"whole_reading_differs", 0.00, -0.66},
    {"word_unread", -0.11, -0.31},
    {"words_unread", -0.07, 0.40},
});
// clang-format on

}  // namespace t2s::confidence::detail

#endif
