// SPDX-License-Identifier: BSL-1.0
// Measures what db::sqlite_connection's guard (authorizer, limits, clock) adds to SQLite, over statements that step 1 to 100,000 rows of a
// table of that size: `read`, all rows into values; `each_row`, one by one; `count`, which returns one row. Compared with SQLite's own
// functions, and with stepping alone, the lower limit.
#include "micro.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/retrieve/knowledge/detail/table_rows.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>

namespace {

using namespace t2s;

micro::sizes const heights = {1, 100, 10000, 100000};

/// A file with one table, deleted at the end.
class database_file {
 public:
  database_file() {
    sqlite3* made = nullptr;
    sqlite3_open(path.c_str(), &made);
    sqlite3_exec(made,
                 "CREATE TABLE sales(id INTEGER PRIMARY KEY, name TEXT, amount REAL);"
                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
                 "INSERT INTO sales SELECT i, 'sale number ' || i, i * 0.25 FROM n",
                 nullptr, nullptr, nullptr);
    sqlite3_close(made);
  }
  ~database_file() { std::filesystem::remove(path); }

  std::filesystem::path path = std::filesystem::temp_directory_path() / ("t2s_bench_sqlite_guard." + std::to_string(::getpid()));
};

/// Without locks on the connection, like the guarded one.
class bare_connection {
 public:
  explicit bare_connection(std::filesystem::path const& file) {
    micro::require(
        sqlite3_open_v2(file.c_str(), &db_, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nullptr) == SQLITE_OK,
        "opening");
  }
  ~bare_connection() { sqlite3_close(db_); }
  bare_connection(bare_connection const&) = delete;

  template <class Take>
  void each(std::string const& sql, Take take) const {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(db_, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
    while (sqlite3_step(statement) == SQLITE_ROW) take(statement);
    sqlite3_finalize(statement);
  }

 private:
  sqlite3* db_ = nullptr;
};

value value_of(sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER: return static_cast<std::int64_t>(sqlite3_column_int64(row, column));
    case SQLITE_FLOAT: return sqlite3_column_double(row, column);
    case SQLITE_TEXT: {
      auto const* text = reinterpret_cast<char const*>(sqlite3_column_text(row, column));
      return std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(row, column)));
    }
    default: return null_t();
  }
}

db::rows all_rows(bare_connection const& connection, std::string const& sql) {
  db::rows all;
  connection.each(sql, [&](sqlite3_stmt* statement) {
    std::vector<value> row;
    auto const width = sqlite3_column_count(statement);
    row.reserve(static_cast<std::size_t>(width));
    for (int c = 0; c < width; ++c) row.push_back(value_of(statement, c));
    all.values.push_back(std::move(row));
  });
  return all;
}

std::size_t steps(bare_connection const& connection, std::string const& sql) {
  std::size_t rows = 0;
  connection.each(sql, [&](sqlite3_stmt*) { ++rows; });
  return rows;
}

std::string first_rows(std::int64_t height) { return "SELECT id, name, amount FROM sales WHERE id <= " + std::to_string(height); }
std::string count_of(std::int64_t height) { return "SELECT count(*), sum(amount) FROM sales WHERE id <= " + std::to_string(height); }

}  // namespace

int main(int argc, char** argv) {
  static database_file const file;
  static db::sqlite_connection guarded(file.path);
  static bare_connection const bare(file.path);

  struct form {
    char const* subject;
    std::string (*sql_of)(std::int64_t);
  };
  for (auto const& f : {form{"read", first_rows}, form{"count", count_of}}) {
    micro::enroll(f.subject, "t2s", heights, [f](benchmark::State& state, std::int64_t height) {
      auto const sql = f.sql_of(height);
      auto const found = guarded.execute(sql);
      micro::require(found.ok() && found.rows.values == all_rows(bare, sql).values, f.subject);
      micro::timed(state, [&] { return guarded.execute(sql); });
    });
    micro::enroll(f.subject, "bare_sqlite", heights, [f](benchmark::State& state, std::int64_t height) {
      auto const sql = f.sql_of(height);
      micro::timed(state, [&] { return all_rows(bare, sql); });
    });
  }
  micro::enroll("each_row", "t2s", heights, [](benchmark::State& state, std::int64_t height) {
    auto const sql = first_rows(height);
    auto const rows = [&] {
      std::size_t n = 0;
      auto const failed = guarded.each_row(sql, [&](std::span<value const>) { ++n; });
      return failed ? 0 : n;
    };
    micro::require(rows() == static_cast<std::size_t>(height), "each_row");
    micro::timed(state, rows);
  });
  for (auto const* subject : {"read", "each_row"})
    micro::enroll(subject, "limit_step", heights, [](benchmark::State& state, std::int64_t height) {
      auto const sql = first_rows(height);
      micro::require(steps(bare, sql) == static_cast<std::size_t>(height), "limit_step");
      micro::timed(state, [&] { return steps(bare, sql); });
    });
  micro::enroll("count", "limit_step", heights, [](benchmark::State& state, std::int64_t height) {
    auto const sql = count_of(height);
    micro::timed(state, [&] { return steps(bare, sql); });
  });
  return micro::run(argc, argv);
}
