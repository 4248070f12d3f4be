// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"
#include "support/rest_of.hpp"
#include "support/sqlite_shop.hpp"

#include <sql.h>
#include <sqlext.h>
#include <sqlite3.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

namespace t2s::test {

bool has_driver(std::string const& name, std::string const& package) {
  try {
    db::odbc_connection const db("Driver=" + name + ";Server=127.0.0.1;Port=1;NoCreat=1;Database=/nothing/of/the/kind");
  } catch (error const& e) {
    // unixODBC's own message, whatever the driver would say
    bool const is_missing = std::string(e.what()).find("Can't open lib") != std::string::npos ||
                            std::string(e.what()).find("Data source name not found") != std::string::npos;
    if (is_missing) std::cout << "SKIPPED: " << name << " needs its ODBC driver (apt install " << package << "): " << e.what() << std::endl;
    return !is_missing;
  }
  return true;
}

boost::test_tools::assertion_result has_sqlite_driver(boost::unit_test::test_unit_id) {
  static bool const has = has_driver("SQLite3", "libsqliteodbc");
  return has;
}

void run_on_file(std::string const& file, char const* statements) {
  sqlite3* raw = nullptr;
  BOOST_REQUIRE(sqlite3_open(file.c_str(), &raw) == SQLITE_OK);
  sqlite3_exec(raw, "PRAGMA synchronous = OFF", nullptr, nullptr, nullptr);
  BOOST_REQUIRE_MESSAGE(sqlite3_exec(raw, statements, nullptr, nullptr, nullptr) == SQLITE_OK, sqlite3_errmsg(raw));
  sqlite3_close(raw);
}

sqlite_shop::sqlite_shop() {
  auto pattern = (std::filesystem::temp_directory_path() / "t2s-odbc-XXXXXX").string();
  BOOST_REQUIRE(mkdtemp(pattern.data()));
  folder = pattern;
  file = (folder / "shop.sqlite").string();
  run_on_file(file, sqlite_shop_tables);
  source = "Driver=SQLite3;NoCreat=1;Database=" + file;
}

sqlite_shop::~sqlite_shop() {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

std::string sqlite_shop::bytes() const {
  std::ifstream in(file, std::ios::binary);
  return streams::rest_of(in);
}

}  // namespace t2s::test
