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
    {"alone", 0.00, -1.67},
    {"always", 0.23, 0.11},
    {"assumed", -0.63, -0.79},
    {"assumed_more", 0.05, 0.03},
    {"demand_unread", -3.07, 0.85},
    {"demands_unread", 0.69, -0.02},
    {"fails", -0.12, -1.36},
    {"fits_columns", 0.14, 0.35},
    {"fits_from", 0.19, 0.39},
    {"fits_functions", 0.06, 0.25},
    {"fits_group", 0.20, 0.17},
    {"fits_having", 0.23, 0.33},
    {"fits_limit", -0.04, 0.15},
    {"fits_nested", 0.09, 0.08},
    {"fits_order", 0.08, 0.21},
    {"fits_set", 0.38, 0.35},
    {"fits_where", 0.10, 0.08},
    {"joined_table", 0.06, 0.14},
    {"joined_tables", -0.48, 0.03},
    {"key_selected", -0.52, 0.34},
    {"lacks_columns", -0.53, -0.06},
    {"lacks_from", -0.55, 0.17},
    {"lacks_functions", 0.00, -0.16},
    {"lacks_group", 0.15, -0.31},
    {"lacks_having", -0.08, -0.06},
    {"lacks_limit", -0.02, -0.06},
    {"lacks_nested", -0.03, -0.09},
    {"lacks_order", 0.04, -0.40},
    {"lacks_set", -0.11, 0.15},
    {"lacks_where", -0.04, -0.16},
    {"lint_style", 0.08, -1.28},
    {"lint_wrong", -1.36, -1.63},
    {"lint_wrong_more", 0.03, -0.11},
    {"long_question", -0.08, -0.59},
    {"many_rows", -0.24, 0.57},
    {"margin", 0.38, 0.07},
    {"missed_columns", -0.93, -0.45},
    {"missed_number", -0.89, -1.07},
    {"missed_numbers", -0.22, -0.20},
    {"missed_tables", -0.88, -0.51},
    {"missed_values", 0.43, -0.73},
    {"named_words", 0.87, 1.12},
    {"nested", -0.12, -0.16},
    {"nested_more", -0.17, 0.16},
    {"no_reading", 0.00, 0.02},
    {"no_rows", -1.55, -1.39},
    {"no_word_named", -0.03, -0.64},
    {"not_resolved", -0.12, -1.36},
    {"nulls", -0.30, -0.44},
    {"one_null", -0.63, -0.35},
    {"one_value", 0.02, 0.50},
    {"one_zero", -0.73, -1.53},
    {"other_joins", -1.41, 0.21},
    {"other_reading_agrees", 0.00, 1.08},
    {"reading_agrees", 0.00, 1.75},
    {"reading_score", -0.05, -0.78},
    {"readings_differ", 0.40, 0.06},
    {"repeated_rows", -1.08, -0.67},
    {"restriction_unread", -2.23, 0.14},
    {"restrictions_unread", -0.10, 0.33},
    {"same_name_elsewhere", -0.32, 0.36},
    {"unasked_number", 0.29, -1.91},
    {"unasked_text", -1.05, -1.60},
    {"unasked_texts", 0.92, -0.68},
    {"unknown_words", -0.48, 1.06},
    {"unnamed_compared", 0.75, 0.18},
    {"unnamed_compared_more", 0.23, -0.12},
    {"unnamed_grouped", -0.34, -0.07},
    {"unnamed_selected", -0.58, -1.18},
    {"unnamed_selected_more", 0.17, -0.07},
    {"unnamed_sorted", 0.00, -0.65},
    {"unnamed_table", 0.09, -0.23},
    {"unnamed_tables", -0.67, 0.33},
    {"unstored_text", 0.25, -1.38},
    {"unstored_texts", 0.82, -0.02},
    {"unused_word", -0.07, 0.07},
    {"unused_words", -0.04, -0.71},
    {"voted", 0.00, 0.98},
    {"weak_link", -0.22, -0.32},
    {"whole_reading_agrees", 0.00, 0.48},
    {"whole_reading_differs", 0.00, -0.68},
    {"word_unread", -0.15, -0.33},
    {"words_unread", -0.10, 0.49},
});
// clang-format on

}  // namespace t2s::confidence::detail

#endif
