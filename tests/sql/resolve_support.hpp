// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SQL_RESOLVE_SUPPORT_HPP
#define T2S_TESTS_SQL_RESOLVE_SUPPORT_HPP

#include "support.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/sqlite/detail/failure.hpp"
#include "t2s/sql/resolve.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace t2s::sql::test {

/// The first `columns` values of each row as text.
inline std::vector<std::vector<std::string>> texts(sqlite3* db, std::string const& sql, int columns) {
  std::vector<std::vector<std::string>> found;
  sqlite3_stmt* statement = nullptr;
  BOOST_TEST_REQUIRE(sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK, sqlite3_errmsg(db));
  while (sqlite3_step(statement) == SQLITE_ROW) {
    auto& row = found.emplace_back();
    for (int i = 0; i < columns; ++i) {
      auto const* text = reinterpret_cast<char const*>(sqlite3_column_text(statement, i));
      row.emplace_back(text ? text : "");
    }
  }
  sqlite3_finalize(statement);
  return found;
}

/// The tables and views of an open database.
inline schema::database schema_of(sqlite3* db) {
  std::vector<schema::table> tables;
  for (auto const& row :
       texts(db, "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'", 3)) {
    schema::table t;
    t.name = row[0];
    t.is_view = row[1] == "view";
    t.ddl = row[2];
    for (auto const& c : texts(db, "SELECT name FROM pragma_table_info('" + row[0] + "')", 1)) {
      t.columns.emplace_back();
      t.columns.back().name = c[0];
    }
    tables.push_back(std::move(t));
  }
  return schema::database(std::move(tables));
}

/// "table.column" of every column that SQLite reads, including stars and views, as it reports: lower case, sorted, each once.
inline std::vector<std::string> columns_read(sqlite3* db, std::string const& sql) {
  std::set<std::string> found;
  sqlite3_set_authorizer(
      db,
      [](void* into, int action, char const* table, char const* column, char const*, char const*) {
        if (action == SQLITE_READ && *column)
          static_cast<std::set<std::string>*>(into)->insert(text::lower(table) + "." + text::lower(column));
        return SQLITE_OK;
      },
      &found);
  auto const message = complaint(db, sql);
  sqlite3_set_authorizer(db, nullptr, nullptr);
  BOOST_TEST(message == "", sql);
  return {found.begin(), found.end()};
}

/// Each gold query of Spider's dev questions, with its database and its tables.
template <class F>
void for_each_gold(F const& f) {
  struct known {
    database file{};
    schema::database shape{};
  };
  std::map<std::string, known> all;
  for (auto const& s : gold("dev.json")) {
    auto& [file, shape] = all[s.database];
    if (!file) {
      file = open(data_folder() + "/databases/" + s.database + "/" + s.database + ".sqlite");
      shape = schema_of(file.get());
    }
    f(s.sql, file.get(), shape);
  }
}

struct verdict {
  std::optional<errc> code{};  ///< nothing if it is accepted
  std::string message{};

  [[nodiscard]] std::string text() const { return code ? std::string(name_of(*code)) + ": " + message : "accepted"; }
};

inline verdict of_sqlite(sqlite3* db, std::string const& sql) {
  auto message = complaint(db, sql);
  if (message.empty()) return {};
  return {t2s::db::sqlite_failure(SQLITE_ERROR, message).code, message};
}

inline verdict of_resolve(query const& q, schema::database const& d) {
  auto const r = resolve(q, d);
  if (r.ok()) return {};
  return {r.problems.front().what.code, r.problems.front().what.message};
}

/// Whether `resolve` agrees with SQLite on a statement. If the parser rejects it, SQLite must reject it too, perhaps with another message:
/// of several errors it reports the first, of any kind.
inline boost::test_tools::assertion_result agrees(sqlite3* db, schema::database const& d, std::string const& sql) {
  auto const expected = of_sqlite(db, sql);
  auto const q = parse(sql);
  auto const found = q ? of_resolve(*q, d) : verdict{errc::sql_syntax, q.error().message};
  boost::test_tools::assertion_result same(q ? found.code == expected.code : expected.code.has_value());
  same.message() << sql << "\n  SQLite: " << expected.text() << "\n  t2s:    " << found.text();
  return same;
}

}  // namespace t2s::sql::test

#endif
