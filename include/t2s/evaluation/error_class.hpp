// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_ERROR_CLASS_HPP
#define T2S_EVALUATION_ERROR_CLASS_HPP

#include "t2s/evaluation/structure.hpp"

#include <cstddef>

/// DAC's error analysis (its figure 5): what is wrong with a wrong prediction.
namespace t2s::evaluation {

/// A prediction may be in several classes, or in none: then the mistake is one that entities and skeleton do not show, e.g. a value.
struct error_class {
  bool table = false;      ///< a table of the gold SQL is missing
  bool column = false;     ///< a column of the gold SQL is missing
  bool skeleton = false;   ///< the skeleton is not the gold's, by DAC's rules
  bool execution = false;  ///< it does not execute

  /// Whether it is in none of the classes.
  [[nodiscard]] constexpr bool other() const noexcept { return !table && !column && !skeleton && !execution; }

  friend bool operator==(error_class const&, error_class const&) = default;
};

/// The classes of a wrong prediction. One too many a table or column is no error of its class.
[[nodiscard]] constexpr error_class error_class_of(structure const& s, bool executes) noexcept {
  return {!s.tables.nothing_missing(), !s.columns.nothing_missing(), !s.dac_skeleton, !executes};
}

/// How many wrong predictions are in each class.
struct error_totals {
  std::size_t wrong = 0, table = 0, column = 0, skeleton = 0, execution = 0, other = 0;  ///< one may be in several classes

  /// Counts a wrong prediction.
  constexpr void add(error_class const& e) noexcept {
    ++wrong;
    table += e.table ? 1U : 0U;
    column += e.column ? 1U : 0U;
    skeleton += e.skeleton ? 1U : 0U;
    execution += e.execution ? 1U : 0U;
    other += e.other() ? 1U : 0U;
  }

  friend bool operator==(error_totals const&, error_totals const&) = default;
};

}  // namespace t2s::evaluation

#endif
