// SPDX-License-Identifier: BSL-1.0
// SQLite's own preparation: on an empty database, where it ends at the first table, and on one that has the tables.
#include "subject.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <string_view>

MEASURED measured_sqlite(reading::corpus const& c, sqlite3* database) {
  std::size_t n = 0;
  for (auto const& t : c.texts) {
    sqlite3_stmt* statement = nullptr;
    n += sqlite3_prepare_v2(database, t.c_str(), static_cast<int>(t.size()), &statement, nullptr) == SQLITE_OK ? 1 : 0;
    sqlite3_finalize(statement);
  }
  return n;
}

namespace reading {
namespace {

/// It parses up to the tables, which do not exist.
bool sqlite_parses(corpus const& c, sqlite3* empty) {
  return std::ranges::all_of(c.texts, [&](std::string const& t) {
    sqlite3_stmt* none = nullptr;
    return sqlite3_prepare_v2(empty, t.c_str(), -1, &none, nullptr) == SQLITE_ERROR &&
           std::string_view(sqlite3_errmsg(empty)).starts_with("no such table");
  });
}

sqlite3* opened(char const* with) {
  sqlite3* database = nullptr;
  sqlite3_open(":memory:", &database);
  sqlite3_exec(database, with, nullptr, nullptr, nullptr);
  return database;
}

}  // namespace

void sqlite() {
  auto* const empty = opened("");
  auto* const with_tables = opened(tables);
  auto const parse = [=](corpus const& c) { return measured_sqlite(c, empty); };
  enroll("parse", "sqlite_empty", {parse, false, [=](corpus const& c) { return sqlite_parses(c, empty); }});
  enroll("check", "sqlite_prepare", {[=](corpus const& c) { return measured_sqlite(c, with_tables); }});
  enroll_file("parse", "sqlite_empty", {parse, false});
}

}  // namespace reading
