// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_MYSQL_SUPPORT_HPP
#define T2S_TESTS_MYSQL_SUPPORT_HPP

#include <boost/test/unit_test.hpp>

#include "support/mysql_shop.hpp"
#include "t2s/db/mysql/connection.hpp"

#include <chrono>
#include <ostream>
#include <string>

/// The common part of the tests of db/mysql/: one server for all, with a small shop in it.
namespace t2s::test {

/// The server of this program.
private_mysql_server& server();

/// The database `t2s_shop` on it, with the read-only user of docs/mysql.md.
mysql_server_place shop();
/// The same with a user with all rights.
mysql_server_place shop_of_root();

/// Whether it is MariaDB, which has sequences and JSON as text.
bool is_mariadb();

/// The duration of `f`.
template <class F>
std::chrono::nanoseconds time_of(F const& f) {
  auto const begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::steady_clock::now() - begin;
}

/// The `t2s::error` that `f` throws; fails the test if it throws none.
template <class F>
failure failure_of(F const& f) {
  try {
    f();
  } catch (error const& e) {
    BOOST_TEST(!e.details().text().empty());
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

/// What the server still executes for the reader, after it had time to notice.
std::string active_statements();

}  // namespace t2s::test

namespace t2s {
inline std::ostream& boost_test_print_type(std::ostream& out, errc code) { return out << name_of(code); }
inline std::ostream& boost_test_print_type(std::ostream& out, value const& v) { return out << to_sql(v); }
}  // namespace t2s

#endif
