// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_HUNT_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_HUNT_HPP

#include "t2s/lab/evaluation/detail/counterexample/counterexample.hpp"
#include "t2s/lab/evaluation/detail/counterexample/drawn_table.hpp"
#include "t2s/lab/evaluation/detail/counterexample/open_choices.hpp"
#include "t2s/lab/evaluation/detail/counterexample/small_database.hpp"
#include "t2s/lab/evaluation/detail/counterexample/small_rows.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/// Runs two queries on one small database after the other.
namespace t2s::evaluation::detail {

/// What both queries return where they differ.
struct two_results {
  db::execution gold{}, predicted{};
};

/// Two compiled queries, and whether they differ.
class query_pair {
 public:
  query_pair(schema::database const& d, std::vector<drawn_table> const& tables, std::span<std::string const> indexes, bool with_views,
             counterexample_options const& options)
      : schema_(d), usual_(d, tables, indexes, with_views, false), reversed_(d, tables, indexes, with_views, true), options_(options) {}

  /// Why one of them does not compile.
  [[nodiscard]] std::optional<failure> compile(std::string const& gold, std::string const& predicted, sql::query const* parsed_gold) {
    for (auto [to, text, name] : {std::tuple(&gold_, &gold, "the gold query"), std::tuple(&predicted_, &predicted, "the prediction")}) {
      auto made = usual_.compile(*text);
      if (made.failed) {
        made.failed->message = std::string(name) + ": " + made.failed->message;
        return std::move(made.failed);
      }
      *to = std::move(made.statement);
    }
    if (auto made = reversed_.compile(gold); !made.failed) reversed_gold_ = std::move(made.statement);
    if (!parsed_gold) return {};
    for (auto const& sql : made_choices(*parsed_gold, schema_))
      if (auto made = usual_.compile(sql); !made.failed) with_choices_made_.push_back(std::move(made.statement));
    return {};
  }

  /// The database that they read.
  [[nodiscard]] small_database& database() noexcept { return usual_; }
  /// Statements that were executed so far.
  [[nodiscard]] std::size_t executed() const noexcept { return executed_; }

  /// How often two results could not be compared, and why the last time.
  [[nodiscard]] std::size_t not_compared() const noexcept { return not_compared_; }
  [[nodiscard]] std::optional<failure> const& not_compared_for() const noexcept { return not_compared_for_; }

  /// Both results on the rows that `database` has, if they differ and the gold query has one right answer.
  [[nodiscard]] std::optional<two_results> difference(small_rows const& rows) {
    auto gold = run(usual_, gold_);
    if (gold.failure) return note(std::move(*gold.failure));
    auto predicted = run(usual_, predicted_);
    bool const has_ended = predicted.failure && is_limit(predicted.failure->code);
    if (has_ended) return note(std::move(*predicted.failure));
    if (!predicted.failure && same(gold.rows, predicted.rows)) return {};
    if (!has_one_answer(gold.rows, rows)) return {};
    return two_results{std::move(gold), std::move(predicted)};
  }

 private:
  [[nodiscard]] std::optional<two_results> note(failure f) {
    ++not_compared_;
    not_compared_for_ = std::move(f);
    return {};
  }

  static bool is_limit(errc code) noexcept { return code == errc::time_limit || code == errc::row_limit || code == errc::size_limit; }

  [[nodiscard]] db::execution run(small_database& d, small_database::statement const& s) {
    ++executed_;
    return d.run(s.get());
  }

  [[nodiscard]] bool same(db::rows const& gold, db::rows const& other) const {
    auto const how = options_.how;
    if (equals_itself(how) && gold.values == other.values && gold.columns.size() == other.columns.size()) return true;
    if (counts_rows(how) && gold.values.size() != other.values.size()) return false;
    return same_by(how, gold, other, options_.rules);
  }

  /// Whether the gold query returns the same with rows in another order, and with the choices made that it leaves open.
  [[nodiscard]] bool has_one_answer(db::rows const& gold, small_rows const& rows) {
    for (auto const& s : with_choices_made_)
      if (auto const other = run(usual_, s); other.failure || !same(gold, other.rows)) return false;
    if (!reversed_gold_ || !fill(reversed_, rows)) return false;
    auto const other = run(reversed_, reversed_gold_);
    return !other.failure && same(gold, other.rows);
  }

  schema::database const& schema_;
  small_database usual_, reversed_;
  counterexample_options const& options_;
  small_database::statement gold_{}, predicted_{}, reversed_gold_{};
  std::vector<small_database::statement> with_choices_made_{};
  std::size_t executed_ = 0, not_compared_ = 0;
  std::optional<failure> not_compared_for_{};
};

/// What the rows of one of many databases are like: small ones first, odd ones last.
class shape_plan {
 public:
  /// `rows`: as `query_values`. `tables`: how many are filled.
  shape_plan(std::size_t rows, std::size_t tables) : rows_(rows), tables_(tables) {}

  /// `number`: of the database, from 0. `percent`: how much of the budget is spent.
  [[nodiscard]] row_shape of(std::size_t number, std::size_t percent) const {
    constexpr std::size_t per_size = 8, largest = 5;
    row_shape shape;
    shape.rows = std::min(2 + number / per_size, largest);
    shape.crowded = rows_ > 0 && number % 3 == 2;
    if (shape.crowded) shape.rows = rows_ + 2;
    auto const what = kind_of(percent);
    shape.near = what == oddity::near;
    shape.nulls = what == oddity::null;
    if (what == oddity::empty) shape.empty = number % tables_;
    return shape;
  }

 private:
  [[nodiscard]] static oddity kind_of(std::size_t percent) {
    if (percent < 60) return oddity::none;
    if (percent < 75) return oddity::near;
    return percent < 92 ? oddity::null : oddity::empty;
  }

  std::size_t rows_, tables_;
};

/// Makes a difference smaller.
class difference_reducer {
 public:
  difference_reducer(query_pair& queries, std::vector<drawn_table> const& tables, bool may_be_empty)
      : queries_(queries), tables_(tables), may_be_empty_(may_be_empty) {}

  /// Removes rows, one at a time, as long as the two differ. O(rows^2) databases.
  void reduce(small_rows& rows, two_results& found) {
    for (bool changed = true; std::exchange(changed, false);)
      for (std::size_t t = rows.size(); t-- > 0;)
        for (std::size_t r = rows[t].size(); r-- > 0;) changed |= try_without(t, r, rows, found);
  }

 private:
  bool try_without(std::size_t t, std::size_t r, small_rows& rows, two_results& found) {
    if (rows[t].size() == 1 && !may_be_empty_) return false;
    auto fewer = rows;
    fewer[t].erase(fewer[t].begin() + static_cast<std::ptrdiff_t>(r));
    if (!keeps_references(tables_, fewer) || !fill(queries_.database(), fewer)) return false;
    auto now = queries_.difference(fewer);
    if (!now) return false;
    rows = std::move(fewer);
    found = *std::move(now);
    return true;
  }

  query_pair& queries_;
  std::vector<drawn_table> const& tables_;
  bool may_be_empty_;
};

}  // namespace t2s::evaluation::detail

#endif
