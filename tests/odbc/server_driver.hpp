// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_ODBC_SERVER_DRIVER_HPP
#define T2S_TESTS_ODBC_SERVER_DRIVER_HPP

#include "db/conformance/hostile.hpp"
#include "db/conformance/pool.hpp"
#include "support.hpp"
#include "support/program_shop.hpp"

#include <iostream>

/// What the tests of a driver for a server share.
namespace t2s::test {

/// Starts the server of these tests. False, with the reason on the output, where the driver or the server is missing.
template <class Shop>
bool starts_behind(std::string const& driver, std::string const& package) {
  if (!has_driver(driver, package)) return false;
  try {
    program_shop<Shop>::instance() = std::make_unique<Shop>();
  } catch (std::runtime_error const& e) {
    std::cout << "SKIPPED: test_odbc " << e.what() << std::endl;
  }
  return program_shop<Shop>::instance() != nullptr;
}

/// The defaults of an engine over such a driver. It also has `source_of(place)`.
template <class Engine, class Shop>
struct driver_defaults : conformance::engine_defaults {
  using connection = db::odbc_connection;
  using options = db::odbc_options;
  static constexpr bool streams = false;

  static Shop& service() { return *program_shop<Shop>::instance(); }
  static connection connect(options const& o, typename Shop::place const& at) { return connection(Engine::source_of(at), o); }
  static connection connect(options const& o = {}) { return connect(o, service().of_reader()); }
  static std::string rows_for_ever() { return Engine::rows(1'000'000); }  // the driver reads all of them first
  static std::string repeated(std::size_t n) { return "repeat('x', " + std::to_string(n) + ")"; }
};

/// Its hostile statements have less time, as drivers end none but by a time limit, and each 100 are looked at together.
template <class Engine>
struct driver_under_attack : Engine, conformance::attack_defaults {
  static constexpr std::chrono::milliseconds limit{20}, late{5000};
  static constexpr std::size_t checked_each = 100;
};

/// `columns`, the names of tables and columns that the server itself says, are in the schema.
inline void expect_columns(schema::database const& d, std::vector<std::vector<std::string>> const& columns) {
  BOOST_REQUIRE(columns.size() > 10U);
  for (auto const& row : columns) BOOST_TEST(table_of(d, row[0]).find_column(row[1]), row[0] << "." << row[1]);
}

inline void expect_values(db::odbc_connection& db, std::initializer_list<std::pair<char const*, value>> all) {
  for (auto const& [sql, expected] : all) BOOST_TEST(first_value(db.execute(std::string("SELECT ") + sql)) == expected, sql);
}

/// Wrong logins and places have codes of their own, and a connection whose session has ended makes another.
template <class Engine, class Place>
void expect_lost_and_found(Place const& wrong_login, Place const& wrong_database) {
  auto& shop = Engine::service();
  auto const code_of = [](Place const& at) { return failure_of([&] { Engine::connect({}, at); }).code; };
  BOOST_TEST(code_of(wrong_login) == errc::database_login_failed);
  BOOST_TEST(code_of(wrong_database) == errc::database_not_found);
  BOOST_TEST(code_of(shop.of_reader().at("127.0.0.1", "1")) == errc::database_unreachable);
  auto db = Engine::connect();
  shop.end_sessions();
  BOOST_TEST(settles_at(0U, [&] { return shop.sessions(); }));
  BOOST_TEST(failure_of([&] { std::ignore = db.execute("SELECT 1"); }).code == errc::database_lost);
  BOOST_TEST(first_value(db.execute("SELECT 2")) == value(2));
}

}  // namespace t2s::test

#endif
