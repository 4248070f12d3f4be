// SPDX-License-Identifier: BSL-1.0
// Learned, not written: bench_learn_mentions --data DIR > include/t2s/link/impl/mention_weights.hpp
#ifndef T2S_LINK_IMPL_MENTION_WEIGHTS_HPP
#define T2S_LINK_IMPL_MENTION_WEIGHTS_HPP

#include <array>
#include <string_view>

namespace t2s::link::detail {

/// The weight of a piece of evidence: in the first scoring, and in the second, which knows the scores of the first.
struct mention_weight {
  std::string_view of{};
  double first = 0, second = 0;
};

// clang-format off
inline constexpr std::array table_weights = std::to_array<mention_weight>({
    {"any", -0.73, -1.51},
    {"share of the name", 0.87, -0.45},
    {"whole name", 0.67, 0.21},
    {"whole name of several words", 0.34, 0.80},
    {"words of a longer table name", -2.38, -0.67},
    {"words of a longer column name", -0.44, -0.13},
    {"words of a longer value", -0.91, -1.38},
    {"exactly a column's words", -0.33, -0.19},
    {"exactly another table's words", -1.39, -0.49},
    {"another table matches better", -1.29, -0.16},
    {"places in the question", 0.88, 0.61},
    {"share of columns that are keys", 0.30, 1.48},
    {"all columns are keys", -0.27, -0.40},
    {"after a count", -0.38, 0.42},
    {"small share of the name", 0.40, 0.10},
    {"word that counts or orders", -0.72, -0.58},
    {"exactly a value's words", -1.27, -1.27},
    {"share beyond longer names", 0.16, 0.58},
    {"best column of the table", 0.00, 2.39},
    {"sum of the table's columns", 0.00, 1.34},
    {"best value of the table", 0.00, 1.23},
    {"best column over its words", 0.00, -1.09},
    {"best other table over its words", 0.00, -1.17},
    {"the same for a partial name", 0.00, -0.77},
});

inline constexpr std::array column_weights = std::to_array<mention_weight>({
    {"any", -1.20, -0.88},
    {"named", 1.43, 1.64},
    {"share of the name", 0.75, 0.92},
    {"whole name", 0.68, 0.73},
    {"whole name of several words", 0.43, 0.58},
    {"small share of the name", -0.02, 0.01},
    {"words of a longer table name", -1.20, -1.31},
    {"words of a longer column name", -3.46, -2.57},
    {"words of a longer value", -0.75, -0.70},
    {"exactly a table's words", 0.00, -0.09},
    {"another column has the words", -1.59, -0.89},
    {"number of those (log)", -0.53, -0.67},
    {"another column matches better", -1.38, -0.59},
    {"key", -1.60, -1.49},
    {"refers to a table", 0.50, 0.36},
    {"key, and another has the words", 1.14, 0.79},
    {"one of the rivals refers to a table", 0.14, 0.15},
    {"its table", 1.75, 1.32},
    {"its table against the rivals'", 1.02, 0.75},
    {"distance to its table's name (log)", -0.38, -0.55},
    {"beside its table's name", -1.16, -1.19},
    {"near its table's name", -0.33, -0.49},
    {"nearer to its table than rivals", 0.17, 0.16},
    {"farther from its table than rivals", -0.91, -0.35},
    {"table as likely as the rivals'", 0.26, 0.12},
    {"after a count", -0.10, -0.19},
    {"word that counts or orders", -0.84, -1.11},
    {"best table over its words", -2.01, -2.17},
    {"best value over its words", -0.91, -0.89},
    {"places in the question", 0.36, 0.42},
    {"best rival", 0.00, -2.58},
    {"best rival of a partial name", 0.00, 0.17},
    {"best rival of the same words", 0.00, 0.60},
    {"best longer column over its words", 0.00, 0.32},
    {"part of the primary key", -0.49, -0.26},
    {"other words between its own", 0.22, 0.18},
    {"after its table's name", 0.59, 0.50},
    {"of its table, in so many words", 0.79, 0.87},
    {"word that counts, partial name", -1.92, -1.93},
    {"called as its table", -0.62, -0.60},
    {"year before a year", -0.12, 0.09},
    {"value named", 1.71, 1.57},
    {"value: share of its words", 2.56, 2.43},
    {"value: quoted", -0.32, -0.53},
    {"value: number", -0.36, -0.68},
    {"value: capital", 1.09, 1.27},
    {"value: several words", 0.79, 0.79},
    {"value: other columns hold it", -2.58, -1.07},
    {"value: number of those (log)", -0.39, -0.60},
    {"value: best name of a rival", -0.82, -0.29},
    {"value: share of the column's name", 1.80, 1.71},
    {"value: the same where others hold it", -1.44, -1.23},
    {"value: its table", 0.77, 0.78},
    {"value: its table against the rivals'", 2.20, 1.63},
    {"value: table as likely as the rivals'", -0.17, -0.83},
    {"value: words of a longer value", -2.07, -1.64},
    {"value: words of a name", -2.93, -3.10},
    {"value: of a key", -0.06, 0.01},
    {"value: near the column's name", 0.74, 0.67},
    {"value: best rival", 0.00, -2.23},
    {"value: distance to its table's name (log)", -0.25, -0.23},
    {"value: small share of its words", 0.39, 0.28},
});
// clang-format on

}  // namespace t2s::link::detail

#endif
