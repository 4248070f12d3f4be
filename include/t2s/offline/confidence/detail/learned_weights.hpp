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
    {"alone", 0.00, -1.57},
    {"always", 0.09, 0.23},
    {"assumed", 0.14, -0.92},
    {"assumed_more", -0.30, 0.26},
    {"demand_unread", -2.57, 0.85},
    {"demands_unread", 0.45, 0.26},
    {"fails", -0.34, -1.36},
    {"fits_columns", 0.20, 0.30},
    {"fits_from", 0.24, 0.27},
    {"fits_functions", 0.10, 0.16},
    {"fits_group", 0.19, 0.20},
    {"fits_having", 0.25, 0.31},
    {"fits_limit", -0.01, 0.09},
    {"fits_nested", 0.18, 0.05},
    {"fits_order", 0.10, 0.19},
    {"fits_set", 0.51, 0.29},
    {"fits_where", 0.12, 0.09},
    {"ignored_clause", 0.95, -0.47},
    {"ignored_negation", -0.72, -0.75},
    {"ignored_subject", -0.55, -0.10},
    {"ignored_superlative", -1.85, -1.16},
    {"ignored_words", -0.30, -0.02},
    {"joined_table", -0.16, 0.11},
    {"joined_tables", -0.47, -0.05},
    {"key_selected", -0.33, 0.23},
    {"lacks_columns", -0.33, -0.08},
    {"lacks_from", -0.45, 0.04},
    {"lacks_functions", -0.13, -0.14},
    {"lacks_group", -0.02, -0.26},
    {"lacks_having", -0.13, -0.09},
    {"lacks_limit", -0.01, 0.03},
    {"lacks_nested", -0.04, -0.06},
    {"lacks_order", -0.04, -0.61},
    {"lacks_set", -0.09, 0.16},
    {"lacks_where", -0.04, -0.18},
    {"lint_style", -0.23, -1.17},
    {"lint_wrong", -1.61, -1.50},
    {"lint_wrong_more", 0.34, -0.18},
    {"long_question", -0.12, -0.52},
    {"many_rows", -0.77, 0.54},
    {"margin", 0.33, 0.02},
    {"missed_columns", -0.81, -1.03},
    {"missed_number", -1.39, -1.67},
    {"missed_numbers", -0.09, -0.10},
    {"missed_tables", -1.41, -0.33},
    {"missed_values", -0.06, -0.77},
    {"named_words", 0.81, 1.13},
    {"nested", -0.50, -0.06},
    {"nested_more", -0.56, 0.13},
    {"no_reading", 0.00, 0.03},
    {"no_rows", -1.67, -1.34},
    {"no_word_named", -0.75, -0.45},
    {"not_resolved", -0.34, -1.36},
    {"nulls", -0.60, -0.42},
    {"one_null", -1.07, -0.32},
    {"one_value", 0.11, 0.53},
    {"one_zero", -0.81, -1.35},
    {"opposite_condition", 0.00, -1.29},
    {"other_form", -2.58, -0.27},
    {"other_joins", -1.39, 0.34},
    {"other_reading_agrees", 0.00, 0.86},
    {"reading_agrees", 0.00, 1.90},
    {"reading_score", -0.06, -0.84},
    {"readings_differ", 0.23, 0.19},
    {"repeated_rows", -1.23, -0.10},
    {"restriction_unread", -1.95, 0.17},
    {"restrictions_unread", -0.11, 0.33},
    {"same_name_elsewhere", -0.37, 0.26},
    {"unasked_number", 0.35, -1.69},
    {"unasked_text", -0.54, -1.45},
    {"unasked_texts", 0.29, -0.58},
    {"unknown_words", -0.40, 0.98},
    {"unnamed_compared", 0.57, 0.11},
    {"unnamed_compared_more", 0.13, -0.22},
    {"unnamed_grouped", -0.24, -0.03},
    {"unnamed_selected", 0.06, -1.06},
    {"unnamed_selected_more", 0.42, -0.09},
    {"unnamed_sorted", 0.06, -0.52},
    {"unnamed_table", 0.05, -0.18},
    {"unnamed_tables", -0.73, 0.19},
    {"unstored_text", 0.53, -1.38},
    {"unstored_texts", 0.75, 0.08},
    {"unused_word", -0.26, 0.16},
    {"unused_words", 0.02, -0.52},
    {"voted", 0.00, 1.17},
    {"weak_link", -0.37, -0.25},
    {"whole_reading_agrees", 0.00, 0.29},
    {"whole_reading_differs", 0.00, -0.51},
    {"word_unread", 0.01, -0.27},
    {"words_unread", -0.23, 0.49},
});
// clang-format on

}  // namespace t2s::confidence::detail

#endif
