// SPDX-License-Identifier: BSL-1.0
#include "t2s/db/sqlite/connection.hpp"

#include "support.hpp"

#include <cstdint>

using namespace t2s;
using namespace t2s::test;

namespace {

struct small {
  folder where{};
  db::sqlite_connection db{make_database(where / "small.db", small_world)};
};

db::execution run(db::sqlite_connection& db, std::string const& sql) {
  auto e = db.execute(sql);
  if (e.failure) BOOST_ERROR(sql << ": " << e.failure->text());
  return e;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_connection, small)

BOOST_AUTO_TEST_CASE(all_storage_classes_survive) {
  auto const e = run(db, "SELECT NULL, 9223372036854775807, -0.5, 'a' || char(0) || 'b', x'00FF', '', x'', CAST(x'FF41' AS TEXT), 9e999");
  BOOST_REQUIRE(e.rows.values.size() == 1u);
  auto const& row = e.rows.values[0];
  BOOST_TEST(row[0].is_null());
  BOOST_TEST(*row[1].integer() == INT64_MAX);
  BOOST_TEST(*row[2].real() == -0.5);
  BOOST_TEST(*row[3].text() == std::string("a\0b", 3));
  BOOST_TEST((*row[4].bytes() == blob{{std::byte{0}, std::byte{255}}}));
  BOOST_TEST(*row[5].text() == "");
  BOOST_TEST(row[6].bytes()->bytes.empty());
  BOOST_TEST(*row[7].text() == "\xFF\x41");
  BOOST_TEST(to_sql(row[8]) == "9e999");
}

BOOST_AUTO_TEST_CASE(knows_its_file) { BOOST_TEST(db.file() == std::filesystem::absolute(where / "small.db")); }

BOOST_AUTO_TEST_CASE(columns_are_named_even_without_rows) {
  auto const e = run(db, "SELECT name, name, count(*) FROM city WHERE 0 GROUP BY 1");
  BOOST_TEST(e.rows.columns == (std::vector<std::string>{"name", "name", "count(*)"}), boost::test_tools::per_element());
  BOOST_TEST(e.rows.empty());
}

BOOST_AUTO_TEST_CASE(samples_are_the_first_rows_of_the_users_tables) {
  auto const e = db.sample("COUNTRY", 2);
  BOOST_REQUIRE(e.rows.values.size() == 2u);
  BOOST_TEST(*e.rows.values[0][0].text() == "AT");
  BOOST_TEST(*e.rows.values[1][0].text() == "PE");
  BOOST_TEST(db.sample("sqlite_schema", 2).failure->code == errc::no_such_table);
}

BOOST_AUTO_TEST_CASE(offsets_count_from_the_start_of_the_text) {
  // Byte 20 is the first of "populace".
  auto const e = db.execute("; /* x */ ; SELECT  populace FROM city");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->offset.value_or(0) == 20u);
  BOOST_TEST(db.execute("SELECT 1; SELECT 2").failure->offset.value_or(0) == 9u);
}

BOOST_AUTO_TEST_SUITE_END()
