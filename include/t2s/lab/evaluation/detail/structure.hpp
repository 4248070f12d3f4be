// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_STRUCTURE_HPP
#define T2S_LAB_EVALUATION_DETAIL_STRUCTURE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"
#include "t2s/sql/skeleton.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

/// The entities and the skeleton of a prediction, the parts into which DAC decomposes a query, compared with those of the gold SQL.
namespace t2s::evaluation {

/// How far two sets of names agree. The scores of two empty sets are 1, of one empty set 0.
struct overlap {
  std::size_t common = 0, predicted = 0, gold = 0;  ///< numbers of common, predicted and gold names

  [[nodiscard]] constexpr double precision() const noexcept { return share(common, predicted, gold); }   ///< of the predicted names
  [[nodiscard]] constexpr double recall() const noexcept { return share(common, gold, predicted); }      ///< of the gold names
  [[nodiscard]] constexpr double f1() const noexcept { return share(2 * common, predicted + gold, 0); }  ///< harmonic mean of both

  [[nodiscard]] constexpr bool equal() const noexcept { return common == predicted && common == gold; }  ///< whether both sets are equal
  [[nodiscard]] constexpr bool nothing_missing() const noexcept { return common == gold; }  ///< whether all gold names are predicted

  friend bool operator==(overlap const&, overlap const&) = default;

 private:
  static constexpr double share(std::size_t part, std::size_t of, std::size_t other) noexcept {
    return of > 0 ? static_cast<double>(part) / static_cast<double>(of) : other == 0 ? 1 : 0;
  }
};

/// For two sorted lists of distinct names. O(sizes).
[[nodiscard]] inline overlap overlap_of(std::vector<std::string> const& gold, std::vector<std::string> const& predicted) {
  std::vector<std::string> common;
  std::set_intersection(gold.begin(), gold.end(), predicted.begin(), predicted.end(), std::back_inserter(common));
  return {common.size(), predicted.size(), gold.size()};
}

/// The parts of one query, computed once and compared any number of times.
struct query_structure {
  bool parsed = false;                            ///< whether the text is a query; if not, nothing else is set
  std::string dac_skeleton{}, scoped_skeleton{};  ///< by DAC's rules and by ours; see sql/skeleton.hpp
  std::vector<std::string> tables{};              ///< lower case, sorted, each once; as written if the schema has no such table
  std::vector<std::string> columns{};             ///< "table.column", in the same form; "column" if the table is unknown; stars are ignored
};

/// O(size * columns in scope); thread safe.
[[nodiscard]] inline query_structure structure_of(std::string_view sql, schema::database const& d) {
  auto const q = sql::parse(sql, {.grammar = sql::dialect_of(d)});
  if (!q) return {};
  auto const entities = sql::entities_of(*q, d);
  return {true, sql::skeleton(*q, sql::skeleton_mode::dac), sql::skeleton(*q, sql::skeleton_mode::scoped), entities.table_names(),
          entities.column_names()};
}

/// A prediction compared with its gold SQL.
struct structure {
  bool parsed = false;           ///< whether the prediction is a query
  bool dac_skeleton = false;     ///< whether its skeleton equals the gold's by DAC's rules
  bool scoped_skeleton = false;  ///< the same by our rules
  overlap tables{}, columns{};   ///< the entities of both

  /// Whether both use the same tables and columns.
  [[nodiscard]] constexpr bool same_entities() const noexcept { return tables.equal() && columns.equal(); }
  /// Whether entities and skeleton (by DAC's rules) equal the gold's, the aim of DAC's correction.
  [[nodiscard]] constexpr bool agrees() const noexcept { return dac_skeleton && same_entities(); }

  friend bool operator==(structure const&, structure const&) = default;
};

/// A prediction that is not a query has a wrong skeleton and no entities. O(sizes); thread safe.
[[nodiscard]] inline structure compare_structure(query_structure const& gold, query_structure const& predicted) {
  bool const both = gold.parsed && predicted.parsed;
  return {predicted.parsed, both && gold.dac_skeleton == predicted.dac_skeleton, both && gold.scoped_skeleton == predicted.scoped_skeleton,
          overlap_of(gold.tables, predicted.tables), overlap_of(gold.columns, predicted.columns)};
}
/// The same from both texts.
[[nodiscard]] inline structure compare_structure(std::string_view gold, std::string_view predicted, schema::database const& d) {
  return compare_structure(structure_of(gold, d), structure_of(predicted, d));
}

/// Sums or means over examples.
struct entity_scores {
  double precision = 0, recall = 0, f1 = 0;  ///< each averaged separately: the mean of F1 is not the F1 of the means

  /// Adds the scores of one example.
  constexpr void add(overlap const& o) noexcept {
    precision += o.precision();
    recall += o.recall();
    f1 += o.f1();
  }
  /// The means of sums over so many examples; 0 without examples.
  [[nodiscard]] constexpr entity_scores over(std::size_t examples) const noexcept {
    auto const n = examples == 0 ? 1 : static_cast<double>(examples);
    return {precision / n, recall / n, f1 / n};
  }
};

/// The figures of a prediction file. Every example has the same weight (macro average), as in DAC's table 5. Shares of nothing are 0.
class structure_totals {
 public:
  /// Adds an example; `correct` is its execution accuracy.
  void add(structure const& s, bool correct) noexcept {
    ++examples_;
    parsed_ += s.parsed ? 1U : 0U;
    dac_skeletons_ += s.dac_skeleton ? 1U : 0U;
    scoped_skeletons_ += s.scoped_skeleton ? 1U : 0U;
    agreeing_ += s.agrees() ? 1U : 0U;
    agreeing_correct_ += s.agrees() && correct ? 1U : 0U;
    tables_.add(s.tables);
    columns_.add(s.columns);
  }

  [[nodiscard]] std::size_t examples() const noexcept { return examples_; }  ///< number of examples
  [[nodiscard]] std::size_t parsed() const noexcept { return parsed_; }      ///< number of examples that parse

  /// The share of skeletons that equal the gold's by DAC's rules, as in DAC's table 6.
  [[nodiscard]] double dac_skeleton_accuracy() const noexcept { return share(dac_skeletons_, examples_); }
  [[nodiscard]] double scoped_skeleton_accuracy() const noexcept { return share(scoped_skeletons_, examples_); }  ///< by our rules
  [[nodiscard]] entity_scores tables() const noexcept { return tables_.over(examples_); }                         ///< means
  [[nodiscard]] entity_scores columns() const noexcept { return columns_.over(examples_); }                       ///< means

  /// DAC's table 4: how many predictions have the gold's entities and skeleton, how many of these are correct, and their share.
  [[nodiscard]] std::size_t agreeing() const noexcept { return agreeing_; }
  [[nodiscard]] std::size_t agreeing_correct() const noexcept { return agreeing_correct_; }                ///< see `agreeing`
  [[nodiscard]] double agreeing_accuracy() const noexcept { return share(agreeing_correct_, agreeing_); }  ///< see `agreeing`

 private:
  static double share(std::size_t part, std::size_t of) noexcept {
    return of == 0 ? 0 : static_cast<double>(part) / static_cast<double>(of);
  }

  std::size_t examples_ = 0, parsed_ = 0, dac_skeletons_ = 0, scoped_skeletons_ = 0, agreeing_ = 0, agreeing_correct_ = 0;
  entity_scores tables_{}, columns_{};  // sums
};

/// The classes of a wrong prediction: several, or none if entities and skeleton do not show the mistake (e.g. a value).
struct error_class {
  bool table = false;      ///< a table of the gold SQL is missing
  bool column = false;     ///< a column of the gold SQL is missing
  bool skeleton = false;   ///< the skeleton differs from the gold's by DAC's rules
  bool execution = false;  ///< it does not execute

  /// Whether it is in none of the classes.
  [[nodiscard]] constexpr bool other() const noexcept { return !table && !column && !skeleton && !execution; }

  friend bool operator==(error_class const&, error_class const&) = default;
};

/// The classes of a wrong prediction. A superfluous table or column is not an error of its class.
[[nodiscard]] constexpr error_class error_class_of(structure const& s, bool executes) noexcept {
  return {!s.tables.nothing_missing(), !s.columns.nothing_missing(), !s.dac_skeleton, !executes};
}

/// The number of wrong predictions in each class.
struct error_totals {
  std::size_t wrong = 0, table = 0, column = 0, skeleton = 0, execution = 0, other = 0;  ///< a prediction may be in several classes

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
