// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_STRUCTURE_HPP
#define T2S_EVALUATION_STRUCTURE_HPP

#include "t2s/core/config.hpp"
#include "t2s/schema/schema.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What DAC decomposes a query into, its entities and its skeleton, of a prediction beside its gold SQL.
namespace t2s::evaluation {

/// How far two sets of names agree.
struct overlap {
  std::size_t common = 0, predicted = 0, gold = 0;  ///< how many both have, and how many each has

  /// Of an empty set beside an empty one all three are 1; beside another they are 0.
  [[nodiscard]] constexpr double precision() const noexcept { return share(common, predicted, gold); }
  /// Of the gold's, those that are predicted.
  [[nodiscard]] constexpr double recall() const noexcept { return share(common, gold, predicted); }
  /// The harmonic mean of both.
  [[nodiscard]] constexpr double f1() const noexcept { return share(2 * common, predicted + gold, 0); }

  /// Whether both have the same.
  [[nodiscard]] constexpr bool equal() const noexcept { return common == predicted && common == gold; }
  /// Whether all of the gold's are predicted.
  [[nodiscard]] constexpr bool nothing_missing() const noexcept { return common == gold; }

  friend bool operator==(overlap const&, overlap const&) = default;

 private:
  static constexpr double share(std::size_t part, std::size_t of, std::size_t other) noexcept {
    if (of == 0) return other == 0 ? 1 : 0;
    return static_cast<double>(part) / static_cast<double>(of);
  }
};

/// What both sets must be: sorted, each name once. O(sizes).
[[nodiscard]] T2S_DECL overlap overlap_of(std::vector<std::string> const& gold, std::vector<std::string> const& predicted);

/// The parts of one query, worked out once and compared as often as need be.
struct query_structure {
  bool parsed = false;                            ///< whether the prediction parses
  std::string dac_skeleton{}, scoped_skeleton{};  ///< by DAC's rules and by ours
  std::vector<std::string> tables{};              ///< lower case, sorted, each once; of the schema, or as written if it has no such table
  std::vector<std::string> columns{};             ///< "table.column" likewise; "column" where no table is known; a star names none
};

/// Of what is no query only `parsed` is set. O(size * columns in scope); thread safe.
[[nodiscard]] T2S_DECL query_structure structure_of(std::string_view sql, schema::database const& d);

/// A prediction beside its gold SQL.
struct structure {
  bool parsed = false;           ///< whether the prediction is a query
  bool dac_skeleton = false;     ///< whether its skeleton is the gold's by DAC's rules,
  bool scoped_skeleton = false;  ///< and by ours; see sql/skeleton.hpp
  overlap tables{}, columns{};   ///< what the prediction uses beside the gold

  /// Whether both use the same tables and columns.
  [[nodiscard]] constexpr bool same_entities() const noexcept { return tables.equal() && columns.equal(); }

  /// What DAC asks of a correction: entities and skeleton are the gold's.
  [[nodiscard]] constexpr bool agrees() const noexcept { return dac_skeleton && same_entities(); }

  friend bool operator==(structure const&, structure const&) = default;
};

/// A prediction that is no query has a wrong skeleton and names nothing. O(sizes); thread safe.
[[nodiscard]] T2S_DECL structure compare_structure(query_structure const& gold, query_structure const& predicted);
/// Skeletons and entities of a prediction beside the gold's.
[[nodiscard]] T2S_DECL structure compare_structure(std::string_view gold, std::string_view predicted, schema::database const& d);

/// Means over examples.
struct entity_scores {
  double precision = 0, recall = 0, f1 = 0;  ///< means over the questions
};

/// The figures of a prediction file. Every example weighs the same (macro average), as in DAC's table 5: the mean of F1 is not the
/// F1 of the means.
class structure_totals {
 public:
  /// `correct` is the example's execution accuracy.
  T2S_DECL void add(structure const& s, bool correct) noexcept;

  /// Adds what another thread has counted.
  T2S_DECL void add(structure_totals const& other) noexcept;

  /// How many were counted.
  [[nodiscard]] std::size_t examples() const noexcept { return examples_; }
  /// How many parse.
  [[nodiscard]] std::size_t parsed() const noexcept { return parsed_; }

  /// Shares of all examples, as in DAC's table 6; 0 without examples.
  [[nodiscard]] double dac_skeleton_accuracy() const noexcept { return mean(static_cast<double>(dac_skeletons_)); }
  /// The share of equal skeletons by our rules.
  [[nodiscard]] double scoped_skeleton_accuracy() const noexcept { return mean(static_cast<double>(scoped_skeletons_)); }
  /// Means over the questions.
  [[nodiscard]] entity_scores tables() const noexcept { return means(tables_); }
  /// Means over the questions.
  [[nodiscard]] entity_scores columns() const noexcept { return means(columns_); }

  /// DAC's table 4: how many predictions have the gold's entities and skeleton, how many of these are correct, and the share; 0 of none.
  [[nodiscard]] std::size_t agreeing() const noexcept { return agreeing_; }
  /// How many of those that agree are correct.
  [[nodiscard]] std::size_t agreeing_correct() const noexcept { return agreeing_correct_; }
  /// The share of those that agree which are correct.
  [[nodiscard]] double agreeing_accuracy() const noexcept {
    return agreeing_ == 0 ? 0 : static_cast<double>(agreeing_correct_) / static_cast<double>(agreeing_);
  }

 private:
  [[nodiscard]] double mean(double sum) const noexcept { return examples_ == 0 ? 0 : sum / static_cast<double>(examples_); }
  [[nodiscard]] entity_scores means(entity_scores const& sums) const noexcept {
    return {mean(sums.precision), mean(sums.recall), mean(sums.f1)};
  }

  std::size_t examples_ = 0, parsed_ = 0, dac_skeletons_ = 0, scoped_skeletons_ = 0, agreeing_ = 0, agreeing_correct_ = 0;
  entity_scores tables_{}, columns_{};  // sums
};

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

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/structure.ipp"
#endif

#endif
