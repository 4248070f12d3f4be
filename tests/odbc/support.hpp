// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_ODBC_SUPPORT_HPP
#define T2S_TESTS_ODBC_SUPPORT_HPP

#include <boost/test/unit_test.hpp>

#include "t2s/db/odbc/connection.hpp"

#include <filesystem>
#include <ostream>
#include <string>

/// The common part of the tests of db/odbc/.
namespace t2s::test {

/// Whether unixODBC knows a driver of this name and can load it; reports once what is skipped without it.
bool has_driver(std::string const& name, std::string const& package);

/// A precondition of a suite: SQLite's driver.
boost::test_tools::assertion_result has_sqlite_driver(boost::unit_test::test_unit_id);

/// A small shop in an SQLite file, in a folder that is removed with the object.
struct sqlite_shop {
  std::filesystem::path folder{};
  std::string file{}, source{};

  sqlite_shop();
  sqlite_shop(sqlite_shop const&) = delete;
  sqlite_shop& operator=(sqlite_shop const&) = delete;
  ~sqlite_shop();

  [[nodiscard]] std::string bytes() const;  ///< of the file
};

/// Executes statements on an SQLite file with SQLite itself.
void run_on_file(std::string const& file, char const* statements);

/// The `t2s::error` that `f` throws; fails the test if it throws none.
template <class F>
failure failure_of(F const& f) {
  try {
    f();
  } catch (error const& e) {
    return e.details();
  }
  BOOST_ERROR("nothing was thrown");
  return {};
}

/// The first value of a statement's result.
inline value first_value(db::execution const& e) {
  BOOST_REQUIRE_MESSAGE(e.ok(), (e.failure ? e.failure->text() : std::string()));
  BOOST_REQUIRE(!e.rows.values.empty());
  return e.rows.values.front().at(0);
}

}  // namespace t2s::test

namespace t2s {
inline std::ostream& boost_test_print_type(std::ostream& out, errc code) { return out << name_of(code); }
inline std::ostream& boost_test_print_type(std::ostream& out, value const& v) { return out << to_sql(v); }
}  // namespace t2s

#endif
