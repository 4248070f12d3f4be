// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>

using namespace t2s::evaluation;

BOOST_AUTO_TEST_SUITE(official_text)

// The text that the official program executes, with its version of sqlparse (0.4.2).
BOOST_AUTO_TEST_CASE(first_statements) {
  std::vector<std::pair<std::string, std::string>> const cases{
      {"SELECT 1; SELECT 2", "SELECT 1; "},
      {"SELECT ';' ; x", "SELECT ';' ; "},
      {"SELECT (1; 2) ; 3", "SELECT (1; 2) ; "},
      {"SELECT 1; -- a\nSELECT 2", "SELECT 1; -- a\n"},
      {"SELECT 1;\nSELECT 2", "SELECT 1;"},
      {"SELECT 1 /* ; */ ; 2", "SELECT 1 /* ; */ ; "},
      {"SELECT 1 /* ; 2", "SELECT 1 /* ; "},
      {"SELECT 'a ; b", "SELECT 'a ; "},
      {"SELECT 'it''s ; ' ; b", "SELECT 'it''s ; ' ; "},
      {"SELECT 'a\\' ; b' ; c", "SELECT 'a\\' ; b' ; "},
      {"SELECT `a;b` ; c", "SELECT `a;b` ; "},
      {"SELECT [a;b] ; c", "SELECT [a;b] ; "},
      {"CREATE TRIGGER t BEGIN SELECT 1; END; x", "CREATE TRIGGER t BEGIN SELECT 1; END; "},
      {"SELECT CASE WHEN 1 THEN 2 END ; 3", "SELECT CASE WHEN 1 THEN 2 END ; "},
      {"SELECT DISTINCT a, count(distinct b), 'distinct', distincts", "SELECT  a, count( b), 'distinct', distincts"},
      {"SELECT `distinct`, \"distinct\" -- distinct", "SELECT `distinct`, \"distinct\" -- distinct"},
      {"SELECT a.distinct", "SELECT a."},
      {"SELECT $a$ ; $A$ ; 2", "SELECT $a$ ; $A$ ; "},
      {"SELECT $a$ ; $b$ ; 2", "SELECT $a$ ; "},
      {"SELECT $$ ; $$ ; 2", "SELECT $$ ; $$ ; "},
      {"", ""},
      {" \n ", ""},
  };
  for (auto const& [sql, expected] : cases) BOOST_TEST(official_sql(sql) == expected);
}

BOOST_AUTO_TEST_CASE(what_is_not_closed_takes_no_long_search) {
  std::string dollars = "SELECT", tags = "SELECT", comments = "SELECT";
  for (int i = 0; i < 100'000; ++i) {
    dollars += " $a$b";
    tags.append(" $t").append(std::to_string(i)).append("$");
    comments += " /*";
  }
  for (auto const& sql : {dollars, tags, comments}) BOOST_TEST(official_sql(sql).size() == sql.size());
}

BOOST_AUTO_TEST_CASE(any_bytes) {
  for (int byte = 0; byte < 256; ++byte) {
    std::string const s = std::string("SELECT ") + static_cast<char>(byte) + "x" + static_cast<char>(byte);
    BOOST_TEST(official_sql(s).starts_with("SELECT"));
  }
}

BOOST_AUTO_TEST_SUITE_END()
