// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/detail/value.hpp"

#include <sqlite3.h>
#include <boost/test/unit_test.hpp>
#include <limits>

using namespace t2s;

namespace {

/// SQLite's reading of a literal: its text, and the name of its type.
std::pair<std::string, std::string> in_sqlite(std::string const& literal) {
  sqlite3* db = nullptr;
  sqlite3_open(":memory:", &db);
  sqlite3_stmt* statement = nullptr;
  auto const sql = "SELECT " + literal + ", typeof(" + literal + ")";
  BOOST_REQUIRE_EQUAL(sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr), SQLITE_OK);
  sqlite3_step(statement);
  auto const text = [&](int i) {
    auto const* bytes = static_cast<char const*>(sqlite3_column_blob(statement, i));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, i))) : std::string();
  };
  std::pair result(text(0), text(1));
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(values)

BOOST_AUTO_TEST_CASE(a_literal_comes_back_from_sqlite_as_the_value) {
  auto const expect = [](value const& v, char const* text, char const* type) {
    auto const [got, kind] = in_sqlite(to_sql(v));
    BOOST_TEST(got == text);
    BOOST_TEST(kind == type);
  };
  expect(null_t(), "", "null");
  expect(std::int64_t{-7}, "-7", "integer");
  expect(std::numeric_limits<std::int64_t>::max(), "9223372036854775807", "integer");
  expect(1.0, "1.0", "real");
  expect(1e300, "1.0e+300", "real");
  expect("it's; -- 'quoted'", "it's; -- 'quoted'", "text");
  expect(std::numeric_limits<double>::infinity(), "Inf", "real");
  expect(blob{{std::byte{'a'}, std::byte{0x0A}, std::byte{'z'}}}, "a\nz", "blob");
}

BOOST_AUTO_TEST_CASE(values_are_shown_as_people_read_them) {
  BOOST_TEST(to_string(null_t()) == "NULL");
  BOOST_TEST(to_string(2.0) == "2.0");
  BOOST_TEST(to_string(0.1) == "0.1");
  BOOST_TEST(to_string("x") == "x");
  BOOST_TEST(to_string(blob{{std::byte{0x0A}, std::byte{0x1B}}}) == "X'0A1B'");
}

BOOST_AUTO_TEST_CASE(kinds_are_kept_apart) {
  BOOST_TEST((value(std::int64_t{1}) != value(1.0)));
  BOOST_TEST((value("1") != value(std::int64_t{1})));
  BOOST_TEST((value() == value(null_t())));
  BOOST_TEST(value("x").text() != nullptr);
  BOOST_TEST(value("x").integer() == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
