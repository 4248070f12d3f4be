// SPDX-License-Identifier: BSL-1.0
// The program of a user that every way of docs/packaging.md builds and runs: it needs SQLite and Boost.JSON.
#include <sqlite3.h>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <exception>
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"

int main() try {
  sqlite3* file = nullptr;
  sqlite3_open("hives.sqlite", &file);
  sqlite3_exec(file, "CREATE TABLE IF NOT EXISTS hive (id INTEGER PRIMARY KEY, bees INTEGER)", nullptr, nullptr, nullptr);
  sqlite3_close(file);
  t2s::db::sqlite_connection database("hives.sqlite");
  std::cout << boost::json::serialize(boost::json::value{{"tables", database.schema().tables().size()}}) << "\n";
} catch (std::exception const& e) {
  return std::cerr << e.what() << "\n", 1;
}
