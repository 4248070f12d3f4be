// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_PLAN_COST_HPP
#define T2S_DB_DETAIL_PLAN_COST_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/detail/request.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// From the plans of engines to what a statement costs.
namespace t2s::db::detail {

using table_names = std::vector<std::string>;

/// "about 1,200,000 rows": two digits of an estimate are enough.
inline std::string about(double rows) {
  if (!(rows < 1e15)) return "more than 10^15 rows";
  auto const unit = std::pow(10, std::max(0.0, std::floor(std::log10(std::max(rows, 1.0))) - 1));
  auto const n = static_cast<std::uint64_t>(std::round(std::round(rows / unit) * unit));
  return "about " + in_groups(n) + (n == 1 ? " row" : " rows");
}

/// "a, b and c".
inline std::string enumerated(table_names const& names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) all += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return all;
}

/// How many rows are wanted by the LIMIT of a statement that ends when it has them, since it does not sort, group, call, filter or match
/// anything. `is_view(name)`: what a view does is not known here.
template <class IsView>
std::optional<double> rows_wanted(std::string const& sql, sql::grammar const& dialect, IsView const& is_view) {
  using kind = sql::token_kind;
  static constexpr std::array reading_all{kind::lparen, kind::where,     kind::group,  kind::having, kind::distinct, kind::union_,
                                          kind::on,     kind::intersect, kind::except, kind::using_, kind::natural,  kind::straight_join};
  std::vector<sql::token> tokens;
  sql::tokenize(sql, dialect, tokens);
  std::optional<double> wanted;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (std::ranges::find(reading_all, tokens[i].kind) != reading_all.end() || is_view(sql::content_of(tokens[i]))) return {};
    double n = 0;
    bool const counts = tokens[i].kind == kind::limit || tokens[i].kind == kind::offset || (wanted && tokens[i].kind == kind::comma);
    if (counts && text::to_number(tokens[i + 1].view(), n) == std::errc()) wanted = wanted.value_or(0) + n;
  }
  return wanted;
}

/// The number of rows that the LIMIT of a statement lets through, if it is written as a number, and the statement as a whole has one.
struct statement_limit {
  bool is_there = false;
  std::optional<double> rows{};
};

inline statement_limit limit_of(std::string const& sql, sql::grammar const& dialect) {
  using kind = sql::token_kind;
  std::vector<sql::token> tokens;
  sql::tokenize(sql, dialect, tokens);
  statement_limit found;
  bool aggregates = false, groups = false;
  std::size_t depth = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind == kind::lparen) ++depth;
    if (tokens[i].kind == kind::rparen && depth > 0) --depth;
    if (depth > 0 && tokens[i].kind != kind::lparen) continue;
    static constexpr std::array<std::string_view, 7> of_all{"count", "sum", "total", "avg", "min", "max", "group_concat"};
    auto const calls = [&](std::string_view f) { return tokens[i + 1].kind == kind::lparen && text::same(f, tokens[i].view()); };
    aggregates = aggregates || std::ranges::any_of(of_all, calls);
    groups = groups || tokens[i].kind == kind::group;
    if (tokens[i].kind != kind::limit) continue;
    found.is_there = true;
    bool const has_two = tokens[std::min(i + 2, tokens.size() - 1)].kind == kind::comma;
    auto const& counts = tokens[std::min(i + (has_two ? 3 : 1), tokens.size() - 1)];
    if (double n = 0; text::to_number(counts.view(), n) == std::errc() && n >= 0) found.rows = n;
  }
  if (aggregates && !groups) found.is_there = false;  // one row, of all
  return found;
}

/// How a statement ties a table to those that are read before it.
enum class table_tie : std::uint8_t {
  none,
  by_condition,  ///< by a condition that no index serves
  by_lookup,     ///< by one by which rows are looked up
};

/// Adds up what the steps of a plan read, and keeps the words for the greatest.
class plan_account {
 public:
  /// `rows` of a table are read, `times` times: for each row of `outer`.
  void read(std::string const& table, double rows, double times, table_names const& outer, table_tie tie = table_tie::none) {
    if (!takes_lead(rows * times)) return;
    most_.costliest = "reading " + about(rows) + " of " + table;
    if (times > 1) most_.costliest += " for each of " + about(times) + (outer.empty() ? "" : " of " + enumerated(outer));
    most_.cheaper = times > 1 ? advice_of(tie) : of_tables;
  }

  /// A join goes through `rows` that its inputs did not count.
  void join(table_names const& tables, double rows, table_tie tie = table_tie::none) {
    if (!takes_lead(rows)) return;
    most_.costliest = "going through " + about(rows) + " of the join of " + enumerated(tables);
    most_.cheaper = advice_of(tie);
  }

  /// Lookups that find nothing: what they look for costs more, and was counted.
  void look_up(double times) { most_.rows_read += times; }

  [[nodiscard]] double rows_read() const noexcept { return most_.rows_read; }

  /// All of it. Of a statement that ends when the wanted rows are there, a part is read; where it is not known how great a part, a `limit`
  /// makes it the most.
  [[nodiscard]] statement_cost total(double returned, std::optional<double> wanted = {}, statement_limit const& limit = {}) const {
    auto cost = most_;
    if (wanted && *wanted < returned) cost.rows_read *= *wanted / returned;
    cost.may_end_early = !wanted && limit.is_there;
    cost.rows_returned = std::min({returned, wanted.value_or(returned), limit.rows.value_or(returned)});
    return cost;
  }

 private:
  static constexpr char of_joins[] = "tie these tables by a join condition on their keys, or filter or aggregate them before the join";
  static constexpr char of_conditions[] =
      "let the condition that ties these tables compare columns by =, one of them with an index, or filter or aggregate the tables first";
  static constexpr char of_lookups[] = "these tables are tied already: filter or aggregate one of them first, so that fewer rows meet";
  static constexpr char of_tables[] = "read fewer rows of it: filter by columns that have an index, or take another table";

  static char const* advice_of(table_tie tie) noexcept {
    return tie == table_tie::none ? of_joins : tie == table_tie::by_condition ? of_conditions : of_lookups;
  }

  bool takes_lead(double rows) {
    most_.rows_read += rows;
    return rows > std::exchange(greatest_, std::max(greatest_, rows));
  }

  statement_cost most_{};
  double greatest_ = 0;
};

/// Why a statement is not run, in words that a model can act on.
[[nodiscard]] inline std::optional<failure> too_costly(std::size_t most, std::optional<statement_cost> const& cost) {
  if (!cost || cost->rows_read <= static_cast<double>(most)) return {};
  auto message = std::string("the statement was not run: it ") + (cost->may_end_early ? "may read up to " : "would read ") +
                 about(cost->rows_read) + " in all, and the limit is " + in_groups(most) + "; most of it is " + cost->costliest +
                 "; to make it cheaper, " + cost->cheaper;
  return failure{errc::too_costly, std::move(message), {}, "raise limits.rows_read if it may read more", {}};
}

}  // namespace t2s::db::detail

#endif
