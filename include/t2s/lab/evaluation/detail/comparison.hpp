// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COMPARISON_HPP
#define T2S_LAB_EVALUATION_DETAIL_COMPARISON_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/result.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

/// The module that compares results. Every published way to compare two results, and ours, is one value of `comparison` and one function of
/// the gold's rows, the predicted rows and what the question asks; docs/evaluation.md has a table of what each accepts.
namespace t2s::evaluation {

/// When two results are equal.
enum class comparison {
  spider,    ///< as Spider's official program, test-suite-sql-eval: columns in any order, nothing rounded
  strict,    ///< for a user: columns in any order, close numbers are equal
  exact,     ///< as `strict`, but with columns in the gold's order, and an integer never equals a real
  bird,      ///< as BIRD's program: the sets of rows, columns in order
  spider2,   ///< as Spider 2's program: each gold column that counts is among the predicted ones, numbers within 0.01
  subset,    ///< the predicted columns are among the gold's: half of `either`
  superset,  ///< the gold's columns are among the predicted ones: the other half
  either,    ///< one of the two: `subset_non_empty_execution_accuracy` of IBM's text2sql-eval-toolkit
  ehrsql     ///< as the program of EHRSQL 2024: rows in any order, columns in order, three decimals, the first hundred rows
};

/// All of them, in order.
inline constexpr std::array all_comparisons{comparison::spider,   comparison::strict,  comparison::exact,
                                            comparison::bird,     comparison::spider2, comparison::subset,
                                            comparison::superset, comparison::either,  comparison::ehrsql};

/// "spider2"
[[nodiscard]] T2S_DECL std::string_view name_of(comparison how) noexcept;
/// The comparison of this name, if there is one.
[[nodiscard]] T2S_DECL std::optional<comparison> comparison_named(std::string_view name) noexcept;

/// Whether a result always equals itself.
[[nodiscard]] constexpr bool equals_itself(comparison how) noexcept {
  return how == comparison::spider || how == comparison::strict || how == comparison::exact;
}
/// Whether results of different numbers of rows never are equal.
[[nodiscard]] constexpr bool counts_rows(comparison how) noexcept { return how != comparison::bird && how != comparison::ehrsql; }

/// What a question asks of the comparison with one of its golds.
struct comparison_rules {
  bool ordered = false;  ///< the order of rows counts; never for `bird` and `ehrsql`

  /// `spider2`: the places of the gold's columns that count, from 0, or from -1 backwards; all if it is empty. With a place that the gold
  /// lacks nothing is equal.
  std::vector<std::ptrdiff_t> columns{};
};

/// Whether a prediction equals the gold, by this comparison. Thread safe.
[[nodiscard]] T2S_DECL bool same_by(comparison how, db::rows const& gold, db::rows const& predicted, comparison_rules const& rules = {});

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/comparison.ipp"
#endif

#endif
