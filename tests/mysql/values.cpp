// SPDX-License-Identifier: BSL-1.0
// Values of every type, as a server sends them.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct connected {
  db::mysql_connection db{shop().text()};

  /// The value of `expression`, and the server's name of its type.
  void gives(std::string const& expression, value const& expected, std::string const& type) {
    auto const e = db.execute("SELECT " + expression);
    BOOST_TEST_CONTEXT(expression) {
      BOOST_TEST(first_value(e) == expected);
      BOOST_TEST(e.rows.types.at(0) == type);
    }
  }
};

blob bytes(std::initializer_list<int> all) {
  blob b;
  for (int const n : all) b.bytes.push_back(static_cast<std::byte>(n));
  return b;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_values, connected)

BOOST_AUTO_TEST_CASE(computed_ones) {
  gives("1", 1, "int");
  gives("-9223372036854775808", std::int64_t(-9223372036854775807LL - 1), "bigint");
  gives("18446744073709551615", "18446744073709551615", "bigint unsigned");
  gives("9223372036854775807 + 0", std::int64_t{9223372036854775807LL}, "bigint");
  gives("1.50", 1.5, "decimal");
  gives("0.1", 0.1, "decimal");
  gives("12345678901234567890.123456789", "12345678901234567890.123456789", "decimal");
  gives("CAST('100.00' AS decimal(20, 2))", 100, "decimal");
  gives("1e300", 1e300, "double");
  gives("0.1e0 + 0.2e0", 0.30000000000000004, "double");
  gives("NULL", null_t(), "null");
  gives("'it\\'s'", "it's", "varchar");
  gives("'äöü'", "äöü", "varchar");
  gives("x'00FF'", bytes({0, 255}), "varbinary");
  gives("CAST('a' AS binary)", bytes({'a'}), "varbinary");
  gives("DATE '2025-01-02'", "2025-01-02", "date");
  gives("TIME '-838:59:59'", "-838:59:59", "time");
  gives("TIMESTAMP '2025-01-02 03:04:05.000600'", "2025-01-02 03:04:05.000600", "datetime");
  gives("JSON_OBJECT('a', 1)", "{\"a\": 1}", "json");
  gives("FROM_UNIXTIME(0)", "1970-01-01 00:00:00", "datetime");
}

BOOST_AUTO_TEST_CASE(stored_ones) {
  mysql_administrator const admin(shop_of_admin());
  admin.run(
      "CREATE TABLE kinds (a tinyint(1), b tinyint unsigned, c smallint, d mediumint, e int unsigned, f bigint unsigned, g decimal(65, 30),"
      " h float, i double, j bit(1), k bit(64), l year, m char(5), n varbinary(9), o tinytext, p longblob, q enum('x', 'y'), r set('x', "
      "'y'),"
      " s json, t timestamp(3) NULL, u point, v binary(3), w int(5) zerofill)");
  admin.run(
      "INSERT INTO kinds VALUES (true, 255, -1, 8388607, 4294967295, 18446744073709551615, 0.5, 1.5, 2.25, b'1', 0xFFFFFFFFFFFFFFFF, 2025,"
      " 'ab  ', 'a', 'text', x'01', 'y', 'x,y', '[1, 2]', '2025-01-02 03:04:05.678', ST_GeomFromText('POINT(1 2)'), 'a', 7)");
  auto const e = db.execute("SELECT * FROM kinds");
  auto const empty = db.execute("SELECT * FROM kinds WHERE a IS NULL");
  admin.run("DROP TABLE kinds");
  BOOST_REQUIRE(e.ok());
  auto row = e.rows.values.at(0);
  BOOST_TEST(row[20].bytes()->bytes.size() == 25U);  // its own format of a point
  row[20] = null_t();
  std::pair<value, char const*> const expected[] = {{1, "tinyint(1)"},
                                                    {255, "tinyint unsigned"},
                                                    {-1, "smallint"},
                                                    {8388607, "mediumint"},
                                                    {std::int64_t{4294967295}, "int unsigned"},
                                                    {"18446744073709551615", "bigint unsigned"},
                                                    {0.5, "decimal"},
                                                    {1.5, "float"},
                                                    {2.25, "double"},
                                                    {1, "bit"},
                                                    {"18446744073709551615", "bit"},
                                                    {2025, "year"},
                                                    {"ab", "char"},
                                                    {bytes({'a'}), "varbinary"},
                                                    {"text", "text"},
                                                    {bytes({1}), "blob"},
                                                    {"y", "enum"},
                                                    {"x,y", "set"},
                                                    {"[1, 2]", "json"},
                                                    {"2025-01-02 03:04:05.678", "timestamp"},
                                                    {null_t(), is_mariadb() ? "point" : "geometry"},
                                                    {bytes({'a', 0, 0}), "binary"},
                                                    {7, "int unsigned"}};
  BOOST_REQUIRE(row.size() == std::size(expected));
  for (std::size_t i = 0; i < row.size(); ++i) {
    BOOST_TEST(row[i] == expected[i].first, i);
    BOOST_TEST(e.rows.types.at(i) == expected[i].second);
  }
  BOOST_TEST(empty.rows.types == e.rows.types, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
