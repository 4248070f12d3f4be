// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SMALL_DATABASE_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SMALL_DATABASE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/db/sqlite/detail/functions.hpp"
#include "t2s/db/sqlite/detail/guard.hpp"
#include "t2s/lab/evaluation/detail/counterexample/drawn_table.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// A database of a few rows in memory, which is filled and asked many times.
namespace t2s::evaluation::detail {

/// The statement that makes a table: its own, or one with its columns and keys.
inline std::string ddl_of(schema::table const& t, bool is_sqlite) {
  bool const has_own = is_sqlite && text::lower(t.ddl).starts_with("create table");
  return has_own ? t.ddl : schema::create_statement(t, sql::dialect::sqlite);
}

/// One row at a time goes in; statements that only read are answered. Not thread safe.
class small_database {
 public:
  /// With all views if there are any to read. `reversed`: rows in no order are read from the last to the first. Throws `t2s::error` if
  /// SQLite cannot make a table.
  small_database(schema::database const& d, std::span<drawn_table const> tables, bool with_views, bool reversed) {
    sqlite3* opened = nullptr;
    int const code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    db_.reset(opened);
    if (code != SQLITE_OK) throw error(db::sqlite_failure(code, sqlite3_errstr(code)));
    guard_.start(std::chrono::hours(1), {});
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, static_cast<int*>(nullptr));
    sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, static_cast<int*>(nullptr));
    run_own(reversed ? "PRAGMA reverse_unordered_selects = ON" : "PRAGMA foreign_keys = OFF");
    run_own("PRAGMA journal_mode = OFF");
    for (auto const& t : tables) make(d, t);
    for (auto const& t : d.tables())
      if (with_views && t.is_view) run_own(t.ddl.c_str());
    allow_reading();
    run_own("BEGIN");
  }
  small_database(small_database const&) = delete;
  small_database& operator=(small_database const&) = delete;

  /// Removes all rows.
  void clear() {
    for (auto& t : tables_) step_own(t.clear.get());
  }

  /// Adds a row to a table, by its number among those given. False if a constraint forbids it.
  [[nodiscard]] bool insert(std::size_t table, std::span<value const> row) {
    auto* const s = tables_[table].insert.get();
    for (std::size_t i = 0; i < row.size(); ++i) bind(s, static_cast<int>(i + 1), row[i]);
    auto const before = sqlite3_total_changes64(db_.get());
    return step_own(s) && sqlite3_total_changes64(db_.get()) > before;
  }

  /// A compiled statement, or why it cannot be.
  struct compiled {
    db::detail::sqlite_statement statement{};
    std::optional<failure> failed{};
  };
  [[nodiscard]] compiled compile(std::string const& sql) {
    guard_.start(longest, {});
    sqlite3_stmt* made = nullptr;
    int const code = sqlite3_prepare_v2(db_.get(), sql.c_str(), static_cast<int>(sql.size() + 1), &made, nullptr);
    compiled out{db::detail::sqlite_statement(made), {}};
    if (code != SQLITE_OK) out.failed = db::detail::last_failure(db_.get());
    if (code == SQLITE_OK && !made) out.failed = failure{errc::no_statement, "there is no statement", {}, "write a query", {}};
    return out;
  }

  /// The rows of a statement; `time_limit` if it takes too many steps, `row_limit` for too many rows.
  [[nodiscard]] db::execution run(sqlite3_stmt* s) {
    constexpr std::size_t most_rows = 5000;
    guard_.start(longest, {});
    steps_ = 0;
    db::rows found;
    auto const width = sqlite3_column_count(s);
    for (int i = 0; i < width; ++i) found.columns.emplace_back(db::detail::name_of_column(s, i));
    db::detail::sqlite_rows rows(db_.get(), s);
    while (rows.next()) {
      if (found.values.size() == most_rows) return db::execution(failure{errc::row_limit, "there are too many rows", {}, {}, {}});
      auto& row = found.values.emplace_back();
      for (int i = 0; i < width; ++i) row.push_back(db::detail::value_of(s, i));
    }
    if (!rows.failed()) return db::execution(std::move(found));
    auto f = db::detail::last_failure(db_.get());
    if (f.code == errc::cancelled) f.code = errc::time_limit;
    return db::execution(std::move(f));
  }

 private:
  static constexpr std::chrono::seconds longest{10};  // for functions, inside of which steps are not counted

  struct stored_table {
    db::detail::sqlite_statement insert{}, clear{};
  };

  void make(schema::database const& d, drawn_table const& drawn) {
    auto const& t = d.tables()[drawn.place];
    run_own(ddl_of(t, d.sql_dialect() == sql::dialect::sqlite).c_str());
    auto const name = schema::in_quotes(t.name, sql::dialect::sqlite);
    std::string columns, places;
    for (auto const& c : drawn.columns) {
      columns.append(columns.empty() ? "" : ", ").append(schema::in_quotes(t.columns[c.place].name, sql::dialect::sqlite));
      places.append(places.empty() ? "?" : ", ?");
    }
    auto const insert = drawn.columns.empty() ? " DEFAULT VALUES" : " (" + columns + ") VALUES (" + places + ")";
    tables_.push_back({own_statement("INSERT OR IGNORE INTO " + name + insert), own_statement("DELETE FROM " + name)});
  }

  /// From here on statements of others only read, within limits.
  void allow_reading() {
    auto builtin = db::detail::builtin_functions(db_.get());
    functions_.install(db_.get(), guard_, builtin);
    guard_.allow(std::move(builtin));
    sqlite3_limit(db_.get(), SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_limit(db_.get(), SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_set_authorizer(db_.get(), &authorize, this);
    sqlite3_progress_handler(db_.get(), steps_between_checks, &count_steps, this);
    is_own_work_ = false;
  }

  static int authorize(void* self, int action, char const* first, char const* second, char const* database, char const* within) {
    auto& d = *static_cast<small_database*>(self);
    return d.is_own_work_ ? SQLITE_OK : db::detail::t2s_sqlite_authorize(&d.guard_, action, first, second, database, within);
  }

  static int count_steps(void* self) {
    constexpr int most = 400;  // times `steps_between_checks`
    auto& d = *static_cast<small_database*>(self);
    return ++d.steps_ > most || d.guard_.must_end() ? 1 : 0;
  }

  void run_own(char const* sql) {
    bool const before = std::exchange(is_own_work_, true);
    steps_ = 0;
    db::detail::run(db_.get(), sql);
    is_own_work_ = before;
  }

  [[nodiscard]] db::detail::sqlite_statement own_statement(std::string const& sql) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(db_.get(), sql.c_str(), -1, &made, nullptr) != SQLITE_OK) throw error(db::detail::last_failure(db_.get()));
    return db::detail::sqlite_statement(made);
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

  static void bind(sqlite3_stmt* s, int at, value const& v) {
    if (auto const* i = v.integer())
      sqlite3_bind_int64(s, at, *i);
    else if (auto const* r = v.real())
      sqlite3_bind_double(s, at, *r);
    else if (auto const* t = v.text())
      sqlite3_bind_text(s, at, t->data(), static_cast<int>(t->size()), SQLITE_STATIC);
    else if (auto const* b = v.bytes())
      sqlite3_bind_blob(s, at, b->bytes.data(), static_cast<int>(b->bytes.size()), SQLITE_STATIC);
    else
      sqlite3_bind_null(s, at);
  }

  static constexpr int steps_between_checks = 500;

  db::detail::sqlite_guard guard_{};
  db::detail::checked_functions functions_{};
  bool is_own_work_ = true;
  int steps_ = 0;
  db::detail::sqlite_handle db_{};
  std::vector<stored_table> tables_{};  // last: their statements belong to the connection
};

}  // namespace t2s::evaluation::detail

#endif
