// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/terminate/repeated.hpp"

#include "support/scripted_database.hpp"
#include "t2s/sql/mysql.hpp"

#include <boost/test/unit_test.hpp>
#include <initializer_list>

using namespace t2s;

namespace {

bool stops(std::initializer_list<char const*> attempts, terminate::same_sql const& when = {}, sql::grammar const* dialect = nullptr) {
  llm::no_model model;
  tests::scripted_database database{.shape = schema::database({}, dialect)};
  context ctx(model, database);
  history<facts<>> past;
  for (auto const* sql : attempts) past.open(candidate(sql));
  auto const why = when.done(ctx, past);
  if (why) BOOST_TEST(why->why == "same SQL");
  return why.has_value();
}

terminate::same_sql const as_text{.text = true};

}  // namespace

BOOST_AUTO_TEST_SUITE(same_sql)

BOOST_AUTO_TEST_CASE(a_first_attempt_repeats_nothing) { BOOST_TEST(!stops({"SELECT 1"})); }

BOOST_AUTO_TEST_CASE(equal_trees_are_the_same) {
  BOOST_TEST(stops({"SELECT a FROM t", "SELECT a FROM t"}));
  BOOST_TEST(stops({"SELECT a FROM t WHERE b = 'x'", "select a\n  from t -- all\nwhere (b = 'x');"}));
}

BOOST_AUTO_TEST_CASE(other_trees_are_not) {
  BOOST_TEST(!stops({"SELECT a FROM t", "SELECT b FROM t"}));
  BOOST_TEST(!stops({"SELECT a FROM t WHERE b = 'x'", "SELECT a FROM t WHERE b = 'X'"}));
  BOOST_TEST(!stops({"SELECT a FROM t", "SELECT DISTINCT a FROM t"}));
}

// Names of tables, columns and functions have no case unless they are quoted; texts have one.
BOOST_AUTO_TEST_CASE(case_counts_in_quotes_alone) {
  BOOST_TEST(stops({"SELECT count(a) FROM t", "SELECT COUNT(A) FROM T"}));
  BOOST_TEST(stops({"SELECT T1.Name FROM shop AS T1 -- It's all", "SELECT t1.name FROM Shop AS t1"}));
  BOOST_TEST(!stops({"SELECT a FROM t WHERE b = 'Oslo'", "SELECT A FROM t WHERE b = 'oslo'"}));
  BOOST_TEST(!stops({"SELECT \"A\" FROM t", "SELECT \"a\" FROM t"}));
  BOOST_TEST(!stops({"SELECT a FROM Shop", "SELECT a FROM shop"}, {}, &sql::mysql));
  BOOST_TEST(!stops({"SELECT a FROM t", "SELECT A FROM t"}, as_text));
}

BOOST_AUTO_TEST_CASE(only_the_one_before_counts) { BOOST_TEST(!stops({"SELECT 1", "SELECT 2", "SELECT 1"})); }

BOOST_AUTO_TEST_CASE(what_does_not_parse_is_compared_as_text) {
  BOOST_TEST(stops({"SELECT FROM WHERE", " SELECT FROM WHERE\n"}));
  BOOST_TEST(!stops({"SELECT FROM WHERE", "SELECT FROM"}));
  BOOST_TEST(!stops({"SELECT 1", "SELECT FROM"}));
}

BOOST_AUTO_TEST_CASE(text_is_compared_where_that_is_wanted) {
  BOOST_TEST(stops({"SELECT 1", "\n SELECT 1 \t"}, as_text));
  BOOST_TEST(stops({"SELECT 1", "SELECT 1 ; ;\n"}, as_text));
  BOOST_TEST(stops({"", ";"}, as_text));
  BOOST_TEST(!stops({"SELECT 1", "select 1"}, as_text));
}

BOOST_AUTO_TEST_CASE(the_dialect_is_that_of_the_database) {
  BOOST_TEST(!stops({"SELECT a FROM t LIMIT 1, 2", "SELECT a FROM t LIMIT 2 OFFSET 1 /* x */ FOR UPDATE"}));
  BOOST_TEST(stops({"SELECT a FROM t WHERE b <=> 1", "select a from t where b <=> 1"}, {}, &sql::mysql));
  BOOST_TEST(!stops({"SELECT a FROM t WHERE b <=> 1", "select a from t where b <=> 1"}));
}

BOOST_AUTO_TEST_SUITE_END()
