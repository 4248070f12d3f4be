// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_RESULT_DIFFERENCE_HPP
#define T2S_LAB_EVALUATION_DETAIL_RESULT_DIFFERENCE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/result.hpp"

#include <cstdint>
#include <string_view>

namespace t2s::evaluation {

/// How a predicted result differs from the gold's: the first of these that holds.
enum class result_difference : std::uint8_t {
  failed,       ///< there is no result
  equal,        ///< nothing is different, as where a prediction is wrong on another file of the database
  format,       ///< the same values, otherwise written
  order,        ///< the same rows in another order
  repetitions,  ///< the same rows, but some more or less often
  nulls,        ///< rows with NULL are missing or superfluous, no others
  empty,        ///< no row, where the gold has some
  fewer,        ///< some of the gold's rows
  more,         ///< the gold's rows and others
  columns,      ///< the gold's columns and others, or some of the gold's, over the same rows
  rows          ///< other rows
};

/// The name in JSON: "repetitions".
[[nodiscard]] T2S_DECL std::string_view name_of(result_difference d) noexcept;
/// In words: "the same rows, but some more or less often".
[[nodiscard]] T2S_DECL std::string_view title_of(result_difference d) noexcept;

/// Compares two results.
///
/// "Otherwise written" are numbers as text, texts in other case or with white space around, midnight after a day, and reals that are the
/// same when those of both results are rounded to the digits that the shorter ones have. `ordered`: the order of rows counts. Results of
/// over 200,000 cells or 16 MiB are not compared: `rows`. O(cells log cells).
[[nodiscard]] T2S_DECL result_difference difference_of(db::rows const& gold, db::rows const& predicted, bool ordered);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/result_difference.ipp"
#endif

#endif
