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
    {"alone", 0.00, -1.68},
    {"always", 0.19, 0.11},
    {"assumed", -0.55, -0.80},
    {"assumed_more", 0.03, 0.05},
    {"demand_unread", -3.05, 0.90},
    {"demands_unread", 0.73, -0.05},
    {"fails", -0.12, -1.36},
    {"fits_columns", 0.15, 0.35},
    {"fits_from", 0.22, 0.39},
    {"fits_functions", 0.05, 0.24},
    {"fits_group", 0.17, 0.17},
    {"fits_having", 0.22, 0.30},
    {"fits_limit", -0.06, 0.16},
    {"fits_nested", 0.09, 0.06},
    {"fits_order", 0.09, 0.21},
    {"fits_set", 0.36, 0.33},
    {"fits_where", 0.10, 0.09},
    {"joined_table", -0.11, 0.13},
    {"joined_tables", -0.47, 0.01},
    {"key_selected", -0.45, 0.41},
    {"lacks_columns", -0.51, -0.03},
    {"lacks_from", -0.55, 0.16},
    {"lacks_functions", -0.01, -0.15},
    {"lacks_group", 0.09, -0.31},
    {"lacks_having", -0.08, -0.06},
    {"lacks_limit", -0.03, -0.04},
    {"lacks_nested", -0.03, -0.13},
    {"lacks_order", 0.02, -0.38},
    {"lacks_set", -0.11, 0.13},
    {"lacks_where", -0.04, -0.15},
    {"lint_style", 0.10, -1.32},
    {"lint_wrong", -1.38, -1.72},
    {"lint_wrong_more", 0.09, -0.12},
    {"long_question", -0.14, -0.57},
    {"many_rows", -0.23, 0.52},
    {"margin", 0.36, 0.07},
    {"missed_columns", -0.49, -1.02},
    {"missed_number", -1.09, -1.86},
    {"missed_numbers", -0.15, -0.10},
    {"missed_tables", -1.13, -0.37},
    {"missed_values", 0.22, -0.72},
    {"named_words", 0.87, 1.03},
    {"nested", 0.00, -0.15},
    {"nested_more", -0.11, 0.14},
    {"no_reading", 0.00, 0.04},
    {"no_rows", -1.60, -1.39},
    {"no_word_named", -0.02, -0.56},
    {"not_resolved", -0.12, -1.36},
    {"nulls", -0.36, -0.42},
    {"one_null", -0.64, -0.32},
    {"one_value", 0.03, 0.52},
    {"one_zero", -0.75, -1.53},
    {"other_joins", -1.39, 0.08},
    {"other_reading_agrees", 0.00, 1.05},
    {"reading_agrees", 0.00, 1.83},
    {"reading_score", -0.04, -0.77},
    {"readings_differ", 0.35, 0.08},
    {"repeated_rows", -1.07, -0.69},
    {"restriction_unread", -2.18, 0.17},
    {"restrictions_unread", -0.12, 0.31},
    {"same_name_elsewhere", -0.41, 0.31},
    {"unasked_number", 0.26, -1.88},
    {"unasked_text", -1.04, -1.57},
    {"unasked_texts", 0.86, -0.67},
    {"unknown_words", -0.45, 1.09},
    {"unnamed_compared", 0.73, 0.17},
    {"unnamed_compared_more", 0.24, -0.14},
    {"unnamed_grouped", -0.29, 0.01},
    {"unnamed_selected", -0.66, -1.13},
    {"unnamed_selected_more", 0.20, -0.10},
    {"unnamed_sorted", 0.01, -0.61},
    {"unnamed_table", 0.18, -0.19},
    {"unnamed_tables", -0.67, 0.27},
    {"unstored_text", 0.38, -1.46},
    {"unstored_texts", 0.80, 0.06},
    {"unused_word", -0.24, 0.07},
    {"unused_words", -0.11, -0.64},
    {"voted", 0.00, 0.98},
    {"weak_link", -0.24, -0.32},
    {"whole_reading_agrees", 0.00, 0.45},
    {"whole_reading_differs", 0.00, -0.67},
    {"word_unread", -0.10, -0.35},
    {"words_unread", -0.09, 0.53},
});
// clang-format on

}  // namespace t2s::confidence::detail

#endif
