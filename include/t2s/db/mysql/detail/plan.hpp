// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_PLAN_HPP
#define T2S_DB_MYSQL_DETAIL_PLAN_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/plan_cost.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// What a server's plan of a statement reads, by EXPLAIN's table: the steps of each SELECT, each in the loops of those before it.
namespace t2s::db::detail {

class mysql_plan {
 public:
  /// Of EXPLAIN's columns and rows.
  mysql_plan(std::vector<std::string> const& columns, std::vector<std::vector<value>> const& rows) {
    auto const field = [&](std::vector<value> const& row, std::string_view column) {
      auto const at = std::ranges::find_if(columns, [column](std::string const& c) { return text::same(c, column); });
      auto const i = static_cast<std::size_t>(at - columns.begin());
      return i < row.size() && !row[i].is_null() ? to_string(row[i]) : std::string();
    };
    for (auto const& row : rows) {
      step s{field(row, "id"), field(row, "select_type"), field(row, "table"), field(row, "Extra")};
      if (s.id.empty() || s.table.empty()) continue;  // the result of a UNION; what needs no table
      double rows_here = 0;
      if (text::to_number(field(row, "rows"), rows_here) == std::errc()) s.rows = rows_here;
      std::ignore = text::to_number(field(row, "filtered"), s.filtered);
      steps_.push_back(std::move(s));
    }
  }

  /// Of a statement of whose rows so many are wanted, if nothing must be sorted before.
  [[nodiscard]] statement_cost cost(std::optional<double> wanted) {
    double returned = 0;
    bool sorts = false;
    for (auto at = steps_.cbegin(); at != steps_.cend(); at = end_of(at))
      if (auto const rows = given_by(at); at == steps_.cbegin() || at->select_type == "UNION") returned += rows;
    for (auto const& s : steps_) sorts = sorts || says(s, "Using filesort") || says(s, "Using temporary");
    return account_.total(returned, sorts ? std::nullopt : wanted);
  }

 private:
  struct step {
    std::string id, select_type, table, extra;
    std::optional<double> rows{};  ///< read each time
    double filtered = 100;         ///< what a condition leaves of them in percent
  };
  static bool says(step const& s, std::string_view remark) { return s.extra.find(remark) != std::string::npos; }
  using place = std::vector<step>::const_iterator;

  [[nodiscard]] place end_of(place at) const {
    return std::find_if(at, steps_.cend(), [at](step const& s) { return s.id != at->id; });
  }

  /// How many rows the SELECT whose steps begin there gives. It is run once, or for each row of the first one.
  double given_by(place at) {
    auto const [known, is_new] = given_.try_emplace(at->id, 1);
    if (!is_new) return known->second;
    bool const depends = at->select_type.starts_with("DEPENDENT") && at->id != steps_.front().id;
    auto const times = depends ? given_[steps_.front().id] : 1;
    auto const rows = run(at, end_of(at), times, depends ? first_tables(at) : table_names());
    return given_[at->id] = rows;
  }

  /// How many rows a step reads each time. For the result of another SELECT, "<subquery2>", a server may not say it.
  double rows_of(step const& s) {
    if (s.rows) return *s.rows;
    auto const digit = s.table.find_first_of("0123456789");
    if (!s.table.starts_with('<') || digit == s.table.npos) return 1;
    auto const id = s.table.substr(digit, s.table.find_first_not_of("0123456789", digit) - digit);
    auto const at = std::find_if(steps_.cbegin(), steps_.cend(), [&id](step const& one) { return one.id == id; });
    return at == steps_.cend() ? 1 : std::max(1.0, given_by(at));
  }

  /// The steps of one SELECT, `times` times. How many rows it gives each time.
  double run(place at, place end, double times, table_names outer) {
    double rows = 1;
    for (; at != end; ++at) {
      auto const read = rows_of(*at), left = read * at->filtered / 100;
      bool const hashes = says(*at, "hash join") || says(*at, "BNLH");
      if (!hashes || is_product(*at)) {
        account_.read(at->table, read, times * rows, outer);
        rows *= left;
      } else {
        account_.read(at->table, read, times, {});
        rows = std::max(rows, left);
      }
      outer.push_back(at->table);
    }
    return rows;
  }

  /// Whether a join by hashing has no equality to hash by: for one the server takes a tenth of the rows or less.
  static bool is_product(step const& s) { return s.filtered > 10; }

  [[nodiscard]] table_names first_tables(place before) const {
    table_names names;
    for (auto at = steps_.begin(); at != before && at->id == steps_.front().id; ++at) names.push_back(at->table);
    return names;
  }

  std::vector<step> steps_{};
  std::map<std::string, double> given_{};  // rows of SELECTs, by their numbers; 1 while one is run
  plan_account account_{};
};

}  // namespace t2s::db::detail

#endif
