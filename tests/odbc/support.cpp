// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"
#include "support/sqlite_shop.hpp"

#include <sql.h>
#include <sqlext.h>

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

sqlite_shop::sqlite_shop() { make_database(file, std::string("PRAGMA synchronous = OFF;") + sqlite_shop_tables); }

}  // namespace t2s::test
