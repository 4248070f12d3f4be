// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/link/detail/names_used.hpp"

#include "support/table.hpp"
#include "t2s/retrieve/link/detail/near_values.hpp"
#include "t2s/sql/dialects.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using test::table;

namespace {

schema::database const d({table("mill", {"id", "name", "country"}), table("keeper", {"id", "name", "mill_id"})});

std::string touched(std::string_view sql) {
  std::string s;
  for (auto const& [t, columns] : link::touched_by(sql, d)) {
    s.append(s.empty() ? "" : " ").append(t->name).append(":");
    for (auto const* c : columns) s.append(c == columns.front() ? "" : ",").append(c->name);
  }
  return s;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(touched_columns)

BOOST_AUTO_TEST_CASE(names_lead_to_the_schema) {
  BOOST_TEST(touched("SELECT T2.name, T1.NAME FROM Mill AS T1 JOIN keeper AS T2 ON T1.id = T2.mill_id WHERE T1.name = 'x'") ==
             "mill:name,id keeper:name,mill_id");
  BOOST_TEST(touched("SELECT count(*) FROM mill") == "mill:");
  BOOST_TEST(touched("SELECT n FROM (SELECT name AS n FROM mill)") == "mill:name");
  BOOST_TEST(touched("WITH w AS (SELECT id FROM keeper) SELECT country FROM mill WHERE id IN (SELECT id FROM w)").find("keeper:id") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_left_out) {
  BOOST_TEST(touched("SELECT nam, country FROM mill JOIN mills") == "mill:country");
  BOOST_TEST(touched("SELECT name FROM") == "");
  BOOST_TEST(touched("SELECT country, \"name\" FROM mill WHERE (") == "mill:country,name");
  schema::database const quoted({table("a\"b", {"c'd", "e"})});
  auto const found = link::touched_by("SELECT \"c'd\" FROM FROM \"a\"\"b\"", quoted);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].columns.size() == 1u);
  BOOST_TEST(touched("keeper and mill: I cannot say which name") == "keeper:name mill:name");
}

BOOST_AUTO_TEST_CASE(words_are_those_of_the_dialect) {
  schema::database const in_mysql(d.tables(), &sql::mysql), in_postgres(d.tables(), &sql::postgres);
  auto const tables = [](std::string_view sql, schema::database const& of) { return link::touched_by(sql, of).size(); };
  BOOST_TEST(tables("SELECT FROM FROM `mill` WHERE name = \"keeper\" # keeper", in_mysql) == 1u);
  BOOST_TEST(tables("SELECT FROM FROM mill WHERE name = 'it\\'s keeper'", in_mysql) == 1u);
  BOOST_TEST(tables("SELECT FROM FROM \"mill\" WHERE name = $$it's keeper$$", in_postgres) == 1u);
}

BOOST_AUTO_TEST_CASE(texts_of_the_dialect_are_asked_for) {
  link::asked_words const in_mysql("Who?", "SELECT 1 FROM t WHERE a = 'it\\'s' AND b = \"c\\\\d\" # 'gone'", sql::mysql);
  BOOST_TEST(in_mysql.nearness("it's") == 2.0);
  BOOST_TEST(in_mysql.nearness("c\\d") == 2.0);
  BOOST_TEST(in_mysql.nearness("gone") < 2.0);
  link::asked_words const in_postgres("Who?", "SELECT 1 FROM t WHERE \"Size\" = $$O'Neil$$ AND b = E'a\\'b'", sql::postgres);
  BOOST_TEST(in_postgres.nearness("O'Neil") == 2.0);
  BOOST_TEST(in_postgres.nearness("a'b") == 2.0);
  BOOST_TEST(in_postgres.nearness("Size") < 2.0);  // a name there
}

BOOST_AUTO_TEST_CASE(near_values_come_first) {
  link::asked_words const words("Which French mills made 12 in the Old Wheel?",
                                "SELECT 1 FROM mill WHERE country = 'french' AND kind = 'steam mill'", sql::sqlite);
  auto const near = [&](value const& v) { return words.nearness(v); };
  BOOST_TEST(near("French") == 2.0);  // the same except for case
  BOOST_TEST(near("Steam Mill") == 2.0);
  BOOST_TEST(near(12) == 2.0);
  BOOST_TEST(near(13) == 0.0);
  BOOST_TEST(near("France") > 0.5);  // two letters of six
  BOOST_TEST(near("Finland") == 0.0);
  BOOST_TEST(near("Big Wheel") == 1.0);
  link::asked_words const quoted("Who?", "SELECT 1 WHERE name = 'O''Brien' OR name = \"say \"\"no\"\"\"", sql::sqlite);
  BOOST_TEST(quoted.nearness("O'Brien") == 2.0);
  BOOST_TEST(quoted.nearness("Say \"no\"") == 2.0);
  BOOST_TEST(quoted.nearness("O''Brien") < 2.0);
  BOOST_TEST(near(null_t()) == 0.0);
  BOOST_TEST(near("") == 0.0);
  std::vector<std::vector<value>> const rows{{"Norway"}, {"France"}, {"Denmark"}, {"French"}, {}};
  auto const best = words.nearest(rows, 3);
  BOOST_REQUIRE(best.size() == 3u);
  BOOST_TEST(*best[0].text() == "French");
  BOOST_TEST(*best[1].text() == "France");
  BOOST_TEST(*best[2].text() == "Norway");
}

BOOST_AUTO_TEST_SUITE_END()
