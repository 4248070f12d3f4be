// SPDX-License-Identifier: BSL-1.0
// PostgreSQL's dialect, compared with PostgreSQL's own parser if libpg_query is installed.
#include "dialect_support.hpp"
#include "postgres_analytics.hpp"
#include "postgres_queries.hpp"
#include "t2s/sql/postgres.hpp"
#include "t2s/sql/resolve.hpp"

#ifdef T2S_WITH_PG_QUERY
#include <pg_query.h>
#endif

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

constexpr speaker speaks{postgres};

/// The verdict of PostgreSQL's parser; true if it is not installed and cannot disagree.
bool agrees([[maybe_unused]] std::string const& sql, [[maybe_unused]] bool accepted) {
#ifdef T2S_WITH_PG_QUERY
  auto const parsed = pg_query_parse(sql.c_str());
  bool const theirs = !parsed.error;
  pg_query_free_parse_result(parsed);
  return theirs == accepted;
#else
  return true;
#endif
}

/// Both accept it, and both accept the printed text.
void takes_it(std::string const& sql) {
  BOOST_TEST(agrees(sql, true), sql);
  auto const p = parse(sql, {.grammar = postgres});
  if (!p) {
    BOOST_ERROR(sql << "\n" << to_string(p.error()));
    return;
  }
  BOOST_TEST((p->dialect() == dialect::postgres));
  BOOST_TEST(agrees(print(*p), true), print(*p));
  speaks.survives(*p);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    if (end != 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dialect_postgres)

BOOST_AUTO_TEST_CASE(takes) {
  for (auto const& sql : postgres_takes) takes_it(sql);
}

BOOST_AUTO_TEST_CASE(analytics) {
  auto const all = lines_of(postgres_analytics);
  BOOST_TEST(all.size() >= 150U);
  for (auto const& sql : all) takes_it(sql);
}

BOOST_AUTO_TEST_CASE(locks_are_refused_with_advice) {
  for (std::string const sql : {"SELECT a FROM t FOR UPDATE", "SELECT a FROM t WHERE b LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED"}) {
    auto const e = speaks.must_fail(sql);
    BOOST_TEST(e.message.find("leave it out") != e.message.npos, e.message);
    BOOST_TEST(e.offset == sql.find("FOR"));
    BOOST_TEST(e.found == "FOR");
    BOOST_TEST(agrees(sql, true));
  }
}

BOOST_AUTO_TEST_CASE(refuses) {
  for (auto const& sql : postgres_refuses) {
    BOOST_TEST(agrees(sql, false), sql);
    auto const p = parse(sql, {.grammar = postgres});
    BOOST_TEST(!p, sql);
  }
}

BOOST_AUTO_TEST_CASE(prefixes) {
  query q;
  for (auto const& sql : postgres_takes)
    for (std::size_t n = 0; n < sql.size(); ++n)
      if (!parse_into(q, std::string_view(sql).substr(0, n), {.grammar = postgres})) speaks.survives(q);
}

BOOST_AUTO_TEST_CASE(precedence) {
  auto const shape_of = [](std::string const& expression) { return shape(first_result(speaks.must_parse("SELECT " + expression))); };
  BOOST_TEST(shape_of("-a::int") == "(prefix (cast int (column a)))");
  BOOST_TEST(shape_of("- a ^ b") == "(operation ^ (prefix (column a)) (column b))");
  BOOST_TEST(shape_of("a || b = c + d") == "(operation = (operation || (column a) (column b)) (operation + (column c) (column d)))");
  BOOST_TEST(shape_of("a = b IS NULL") == "(operation (operation = (column a) (column b)) (null))");
  BOOST_TEST(shape_of("a < b LIKE c") == "(operation < (column a) (like (column b) (column c)))");
  BOOST_TEST(shape_of("a -> 'x' || b") == "(operation || (operation -> (column a) (string x)) (column b))");
  BOOST_TEST(shape_of("~ a + b") == "(prefix (operation + (column a) (column b)))");
}

BOOST_AUTO_TEST_CASE(strings_have_what_they_stand_for) {
  auto const content = [](std::string const& literal) {
    auto const q = speaks.must_parse("SELECT " + literal);
    return std::string(first_result(q).name.view());
  };
  BOOST_TEST(content("E'a\\nb\\'c\\x41\\u00e9'") == "a\nb'cA\xC3\xA9");
  BOOST_TEST(content("U&'d\\0061t\\+000061'") == "data");
  BOOST_TEST(content("U&'d!0061t!!\\' UESCAPE '!'") == "dat!\\");
  BOOST_TEST(content("u&'a UESCAPE ''!'") == "a UESCAPE '!");
  BOOST_TEST(content("U&'a'' uescapexy'") == "a' uescapexy");  // the word is within the text
  BOOST_TEST(content("U&'a'' uescape!x'") == "a' uescape!x");
  BOOST_TEST(content("U&\"a\"\" uescapexy\"") == "a\" uescapexy");
  BOOST_TEST(content("U&'x'' uescape '''") == "x' uescape '");
  BOOST_TEST(content("U&'a'\n'!0062' UESCAPE '!'") == "ab");
  BOOST_TEST(content("$q$it's$q$") == "it's");
  BOOST_TEST(content("'a\\b'") == "a\\b");
  BOOST_TEST(content("'it''s'\n  ' two'") == "it's two");
  BOOST_TEST(content("E'a\\n'\n'b\\'c'") == "a\nb'c");
}

BOOST_AUTO_TEST_CASE(printing) {
  speaks.prints("select a :: int from t fetch first 3 rows only", "SELECT a::int FROM t LIMIT 3");
  speaks.prints("select $$it's$$, interval '1' day", "SELECT 'it''s', interval '1' day");
  speaks.prints("select array[[1],[2]], a [ 1 : 2 ]", "SELECT ARRAY[ARRAY[1], ARRAY[2]], a[1:2]");
  speaks.prints("select trim(both 'x' from a), f(b=>1)", "SELECT trim(both 'x' from a), f(b => 1)");
  speaks.prints("select a from t offset 2", "SELECT a FROM t OFFSET 2");
  speaks.prints("(select 1)", "SELECT 1");
  speaks.prints("select ~ - a, - - a", "SELECT ~ -a, - -a");
  speaks.prints("table only a.b.c", "SELECT * FROM ONLY a.b.c");
  speaks.prints("select a.b.c.d, a.b.*", "SELECT a.b.c.d, a.b.*");
  speaks.prints("select a from t join u join v on 1=1 on 2=2", "SELECT a FROM t JOIN (u JOIN v ON 1 = 1) ON 2 = 2");
  speaks.prints("select f(a, variadic b), a operator(s.+) b", "SELECT f(a, variadic b), a operator(s.+) b");
  speaks.prints("select a select, b table", "SELECT a AS select, b AS table");
  speaks.prints("select from t", "SELECT FROM t");
  speaks.prints("select a from ((t) w) x", "SELECT a FROM (t AS w) AS x");
}

BOOST_AUTO_TEST_CASE(entities) {
  auto const q = speaks.must_parse(
      "SELECT DISTINCT ON (a.x) extract(year FROM a.d), b.n FROM t AS a, LATERAL (SELECT n FROM u WHERE u.i = a.i) AS b TABLESAMPLE system "
      "(1)");
  auto const used = entities_of(q);
  BOOST_TEST(used.table_names() == (std::vector<std::string>{"t", "u"}), boost::test_tools::per_element());
  BOOST_TEST(used.column_names() == (std::vector<std::string>{"t.d", "t.i", "t.x", "u.i", "u.n"}), boost::test_tools::per_element());
}

// PostgreSQL reads names without quotes in lower case and compares exactly.
BOOST_AUTO_TEST_CASE(names_resolve_as_they_are_stored) {
  t2s::schema::table people{.name = "People", .columns = {{.name = "Name"}, {.name = "age"}}};
  t2s::schema::database const d({people}, &postgres);
  auto const problem_of = [&](char const* sql) {
    auto const q = parse(sql, d);
    BOOST_TEST_REQUIRE(bool(q), sql);
    auto const r = resolve(*q, d);
    return r.ok() ? std::string() : r.problems.front().what.message + "; " + r.problems.front().what.remedy;
  };
  BOOST_TEST(problem_of("SELECT \"Name\", AGE FROM \"People\"") == "");
  BOOST_TEST(problem_of("SELECT Name FROM \"People\"") == "no such column: Name; did you mean People.Name?");
  BOOST_TEST(problem_of("SELECT \"Age\" FROM \"People\"") == "no such column: Age; did you mean People.age?");
  BOOST_TEST(problem_of("SELECT 1 FROM People") == "no such table: People; did you mean People?");
}

BOOST_AUTO_TEST_CASE(names_are_made_as_they_are_read) {
  auto q = parse("SELECT T1.a FROM t AS T1", {.grammar = postgres});
  BOOST_TEST_REQUIRE(bool(q));
  BOOST_TEST((q->make_name("Name").quoted == quote::twofold));
  BOOST_TEST((q->make_name("name").quoted == quote::none));
  BOOST_TEST((q->make_name("user").quoted == quote::twofold));
  BOOST_TEST((q->make_qualifier("T1").quoted == quote::none));  // an alias of the query
  BOOST_TEST((q->make_qualifier("T2").quoted == quote::twofold));
}

BOOST_AUTO_TEST_CASE(quoted_names_keep_their_case_in_comparisons) {
  auto const same = [](char const* a, char const* b) {
    return equivalent(*parse(a, {.grammar = postgres}), *parse(b, {.grammar = postgres}));
  };
  BOOST_TEST(same("SELECT Name FROM t", "SELECT name FROM T"));
  BOOST_TEST(same("SELECT \"name\" FROM t", "SELECT NAME FROM t"));
  BOOST_TEST(!same("SELECT \"Name\" FROM t", "SELECT Name FROM t"));
}

BOOST_AUTO_TEST_SUITE_END()
