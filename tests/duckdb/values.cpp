// SPDX-License-Identifier: BSL-1.0
// DuckDB's types as values, compared with the texts to which DuckDB itself casts them.
#include "support.hpp"

#include <limits>

using namespace t2s;
using namespace t2s::test;

namespace {

struct connected : shop_file {
  db::duckdb_connection db{file};

  /// The one value of an expression, and the name of its type.
  void is(std::string const& expression, value const& expected, std::string const& type) {
    auto const e = db.execute("SELECT " + expression);
    BOOST_REQUIRE_MESSAGE(e.ok(), expression << ": " << (e.failure ? e.failure->text() : ""));
    BOOST_TEST_CONTEXT(expression) {
      BOOST_TEST(e.rows.values.at(0).at(0) == expected);
      BOOST_TEST(e.rows.types.at(0) == type);
    }
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_values, connected)

BOOST_AUTO_TEST_CASE(numbers_without_loss) {
  is("true", 1, "BOOLEAN");
  is("(-128)::TINYINT", -128, "TINYINT");
  is("(-32768)::SMALLINT", -32768, "SMALLINT");
  is("2147483647::INTEGER", 2147483647, "INTEGER");
  is("(-9223372036854775808)::BIGINT", std::numeric_limits<std::int64_t>::min(), "BIGINT");
  is("255::UTINYINT", 255, "UTINYINT");
  is("65535::USMALLINT", 65535, "USMALLINT");
  is("4294967295::UINTEGER", std::int64_t{4294967295}, "UINTEGER");
  is("9223372036854775807::UBIGINT", std::numeric_limits<std::int64_t>::max(), "UBIGINT");
  is("18446744073709551615::UBIGINT", "18446744073709551615", "UBIGINT");
  is("170141183460469231731687303715884105727::HUGEINT", "170141183460469231731687303715884105727", "HUGEINT");
  is("(-170141183460469231731687303715884105728)::HUGEINT", "-170141183460469231731687303715884105728", "HUGEINT");
  is("(-7)::HUGEINT", -7, "HUGEINT");
  is("340282366920938463463374607431768211455::UHUGEINT", "340282366920938463463374607431768211455", "UHUGEINT");
  is("sum(1)", 1, "HUGEINT");
}

BOOST_AUTO_TEST_CASE(decimal_numbers) {
  is("1.50::DECIMAL(3, 2)", 1.5, "DECIMAL");
  is("(-0.07)::DECIMAL(4, 2)", -0.07, "DECIMAL");
  is("12.00::DECIMAL(9, 2)", 12, "DECIMAL");
  is("1234567890123.45::DECIMAL(18, 2)", 1234567890123.45, "DECIMAL");
  is("12345678901234567890123456789.123456789::DECIMAL(38, 9)", "12345678901234567890123456789.123456789", "DECIMAL");
  is("(-12345678901234567890123456789.000000000)::DECIMAL(38, 9)", "-12345678901234567890123456789", "DECIMAL");
  is("0.1", 0.1, "DECIMAL");
}

BOOST_AUTO_TEST_CASE(reals) {
  is("0.1::DOUBLE", 0.1, "DOUBLE");
  is("0.1::FLOAT", 0.1, "FLOAT");
  is("1e300::DOUBLE", 1e300, "DOUBLE");
  is("'inf'::DOUBLE", std::numeric_limits<double>::infinity(), "DOUBLE");
  is("'-inf'::FLOAT", -std::numeric_limits<double>::infinity(), "FLOAT");
  is("'nan'::DOUBLE", "NaN", "DOUBLE");
}

BOOST_AUTO_TEST_CASE(texts_and_bytes) {
  is("'twelve bytes'", "twelve bytes", "VARCHAR");
  is("'thirteen byte'", "thirteen byte", "VARCHAR");
  is("''", "", "VARCHAR");
  is("NULL", value(), "INTEGER");
  is("'\\x00\\xFFa'::BLOB", blob{{std::byte{0}, std::byte{255}, std::byte{'a'}}}, "BLOB");
  is("'{\"a\": [1, 2]}'::JSON", "{\"a\": [1, 2]}", "JSON");
}

BOOST_AUTO_TEST_CASE(all_other_types_are_what_duckdb_casts_them_to) {
  administrator const admin(folder / "other.duckdb");
  admin.run("SET TimeZone = 'UTC'");
  std::pair<char const*, char const*> const all[] = {{"DATE '2025-01-31'", "DATE"},
                                                     {"DATE '0044-03-15 (BC)'", "DATE"},
                                                     {"TIME '12:34:56.789'", "TIME"},
                                                     {"TIMETZ '12:34:56+02'", "TIME WITH TIME ZONE"},
                                                     {"TIMESTAMP '2025-01-31 12:00:00.5'", "TIMESTAMP"},
                                                     {"TIMESTAMPTZ '2025-01-31 12:00:00+02'", "TIMESTAMP WITH TIME ZONE"},
                                                     {"TIMESTAMP_S '2025-01-31 12:00:00'", "TIMESTAMP_S"},
                                                     {"TIMESTAMP_MS '2025-01-31 12:00:00'", "TIMESTAMP_MS"},
                                                     {"TIMESTAMP_NS '2025-01-31 12:00:00.123456789'", "TIMESTAMP_NS"},
                                                     {"INTERVAL '1 year 2 days 03:04:00'", "INTERVAL"},
                                                     {"'00112233-4455-6677-8899-aabbccddeeff'::UUID", "UUID"},
                                                     {"'0101'::BIT", "BIT"},
                                                     {"'paid'::ENUM('open', 'paid')", "ENUM"},
                                                     {"[1, NULL, 3]", "LIST"},
                                                     {"[1, 2]::INTEGER[2]", "ARRAY"},
                                                     {"{'a': 1, 'b': 'it''s'}", "STRUCT"},
                                                     {"MAP {'k': [1]}", "MAP"},
                                                     {"union_value(n := 2)", "UNION"}};
  for (auto const& [expression, type] : all) is(expression, admin.one(std::string("SELECT ") + expression), type);
}

BOOST_AUTO_TEST_CASE(order_names_and_nulls_stay_where_values_are_cast) {
  auto const e = db.execute(
      "SELECT bought AS same, id AS same, NULL::DATE FROM purchase WHERE id < 3 UNION ALL SELECT NULL, NULL, NULL ORDER BY 1 DESC NULLS "
      "FIRST; "
      "-- end");
  BOOST_REQUIRE(e.ok());
  std::vector<std::vector<value>> const expected{
      {value(), value(), value()}, {"2025-04-01 00:00:00+00", 2, value()}, {"2025-03-01 11:00:00+00", 1, value()}};
  BOOST_TEST((e.rows.values == expected));
  BOOST_TEST(e.rows.columns[0] == "same");
  BOOST_TEST(e.rows.columns[1] == "same");
  auto const many = db.execute("SELECT DATE '2000-01-01' + CAST(i AS INTEGER), i FROM range(100000) AS r(i) ORDER BY i DESC");
  BOOST_REQUIRE(many.ok());
  for (std::size_t i = 0; i < many.rows.values.size(); ++i)
    BOOST_REQUIRE(many.rows.values[i][1] == value(static_cast<std::int64_t>(99'999 - i)));
}

BOOST_AUTO_TEST_CASE(times_are_shown_in_the_zone_of_the_options) {
  db::duckdb_options o;
  o.time_zone = "Asia/Tokyo";
  db::duckdb_connection tokyo(file, o);
  BOOST_TEST(first_value(tokyo.execute("SELECT bought FROM purchase WHERE id = 1")) == value("2025-03-01 20:00:00+09"));
  o.time_zone = "Nowhere/At_all";
  BOOST_TEST(failure_of([&] { db::duckdb_connection(file, o); }).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
