// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/telemetry/detail/query_text.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using t2s::sql::dialect;
using t2s::telemetry::operation_of;
using t2s::telemetry::without_literals;

BOOST_AUTO_TEST_SUITE(telemetry_query_text)

BOOST_AUTO_TEST_CASE(literals_and_comments_are_left_out) {
  BOOST_TEST(without_literals("SELECT name FROM bees WHERE owner = 'Ann Lee' AND age>30 -- Ann's\nLIMIT 5", dialect::sqlite) ==
             "SELECT name FROM bees WHERE owner = ? AND age>? LIMIT ?");
  BOOST_TEST(without_literals("SELECT x'0A', 1.5e3, NULL /* secret */, ?1", dialect::sqlite) == "SELECT ?, ?, NULL , ?1");
}

BOOST_AUTO_TEST_CASE(names_in_double_quotes_may_be_texts) {
  BOOST_TEST(without_literals("SELECT 1 FROM t WHERE a = \"Ann\"", dialect::sqlite) == "SELECT ? FROM t WHERE a = ?");
  BOOST_TEST(without_literals("SELECT 1 FROM t WHERE a = \"Ann\"", dialect::mysql) == "SELECT ? FROM t WHERE a = ?");
  BOOST_TEST(without_literals("SELECT \"my name\" FROM t", dialect::postgres) == "SELECT \"my name\" FROM t");
  BOOST_TEST(without_literals("SELECT `my name`, [b c] FROM t", dialect::sqlite) == "SELECT `my name`, [b c] FROM t");
}

BOOST_AUTO_TEST_CASE(texts_of_every_dialect_are_left_out) {
  for (auto const* sql : {"SELECT $$secret$$", "SELECT $a$secret$a$", "SELECT E'sec\\'ret'", "SELECT U&'secret'"})
    BOOST_TEST(without_literals(sql, dialect::postgres).find("cret") == std::string::npos, sql);
  for (auto const* sql : {"SELECT 'it''s secret'", "SELECT 'it\\'s secret'", "SELECT N'secret'", "SELECT _utf8'secret'"})
    BOOST_TEST(without_literals(sql, dialect::mysql).find("secret") == std::string::npos, sql);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_not_said) {
  BOOST_TEST(without_literals("SELECT 'secret", dialect::sqlite) == "?");
  BOOST_TEST(without_literals("SELECT name FROM t WHERE x = 'a' \xE2\x80\x98secret\xE2\x80\x99 !", dialect::sqlite) == "?");
  BOOST_TEST(without_literals("", dialect::sqlite) == "");
}

BOOST_AUTO_TEST_CASE(the_operation_is_the_first_word) {
  BOOST_TEST(operation_of(" select 1") == "SELECT");
  BOOST_TEST(operation_of("With x AS (SELECT 1) SELECT * FROM x") == "WITH");
  BOOST_TEST(operation_of("(SELECT 1)") == "");
  BOOST_TEST(operation_of("") == "");
  BOOST_TEST(operation_of("somebodywrotethisinsteadofsql") == "");
}

BOOST_AUTO_TEST_SUITE_END()
