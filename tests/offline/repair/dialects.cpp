// SPDX-License-Identifier: BSL-1.0
// Repair follows the dialect of the schema: what is parsed, quoted and translated. The database is a stand-in that fails as PostgreSQL
// does where a name is missing, and otherwise returns one row.
#include "support/table.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "t2s/sql/dialects.hpp"
#include "t2s/sql/resolve.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace t2s;

namespace {

schema::database shops_in(sql::grammar const& grammar) {
  return schema::database({test::table("Shops", {"shopName", "city", "opened"}, "TEXT")}, &grammar);
}

struct stand_in {
  schema::database shape;

  [[nodiscard]] schema::database const& schema() const { return shape; }
  [[nodiscard]] db::execution execute(std::string sql) const {
    auto const parsed = sql::parse(sql, shape);
    if (!parsed) return db::execution(failure{errc::sql_syntax, to_string(parsed.error()), {}, {}, {}});
    for (auto const& p : sql::resolve(*parsed, shape).problems)
      if (p.what.code == errc::no_such_table || p.what.code == errc::no_such_column) return db::execution(p.what);
    return db::execution(db::rows{{"1"}, {{value(1)}}});
  }
  [[nodiscard]] db::execution sample(std::string, std::size_t) const { return {}; }
  [[nodiscard]] db::execution distinct(std::string, std::string, std::size_t) const { return {}; }
};

std::string repaired(sql::grammar const& grammar, std::string sql) {
  stand_in database{shops_in(grammar)};
  repair::repairer const repairs{std::make_shared<knowledge::lexicon const>(database.shape),
                                 {.reads = false, .dialects = sql::other_dialects}};
  return repairs.repair(database, std::move(sql)).sql;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(repair_dialects)

BOOST_AUTO_TEST_CASE(what_a_database_reads_itself_stays) {
  BOOST_TEST(repaired(sql::postgres, "SELECT to_char(opened::date, 'YYYY'), city || 'x' FROM shop WHERE city ILIKE 'o%'") ==
             "SELECT to_char(opened::date, 'YYYY'), city || 'x' FROM \"Shops\" WHERE city ILIKE 'o%'");
  BOOST_TEST(repaired(sql::mysql, "SELECT YEAR(opened), `cty` FROM Shops WHERE opened < NOW() - INTERVAL 1 DAY") ==
             "SELECT YEAR(opened), city FROM Shops WHERE opened < NOW() - INTERVAL 1 DAY");
}

BOOST_AUTO_TEST_CASE(new_names_are_quoted_where_the_database_would_fold_them) {
  BOOST_TEST(repaired(sql::postgres, "SELECT shop_name FROM \"Shops\"") == "SELECT \"shopName\" FROM \"Shops\"");
  BOOST_TEST(repaired(sql::mysql, "SELECT shop_name FROM Shops") == "SELECT shopName FROM Shops");
  BOOST_TEST(repaired(sql::sqlite, "SELECT shop_name FROM Shops") == "SELECT shopName FROM Shops");
}

BOOST_AUTO_TEST_CASE(other_dialects_are_read_into_it) {
  BOOST_TEST(repaired(sql::postgres, "SELECT `city` FROM `Shops` WHERE city = \"Oslo\"") ==
             "SELECT city FROM \"Shops\" WHERE city = 'Oslo'");
  BOOST_TEST(repaired(sql::postgres, "SELECT TOP 2 city FROM \"Shops\" ORDER BY opened") ==
             "SELECT city FROM \"Shops\" ORDER BY opened LIMIT 2");
  BOOST_TEST(repaired(sql::mysql, "SELECT city::text FROM Shops") == "SELECT CAST(city AS CHAR) FROM Shops");
}

BOOST_AUTO_TEST_CASE(texts_are_left_as_they_are) {
  BOOST_TEST(repaired(sql::mysql, "SELECT city, FROM Shops WHERE city = 'O\\'Hara, from here'") ==
             "SELECT city FROM Shops WHERE city = 'O\\'Hara, from here'");
  BOOST_TEST(repaired(sql::postgres, "SELECT city, FROM \"Shops\" WHERE city = $$O'Hara, from here$$") ==
             "SELECT city FROM \"Shops\" WHERE city = $$O'Hara, from here$$");
  BOOST_TEST(repaired(sql::sqlite, "SELECT `city` || 'a' FROM Shops WHERE city = 'O\\'Hara || x'") ==
             "SELECT `city` || 'a' FROM Shops WHERE city = 'O''Hara || x'");
}

BOOST_AUTO_TEST_CASE(apostrophes_are_doubled_within_quotes_that_end_at_them) {
  BOOST_TEST(repaired(sql::postgres, "SELECT city FROM \"Shops\" WHERE city = N'O'Hara'") ==
             "SELECT city FROM \"Shops\" WHERE city = N'O''Hara'");
  BOOST_TEST(repaired(sql::postgres, "SELECT city FROM \"Shops\" WHERE city = E'O'Hara'") ==
             "SELECT city FROM \"Shops\" WHERE city = E'O''Hara'");
  BOOST_TEST(repaired(sql::mysql, "SELECT city, FROM Shops WHERE city = \"O'Hara\"") == "SELECT city FROM Shops WHERE city = \"O'Hara\"");
}

BOOST_AUTO_TEST_CASE(a_draft_is_read_in_it) {
  BOOST_TEST(repaired(sql::postgres, "```sql\nSELECT city::text FROM \"Shops\"\n```") == "SELECT city::text FROM \"Shops\"");
}

BOOST_AUTO_TEST_SUITE_END()
