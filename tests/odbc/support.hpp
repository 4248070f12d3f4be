// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_ODBC_SUPPORT_HPP
#define T2S_TESTS_ODBC_SUPPORT_HPP

#include "support/database.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/db/odbc/connection.hpp"

#include <string>

/// The common part of the tests of db/odbc/.
namespace t2s::test {

/// Whether unixODBC knows a driver of this name and can load it; reports once what is skipped without it.
bool has_driver(std::string const& name, std::string const& package);

/// A precondition of a suite: SQLite's driver.
boost::test_tools::assertion_result has_sqlite_driver(boost::unit_test::test_unit_id);

/// A small shop in an SQLite file.
struct sqlite_shop {
  folder in{"odbc"};
  std::string file = (in / "shop.sqlite").string(), source = "Driver=SQLite3;NoCreat=1;Database=" + file;

  sqlite_shop();
};

}  // namespace t2s::test

#endif
