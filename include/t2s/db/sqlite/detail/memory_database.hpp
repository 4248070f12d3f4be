// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_MEMORY_DATABASE_HPP
#define T2S_DB_SQLITE_DETAIL_MEMORY_DATABASE_HPP

#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/db/sqlite/detail/functions.hpp"
#include "t2s/db/sqlite/detail/guard.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s::db {

/// A database of a few rows in memory, which is filled and asked many times.
///
/// First `make` and `fill_later`, then `close`; from then on rows go in, and statements that only read are answered. Not thread safe.
class memory_database {
 public:
  /// `reversed`: rows in no order are read from the last to the first. Throws `t2s::error` if SQLite has no memory.
  explicit memory_database(bool reversed) {
    sqlite3* opened = nullptr;
    int const code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    db_.reset(opened);
    if (code != SQLITE_OK) throw error(sqlite_failure(code, sqlite3_errstr(code)));
    sqlite3_extended_result_codes(opened, 1);
    if (detail::distrust_file(opened) != SQLITE_OK) throw error(detail::last_failure(opened));
    sqlite3_progress_handler(opened, steps_between_checks, &count_steps, this);
    make("PRAGMA query_only = OFF; PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY");
    if (reversed) make("PRAGMA reverse_unordered_selects = ON");
  }
  memory_database(memory_database const&) = delete;
  memory_database& operator=(memory_database const&) = delete;

  /// Executes a statement that makes a table or view, before `close`. Throws `t2s::error` if SQLite cannot.
  void make(std::string const& sql) {
    guard_.start(longest, {});
    steps_ = 0;
    detail::run(db_.get(), sql.c_str());
  }

  /// Prepares a table for rows of some of its columns. Tables are numbered from 0 in the order of these calls.
  void fill_later(std::string const& table, std::span<std::string const> columns) {
    auto const name = schema::in_quotes(table, sql::dialect::sqlite);
    std::string names, places;
    for (auto const& c : columns) {
      names.append(names.empty() ? "" : ", ").append(schema::in_quotes(c, sql::dialect::sqlite));
      places.append(places.empty() ? "?" : ", ?");
    }
    auto const values = columns.empty() ? " DEFAULT VALUES" : " (" + names + ") VALUES (" + places + ")";
    tables_.push_back({own_statement("INSERT OR IGNORE INTO " + name + values), own_statement("DELETE FROM " + name)});
  }

  /// After the last table: from here on statements of others only read, within limits.
  void close() {
    auto builtin = detail::builtin_functions(db_.get());
    functions_.install(db_.get(), guard_, builtin);
    guard_.allow(std::move(builtin));
    sqlite_limits limits;
    limits.value_bytes = most_bytes_of_value;
    limits.statement_bytes = most_bytes_of_statement;
    detail::distrust_statements(db_.get(), guard_, limits);
    sqlite3_set_authorizer(db_.get(), &authorize, this);
    make("BEGIN");
    is_own_work_ = false;
  }

  /// Removes all rows.
  void clear() {
    for (auto& t : tables_) step_own(t.clear.get());
  }

  /// Adds a row to a table, by its number. False if a constraint forbids it.
  [[nodiscard]] bool insert(std::size_t table, std::span<value const> row) {
    auto* const s = tables_[table].insert.get();
    bool is_bound = true;
    for (std::size_t i = 0; i < row.size(); ++i) is_bound &= bind(s, static_cast<int>(i + 1), row[i]) == SQLITE_OK;
    auto const before = sqlite3_total_changes64(db_.get());
    return is_bound && step_own(s) && sqlite3_total_changes64(db_.get()) > before;
  }

  using statement = detail::sqlite_statement;  ///< compiled; ends before its database

  /// A compiled statement, or why it cannot be.
  struct compiled {
    memory_database::statement statement{};
    std::optional<failure> failed{};
  };
  [[nodiscard]] compiled compile(std::string const& sql) {
    guard_.start(longest, {});
    sqlite3_stmt* made = nullptr;
    char const* rest = nullptr;
    int const code = sqlite3_prepare_v2(db_.get(), sql.c_str(), static_cast<int>(sql.size() + 1), &made, &rest);
    compiled out{detail::sqlite_statement(made), {}};
    if (code != SQLITE_OK) out.failed = detail::last_failure(db_.get());
    if (made && !text::trim(rest).empty())
      out.failed = failure{errc::several_statements, "there are several statements", {}, "give one", {}};
    if (code == SQLITE_OK && !made) out.failed = failure{errc::no_statement, "there is no statement", {}, "write a query", {}};
    return out;
  }

  /// The rows of a statement; `time_limit` if it takes too many steps, `row_limit` for too many rows, `size_limit` for too large ones.
  [[nodiscard]] execution run(sqlite3_stmt* s) {
    constexpr std::size_t most_rows = 5000, most_bytes = std::size_t{1} << 20U;
    guard_.start(longest, {});
    steps_ = 0;
    rows found;
    std::size_t bytes = 0;
    auto const width = sqlite3_column_count(s);
    for (int i = 0; i < width; ++i) found.columns.emplace_back(detail::name_of_column(s, i));
    detail::sqlite_rows each(db_.get(), s);
    while (each.next()) {
      if (found.values.size() == most_rows) return execution(failure{errc::row_limit, "there are too many rows", {}, {}, {}});
      auto& row = found.values.emplace_back();
      for (int i = 0; i < width; ++i) {
        row.push_back(detail::value_of(s, i));
        bytes += static_cast<std::size_t>(sqlite3_column_bytes(s, i));
      }
      if (bytes > most_bytes) return execution(failure{errc::size_limit, "the rows are too large", {}, {}, {}});
    }
    if (!each.failed()) return execution(std::move(found));
    auto f = detail::last_failure(db_.get());
    if (f.code == errc::cancelled) f.code = errc::time_limit;
    return execution(std::move(f));
  }

 private:
  static constexpr std::chrono::seconds longest{10};  // for functions, inside of which steps are not counted
  static constexpr std::size_t most_bytes_of_value = std::size_t{16} << 10U, most_bytes_of_statement = std::size_t{1} << 20U;

  struct stored_table {
    detail::sqlite_statement insert{}, clear{};
  };

  static int authorize(void* self, int action, char const* first, char const* second, char const* database, char const* within) {
    auto& d = *static_cast<memory_database*>(self);
    return d.is_own_work_ ? SQLITE_OK : detail::t2s_sqlite_authorize(&d.guard_, action, first, second, database, within);
  }

  static int count_steps(void* self) {
    constexpr int most = 400;  // times `steps_between_checks`
    auto& d = *static_cast<memory_database*>(self);
    return ++d.steps_ > most || d.guard_.must_end() ? 1 : 0;
  }

  [[nodiscard]] detail::sqlite_statement own_statement(std::string const& sql) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(db_.get(), sql.c_str(), -1, &made, nullptr) != SQLITE_OK) throw error(detail::last_failure(db_.get()));
    return detail::sqlite_statement(made);
  }

  /// False if it fails.
  bool step_own(sqlite3_stmt* s) {
    bool const before = std::exchange(is_own_work_, true);  // the first step compiles it again, since the authorizer is new
    guard_.start(longest, {});
    steps_ = 0;
    int const code = sqlite3_step(s);
    sqlite3_reset(s);
    is_own_work_ = before;
    return code == SQLITE_DONE;
  }

  static int bind(sqlite3_stmt* s, int at, value const& v) {
    if (auto const* i = v.integer()) return sqlite3_bind_int64(s, at, *i);
    if (auto const* r = v.real()) return sqlite3_bind_double(s, at, *r);
    if (auto const* t = v.text()) return sqlite3_bind_text(s, at, t->data(), static_cast<int>(t->size()), SQLITE_TRANSIENT);
    auto const* b = v.bytes();
    if (b && b->bytes.empty()) return sqlite3_bind_zeroblob(s, at, 0);
    if (b) return sqlite3_bind_blob(s, at, b->bytes.data(), static_cast<int>(b->bytes.size()), SQLITE_TRANSIENT);
    return sqlite3_bind_null(s, at);
  }

  static constexpr int steps_between_checks = 500;

  detail::sqlite_guard guard_{};
  detail::checked_functions functions_{};
  bool is_own_work_ = true;
  int steps_ = 0;
  detail::sqlite_handle db_{};
  std::vector<stored_table> tables_{};  // last: their statements belong to the connection
};

}  // namespace t2s::db

#endif
