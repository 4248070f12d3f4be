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
    {"alone", 0.00, -1.56},
    {"always", 0.17, 0.19},
    {"assumed", -0.09, -0.91},
    {"assumed_more", -0.28, 0.26},
    {"demand_unread", -2.62, 0.90},
    {"demands_unread", 0.70, 0.26},
    {"fails", -0.38, -1.34},
    {"fits_columns", 0.12, 0.29},
    {"fits_from", 0.19, 0.27},
    {"fits_functions", 0.06, 0.16},
    {"fits_group", 0.11, 0.20},
    {"fits_having", 0.19, 0.31},
    {"fits_limit", -0.03, 0.07},
    {"fits_nested", 0.18, 0.05},
    {"fits_order", 0.06, 0.20},
    {"fits_set", 0.48, 0.28},
    {"fits_where", 0.10, 0.09},
    {"ignored_clause", 0.71, -0.48},
    {"ignored_negation", -0.60, -0.71},
    {"ignored_subject", 0.10, -0.10},
    {"ignored_superlative", -1.70, -1.15},
    {"ignored_words", -0.31, 0.01},
    {"joined_table", -0.24, 0.12},
    {"joined_tables", -0.46, -0.05},
    {"key_selected", -0.11, 0.21},
    {"lacks_columns", -0.40, -0.07},
    {"lacks_from", -0.50, 0.04},
    {"lacks_functions", -0.09, -0.14},
    {"lacks_group", -0.01, -0.25},
    {"lacks_having", -0.10, -0.08},
    {"lacks_limit", -0.06, 0.03},
    {"lacks_nested", -0.02, -0.06},
    {"lacks_order", -0.02, -0.60},
    {"lacks_set", -0.09, 0.16},
    {"lacks_where", -0.06, -0.17},
    {"lint_style", -0.20, -1.15},
    {"lint_wrong", -1.34, -1.48},
    {"lint_wrong_more", 0.17, -0.17},
    {"long_question", -0.13, -0.51},
    {"many_rows", -0.53, 0.56},
    {"margin", 0.39, 0.00},
    {"missed_columns", -0.48, -1.05},
    {"missed_number", -1.00, -1.66},
    {"missed_numbers", -0.20, -0.09},
    {"missed_tables", -1.34, -0.31},
    {"missed_values", -0.23, -0.69},
    {"named_words", 0.84, 1.13},
    {"nested", -0.61, -0.06},
    {"nested_more", -0.61, 0.12},
    {"no_reading", 0.00, 0.04},
    {"no_rows", -1.54, -1.35},
    {"no_word_named", -0.32, -0.43},
    {"not_resolved", -0.38, -1.34},
    {"nulls", -0.30, -0.50},
    {"one_null", -1.05, -0.31},
    {"one_value", 0.11, 0.52},
    {"one_zero", -0.65, -1.34},
    {"opposite_condition", 0.00, -1.27},
    {"other_form", -1.69, -0.26},
    {"other_joins", -1.39, 0.35},
    {"other_reading_agrees", 0.00, 0.83},
    {"reading_agrees", 0.00, 1.97},
    {"reading_score", -0.12, -0.79},
    {"readings_differ", 0.30, 0.15},
    {"repeated_rows", -1.14, -0.09},
    {"restriction_unread", -2.11, 0.20},
    {"restrictions_unread", -0.03, 0.25},
    {"same_name_elsewhere", -0.38, 0.24},
    {"unasked_number", 0.17, -1.68},
    {"unasked_text", -0.47, -1.45},
    {"unasked_texts", 0.73, -0.59},
    {"unknown_words", -0.23, 0.95},
    {"unnamed_compared", 0.58, 0.13},
    {"unnamed_compared_more", 0.39, -0.20},
    {"unnamed_grouped", -0.17, -0.07},
    {"unnamed_selected", 0.03, -1.04},
    {"unnamed_selected_more", 0.17, -0.09},
    {"unnamed_sorted", -0.13, -0.52},
    {"unnamed_table", 0.15, -0.20},
    {"unnamed_tables", -0.57, 0.20},
    {"unstored_text", 0.37, -1.36},
    {"unstored_texts", 0.76, 0.08},
    {"unused_word", -0.23, 0.16},
    {"unused_words", -0.06, -0.55},
    {"voted", 0.00, 1.16},
    {"weak_link", -0.23, -0.26},
    {"whole_reading_agrees", 0.00, 0.27},
    {"whole_reading_differs", 0.00, -0.46},
    {"word_unread", -0.02, -0.24},
    {"words_unread", -0.33, 0.50},
});
// clang-format on

}  // namespace t2s::confidence::detail

#endif
