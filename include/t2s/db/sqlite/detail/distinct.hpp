// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_DISTINCT_HPP
#define T2S_DB_SQLITE_DETAIL_DISTINCT_HPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/key_ranges.hpp"
#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/detail/request.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/db/sqlite/detail/failure.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::db::detail {

/// Reads different values of a column without scanning a table of more rows than it may look at:
/// - with an index of the column, every value, each by a search;
/// - of a table with row ids the newest rows, and rows at even distances through all others;
/// - of a view, a virtual table, or one without row ids, the first rows.
///
/// `Connection` compiles a statement, `prepare_only_one(sql, s)`, which returns what is wrong with it, and says what its last call that
/// failed means, `current_failure()`.
template <class Connection>
class sqlite_distinct {
 public:
  /// At most `limit` values: all of a table that has no more rows than `options` allow.
  sqlite_distinct(schema::table const& t, schema::column const& c, std::size_t limit, sqlite_options const& options, Connection& by)
      : table_(t),
        within_(options.limits),
        connection_(by),
        limit_(limit),
        rows_(std::max(options.distinct_rows, least_rows)),
        sampled_(std::clamp(options.sampled_rows, least_rows, rows_)) {
    from_ = " FROM main." + schema::in_quotes(t.name, sql::dialect::sqlite) + " AS t2s_of";
    what_ = "t2s_of." + schema::in_quotes(c.name, sql::dialect::sqlite);
  }

  /// Adds the values. `errc::row_limit` where rows were left out.
  [[nodiscard]] std::optional<failure> read(db::rows& into) {
    found_ = &into;
    if (limit_ == 0) return {};
    auto const key = key_of_rows();
    if (key.empty()) return read_first();
    bool complete = false;
    if (auto f = read_if_tiny(complete); f || complete) return f;
    if (auto f = read_if_small(key)) return f->code == errc::no_such_column ? read_without_key() : f;
    if (!into.empty()) return {};
    key_range all{1, 0};
    if (auto f = find_bounds(key, all)) return f;
    if (all.first > all.last || all.last_step() < rows_) return {};  // no rows, or none with a value
    if (auto f = read_by_index(complete); f || complete) return f;
    return read_ranges(key, all);
  }

 private:
  static constexpr std::size_t least_rows = 1000, tiny = 250;

  /// The rows of one statement.
  class selection {
   public:
    selection(sqlite_distinct& of, std::string const& sql)
        : of_(of),
          refused_(of.connection_.prepare_only_one(sql, statement_)),
          rows_(of.connection_.db(), refused_ ? nullptr : statement_.get()) {}  // a refused one may be compiled

    [[nodiscard]] bool next() { return rows_.next(); }
    [[nodiscard]] sqlite3_stmt* row() const { return rows_.now(); }

    /// What ended it before its last row, if that was not that there are enough values.
    [[nodiscard]] std::optional<failure> ended() {
      if (refused_) return refused_;
      if (rows_.failed()) return of_.connection_.current_failure();
      return std::exchange(of_.ended_, {});
    }

   private:
    sqlite_distinct& of_;
    sqlite_statement statement_{};
    std::optional<failure> refused_;
    sqlite_rows rows_;
  };

  /// A name of the row's id that no column has; "" for what has none.
  [[nodiscard]] std::string_view key_of_rows() const {
    static constexpr std::array<std::string_view, 3> names{"rowid", "_rowid_", "oid"};
    if (table_.is_view || text::lower(table_.ddl).starts_with("create virtual")) return {};
    for (auto const name : names)
      if (!table_.find_column(name)) return name;
    return {};
  }

  [[nodiscard]] std::string end_of(std::string_view key, std::string_view which) const {
    return std::string("(SELECT ").append(which).append("(t2s_of.").append(key).append(")").append(from_).append(")");
  }

  /// By the statement that SQLite compiles fastest: that is most of the work in a database of many tables. Of a greater table, nothing.
  [[nodiscard]] std::optional<failure> read_if_tiny(bool& complete) {
    selection first(*this, "SELECT " + what_ + from_ + limit_clause(tiny + 1));
    std::size_t seen = 0;
    for (; first.next() && seen <= tiny; ++seen)
      if (!is_full() && !take(first.row(), 0) && ended_) break;
    auto ended = first.ended();
    complete = !ended && seen <= tiny;
    if (!ended && !complete) forget();
    return ended;
  }

  /// In one statement: of a greater table, nothing.
  [[nodiscard]] std::optional<failure> read_if_small(std::string_view key) {
    selection all(*this, "SELECT DISTINCT " + what_ + from_ + " WHERE " + what_ + " IS NOT NULL LIMIT CASE WHEN " + end_of(key, "max") +
                             " - " + end_of(key, "min") + " < " + std::to_string(rows_) + " THEN " + std::to_string(as_limit(limit_)) +
                             " ELSE 0 END");
    while (all.next() && take(all.row(), 0)) {
    }
    return all.ended();
  }

  [[nodiscard]] std::optional<failure> find_bounds(std::string_view key, key_range& all) {
    selection ends(*this, "SELECT " + end_of(key, "min") + ", " + end_of(key, "max"));
    while (ends.next())
      if (sqlite3_column_type(ends.row(), 0) == SQLITE_INTEGER)
        all = {sqlite3_column_int64(ends.row(), 0), sqlite3_column_int64(ends.row(), 1)};
    return ends.ended();
  }

  [[nodiscard]] std::optional<failure> read_without_key() {
    bool complete = false;
    if (auto f = read_by_index(complete); f || complete) return f;
    return read_first();
  }

  [[nodiscard]] std::optional<failure> read_first() {
    selection first(*this, "SELECT " + what_ + from_ + limit_clause(as_limit(rows_) + 1));
    std::size_t seen = 0;
    while (first.next() && seen++ < rows_ && take(first.row(), 0)) {
    }
    auto ended = first.ended();
    if (ended || is_full() || seen <= rows_) return ended;
    return failure{errc::row_limit, "only the first " + in_groups(rows_) + " rows were looked at", {}, remedy, {}};
  }

  /// By a search for the next greater value, again and again. Incomplete where no index allows that, or where there are too many values.
  [[nodiscard]] std::optional<failure> read_by_index(bool& complete) {
    if (!is_indexed()) return {};
    auto const next = [this](std::string const& test) {
      return "(SELECT " + what_ + from_ + " WHERE " + what_ + test + " ORDER BY " + what_ + " LIMIT 1)";
    };
    bool too_many = false;  // one value more than are wanted
    selection all(*this, "WITH RECURSIVE t2s_seen(v) AS (SELECT " + next(" IS NOT NULL") + " UNION ALL SELECT " + next(" > t2s_seen.v") +
                             " FROM t2s_seen WHERE t2s_seen.v IS NOT NULL" + limit_clause(as_limit(limit_) + 1) +
                             ") SELECT v FROM t2s_seen WHERE v IS NOT NULL");
    while (all.next() && !(too_many = is_full()))
      if (!take(all.row(), 0) && ended_) break;
    auto ended = all.ended();
    complete = !ended && !too_many;
    if (!ended && !complete) forget();  // the least ones alone say little of the others
    return ended;
  }

  /// Whether a search finds the next greater value of the column.
  [[nodiscard]] bool is_indexed() {
    std::size_t steps = 0;
    bool searches = false;
    selection plan(*this, "EXPLAIN QUERY PLAN SELECT " + what_ + from_ + " WHERE " + what_ + " > '' ORDER BY " + what_ + " LIMIT 1");
    for (; plan.next(); ++steps) {
      auto const step = text_of(plan.row(), 3);
      searches = step.starts_with("SEARCH") && step.find("ANY(") == step.npos;
    }
    return !plan.ended() && searches && steps == 1;
  }

  [[nodiscard]] std::optional<failure> read_ranges(std::string_view key, key_range all) {
    spread_reading plan(all, sampled_, limit_);
    if (auto f = read_planned(key, plan); f || is_full()) return f;
    if (!plan.has_seen_all() && plan.rows_in_all() <= rows_) {  // ids with gaps: not a large table
      plan.read_on(rows_);
      if (auto f = read_planned(key, plan); f || is_full()) return f;
    }
    if (plan.has_seen_all()) return {};
    return failure{errc::row_limit,
                   "only " + in_groups(plan.seen()) + " of about " + in_groups(plan.rows_in_all()) + " rows were looked at",
                   {},
                   remedy,
                   {}};
  }

  /// Until the plan ends, or there are enough values.
  [[nodiscard]] std::optional<failure> read_planned(std::string_view key, spread_reading& plan) {
    auto const columns = std::string("SELECT t2s_of.").append(key).append(", ") + what_ + from_;
    for (auto next = plan.next(); next.rows > 0; next = plan.next()) {
      auto const where = std::string(" WHERE t2s_of.").append(key).append(" BETWEEN ") + std::to_string(next.in.first) + " AND " +
                         std::to_string(next.in.last) + " ORDER BY t2s_of.";
      auto const order = std::string(key).append(next.backwards ? " DESC" : "");
      std::size_t seen = 0;
      std::int64_t at = 0;
      selection rows(*this, columns + where + order + limit_clause(next.rows));
      for (bool more = true; more && rows.next(); more = take(rows.row(), 1)) {
        ++seen;
        at = sqlite3_column_int64(rows.row(), 0);
      }
      auto ended = rows.ended();
      if (ended || is_full()) return ended;
      plan.took(seen, at);
    }
    return {};
  }

  /// Takes a value that is not known yet. False when there are enough, or too much.
  bool take(sqlite3_stmt* s, int column) {
    auto const type = sqlite3_column_type(s, column);
    if (type == SQLITE_NULL) return true;
    spelt_.assign(1, static_cast<char>('0' + type));
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
      spelt_ += to_string(value_of(s, column));
    else
      spelt_.append(static_cast<char const*>(sqlite3_column_blob(s, column)), static_cast<std::size_t>(sqlite3_column_bytes(s, column)));
    if (!known_.add(spelt_).second) return true;
    bytes_ += sizeof(std::vector<value>) + sizeof(value) + spelt_.size() - 1;
    if ((ended_ = too_much(within_, found_->values.size(), bytes_))) return false;
    std::vector<value> row;
    row.push_back(value_of(s, column));
    found_->values.push_back(std::move(row));
    return !is_full();
  }

  [[nodiscard]] bool is_full() const { return found_->values.size() >= limit_; }

  void forget() {
    found_->values.clear();
    known_ = {};
    bytes_ = 0;
  }

  static std::size_t as_limit(std::size_t n) { return std::min<std::size_t>(n, std::size_t{1} << 62U); }

  static constexpr char const* remedy = "raise distinct_rows and sampled_rows of sqlite_options, or make an index of values";

  schema::table const& table_;
  statement_limits within_;
  Connection& connection_;
  std::size_t limit_, rows_, sampled_, bytes_ = 0;
  std::string from_{}, what_{}, spelt_{};
  db::rows* found_ = nullptr;
  std::optional<failure> ended_{};
  t2s::detail::numbers_by_name known_{};
};

}  // namespace t2s::db::detail

#endif
