// SPDX-License-Identifier: BSL-1.0
// Learned, not written: bench_learn_mentions --data DIR > include/t2s/link/impl/mention_weights.hpp
#ifndef T2S_LINK_IMPL_MENTION_WEIGHTS_HPP
#define T2S_LINK_IMPL_MENTION_WEIGHTS_HPP

#include "t2s/link/impl/mention_evidence.hpp"

#include <array>

namespace t2s::link::detail {

// clang-format off
inline constexpr std::array table_weights = std::to_array<mention_weight>({
    {"any", -0.71, -1.47},
    {"share of the name said", 0.89, -0.44},
    {"name said whole", 0.63, 0.18},
    {"whole name of several words", 0.34, 0.80},
    {"words of a longer table name", -2.38, -0.65},
    {"words of a longer column name", -0.44, -0.13},
    {"words of a longer value", -0.91, -1.39},
    {"exactly a column's words", -0.33, -0.19},
    {"exactly another table's words", -1.39, -0.48},
    {"another table is said better", -1.31, -0.15},
    {"places in the question", 0.88, 0.61},
    {"share of columns that are keys", 0.31, 1.48},
    {"all columns are keys", -0.28, -0.42},
    {"behind a count", -0.38, 0.41},
    {"name hardly said", 0.39, 0.08},
    {"word that counts or orders", -0.71, -0.58},
    {"exactly a value's words", -1.23, -1.21},
    {"share said beyond longer names", 0.17, 0.57},
    {"best column of the table", 0.00, 2.36},
    {"sum of the table's columns", 0.00, 1.34},
    {"best value of the table", 0.00, 1.28},
    {"best column over its words", 0.00, -1.11},
    {"best other table over its words", 0.00, -1.20},
    {"the same for a name said in part", 0.00, -0.79},
});

inline constexpr std::array column_weights = std::to_array<mention_weight>({
    {"any", -1.18, -0.88},
    {"named", 1.45, 1.68},
    {"share of the name said", 0.72, 0.91},
    {"name said whole", 0.68, 0.72},
    {"whole name of several words", 0.43, 0.59},
    {"name hardly said", -0.03, 0.01},
    {"words of a longer table name", -1.18, -1.30},
    {"words of a longer column name", -3.46, -2.56},
    {"words of a longer value", -0.79, -0.74},
    {"exactly a table's words", 0.00, -0.11},
    {"another column has the words", -1.59, -0.91},
    {"number of those (log)", -0.53, -0.67},
    {"another column is said better", -1.40, -0.60},
    {"key", -1.60, -1.49},
    {"refers to a table", 0.50, 0.36},
    {"key, and another has the words", 1.15, 0.80},
    {"one of the rivals refers to a table", 0.14, 0.15},
    {"its table", 1.76, 1.33},
    {"its table against the rivals'", 1.01, 0.73},
    {"distance to its table's name (log)", -0.38, -0.55},
    {"beside its table's name", -1.15, -1.19},
    {"near its table's name", -0.34, -0.50},
    {"nearer to its table than rivals", 0.17, 0.16},
    {"farther from its table than rivals", -0.93, -0.35},
    {"table as likely as the rivals'", 0.26, 0.14},
    {"behind a count", -0.10, -0.20},
    {"word that counts or orders", -0.84, -1.11},
    {"best table over its words", -2.03, -2.18},
    {"best value over its words", -0.83, -0.80},
    {"places in the question", 0.36, 0.42},
    {"best rival", 0.00, -2.58},
    {"best rival of a name said in part", 0.00, 0.14},
    {"best rival of the same words", 0.00, 0.62},
    {"best longer column over its words", 0.00, 0.31},
    {"part of the primary key", -0.49, -0.26},
    {"other words between its own", 0.22, 0.18},
    {"behind its table's name", 0.59, 0.50},
    {"of its table, in so many words", 0.80, 0.88},
    {"word that counts, name said in part", -1.95, -1.96},
    {"called as its table", -0.60, -0.58},
    {"year before a year", -0.10, 0.08},
    {"value named", 1.69, 1.55},
    {"value: share said", 2.54, 2.41},
    {"value: quoted", -0.27, -0.50},
    {"value: number", -0.36, -0.66},
    {"value: capital", 1.07, 1.25},
    {"value: several words", 0.82, 0.80},
    {"value: other columns hold it", -2.59, -1.09},
    {"value: number of those (log)", -0.38, -0.59},
    {"value: best name of a rival", -0.81, -0.30},
    {"value: share of the column's name said", 1.82, 1.71},
    {"value: the same where others hold it", -1.45, -1.24},
    {"value: its table", 0.74, 0.78},
    {"value: its table against the rivals'", 2.27, 1.68},
    {"value: table as likely as the rivals'", -0.19, -0.83},
    {"value: words of a longer value", -2.06, -1.64},
    {"value: words of a name", -3.11, -3.18},
    {"value: of a key", -0.07, 0.00},
    {"value: near the column's name", 0.69, 0.68},
    {"value: best rival", 0.00, -2.20},
    {"value: distance to its table's name (log)", -0.24, -0.21},
    {"value: hardly said", 0.42, 0.28},
});
// clang-format on

}  // namespace t2s::link::detail

#endif
