// SPDX-License-Identifier: BSL-1.0
// Functions that DuckDB does not interrupt: within their bounds they do what DuckDB's own do, beyond them they fail.
#include "support.hpp"

#include <chrono>
#include <string>
#include <tuple>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

struct connected : shop_file {
  db::duckdb_connection db{file};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_bounded_functions, connected)

BOOST_AUTO_TEST_CASE(do_what_duckdb_does_within_the_bounds) {
  administrator const duckdb;
  for (std::string const call : {"lpad('7', 3, '0')",
                                 "lpad(NULL, 3, '0')",
                                 "lpad('a', NULL, 'x')",
                                 "range(1, NULL)",
                                 "list_resize([1], NULL)",
                                 "range(1, 5, NULL)",
                                 "levenshtein(NULL, 'a')",
                                 "rpad('ab', 1, 'x')",
                                 "rpad('ab', 5, 'xy')",
                                 "list_resize([1], 3)",
                                 "array_resize([1, 2], 1)",
                                 "list_resize(['a'], 3, 'b')",
                                 "range(4)",
                                 "range(2, 5)",
                                 "range(5, 2)",
                                 "range(9, 0, -3)",
                                 "range(0, 10, 4)",
                                 "generate_series(1, 3)",
                                 "generate_series(DATE '2024-01-30', DATE '2024-02-02', INTERVAL 1 DAY)",
                                 "len(range(10000))",
                                 "range(NULL)",
                                 "range('4')",
                                 "lpad('a', '3', 'x')",
                                 "range(1, 5, -1)",
                                 "range(5, 1, 1)",
                                 "range(1, 5, 0)",
                                 "range(0, 9000000000000000000, 1000000000000000000)",
                                 "range(9200000000000000000, 9220000000000000000, 1000000000000000000)",
                                 "range(-9200000000000000000, -9220000000000000000, -1000000000000000000)",
                                 "len(range(0::UTINYINT, 200::UTINYINT, 1::UTINYINT))",
                                 "generate_series(DATE '2024-01-30', '2024-02-02', INTERVAL 1 DAY)",
                                 "generate_series(TIMESTAMP '290000-01-01', TIMESTAMP '290001-01-01', INTERVAL 1000 YEARS)",
                                 "bitstring('101', 8)",
                                 "range(TIMESTAMP '2024-03-01', TIMESTAMP '2024-01-01', INTERVAL (-1) MONTH)",
                                 "levenshtein('kitten', 'sitting')",
                                 "editdist3('a', '')",
                                 "damerau_levenshtein('ab', 'ba')",
                                 "levenshtein(lpad('', 200, 'a'), lpad('', 200, 'b'))",
                                 "damerau_levenshtein(lpad('', 100, 'a'), lpad('', 100, 'b'))",
                                 "jaro_similarity('duck', 'duke')",
                                 "jaro_similarity('duck', 'cat', 0.9)",
                                 "jaro_winkler_similarity(NULL, 'a')",
                                 "printf('%05d|%-6.2f|%s', 42, 2.5, 'x')",
                                 "printf('100%%')",
                                 "printf('in %d', 2024)",
                                 "printf('%d%% (2024)', 5)",
                                 "printf('%d%% of 1234567', 5)",
                                 "printf('%1$d of %1$d', 5)",
                                 "printf(NULL, 5)",
                                 "length(printf('%1000s', 'x'))",
                                 "length(printf('%500d|%500d', 1, 2))",
                                 "printf('%d%d%d%d%d%d%d%d%d%d%d%d', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
                                 "format('{{1234567}} {}', 5)",
                                 "format('{{{:d}}} of 1234567', 5)",
                                 "length(format('{:>1000}', 'x'))",
                                 "format('{:>10}|{:.3f}', 'x', 2.0)",
                                 "format('{} of {}', 2024, '12345')",
                                 "length(lpad('', 1000, 'x'))"})
    BOOST_TEST(to_string(db.execute("SELECT CAST(" + call + " AS VARCHAR)").rows.values.at(0).at(0)) ==
                   duckdb.one("SELECT coalesce(CAST(" + call + " AS VARCHAR), 'NULL')"),
               call);
  // the table functions of the same names have no bound: they stream
  BOOST_TEST(db.execute("SELECT count(*) FROM range(3000000)").rows.values.at(0).at(0) == value(3'000'000));
  BOOST_TEST(db.execute("SELECT sum(i) FROM generate_series(1, 10) AS t(i)").rows.values.at(0).at(0) == value(55));
}

/// Long texts are searched by regular expressions. `%` and `_` are all that has a meaning in a pattern.
BOOST_AUTO_TEST_CASE(patterns_mean_what_they_mean_to_duckdb) {
  administrator const duckdb;
  std::vector<std::string> tests;
  std::string const letters = "lpad('', 900, 'ab')", lines = "(lpad('', 900, 'ab') || chr(10) || 'Ende É. (x) 50% a\\b_c')";
  for (std::string const pattern :
       {"''", "'%'", "'_%'", "'a%b'", "'%a%b'", "'%b_%a%'", "'%b%_c'", "'%ende%x%'", "'%Ende _.%(x)%'", "'%Ende é.%(X)%'", "'%50%%a\\b%_c'",
        "'%b%zz'", "'%b%' || chr(10) || '%_c'", "'%b.%'", "'%.*%c'", "'%b[a-b]%c'", "NULL"})
    for (auto const& text : {letters, lines, std::string("'ab'"), std::string("'a_b'")})
      for (std::string const sign : {" LIKE ", " NOT LIKE ", " ILIKE ", " NOT ILIKE "}) tests.push_back(text + sign + pattern);
  for (std::string const more :
       {"'a%c' LIKE 'a!%_' ESCAPE '!'", "'abc' NOT LIKE 'a!%_' ESCAPE '!'", "lpad('', 900, 'a') LIKE '%a!%' ESCAPE '!'",
        "lpad('', 900, 'a%') LIKE '%a!%%' ESCAPE '!'", "'AB' ILIKE 'a!_' ESCAPE '!'", "'AB' NOT ILIKE 'a!_' ESCAPE '!'",
        "'ab.c' GLOB 'a[a-c]*.?'", "lpad('', 900, 'ab') GLOB '*ba'", "'a' GLOB NULL", "'abc' SIMILAR TO 'a.c'",
        "replace('a-b-c', '-', ' and ')", "replace(NULL, 'a', 'b')", "replace('a', 'a', NULL)", "replace('aaa', 'a', lpad('', 100, 'b'))",
        "regexp_replace('a1b2', '[0-9]', '')", "regexp_replace('a1b2', '[0-9]', '<\\0>', 'g')"})
    tests.push_back(more);
  for (auto const& test : tests)
    BOOST_TEST(to_string(first_value(db.execute("SELECT CAST(" + test + " AS VARCHAR)"))) ==
                   duckdb.one("SELECT coalesce(CAST(" + test + " AS VARCHAR), 'NULL')"),
               test);
}

BOOST_AUTO_TEST_CASE(what_would_take_hours_ends) {
  auto limits = db.limits();
  limits.time = std::chrono::milliseconds(500);
  for (std::string const sql : {"SELECT lpad('', 1000, 'a') LIKE '%_a%_a%_a%_b'",
                                "SELECT count(*) FROM range(3000) t(i) WHERE lpad(i::VARCHAR, 1000, 'a') LIKE '%a_%a_%a%a%b'",
                                "SELECT count(*) FROM range(3000) t(i) WHERE lpad(i::VARCHAR, 1000, 'a') ILIKE '%a%a%a%a%b'",
                                "SELECT count(*) FROM range(3000) t(i) WHERE lpad('', 1000, 'a') LIKE '%a%a%a' || i || '%b'",
                                "SELECT count(*) FROM range(30000) t(i) WHERE lpad(i::VARCHAR, 20, 'a') GLOB '*a*a*a*a*a*b'",
                                "SELECT max(list_position(range(10000), i)) FROM range(100000) t(i)",
                                "SELECT count(DISTINCT lpad(i::VARCHAR, 1000, 'a')) FROM range(1000000) t(i)",
                                "SELECT length(string_agg(lpad(i::VARCHAR, 1000, 'a'), '')) FROM range(1000000) t(i)",
                                "SELECT max(damerau_levenshtein(lpad(i::VARCHAR, 100, 'a'), lpad('', 100, 'b'))) FROM range(10000000) t(i)",
                                "SELECT max(levenshtein(lpad(i::VARCHAR, 200, 'a'), lpad('', 200, 'b'))) FROM range(10000000) t(i)"})
    BOOST_TEST((time_of([&] { std::ignore = db.each_row(sql, [](auto const&) {}, limits); }) < std::chrono::seconds(20)), sql);
}

BOOST_AUTO_TEST_CASE(lists_of_lists_and_searches_within_searches) {
  for (std::string const sql :
       {"SELECT list_transform([1], lambda x: range(10))", "SELECT [range(10) FOR x IN [1]]",
        "SELECT list_transform([1], x -> [y + x FOR y IN [2]])", "SELECT list_filter([1], x -> len(List_Filter([2], y -> y > x)) > 0)",
        "SELECT [[y FOR y IN [1]] FOR x IN [2]]", "SELECT list_transform([1], x -> (SELECT len(generate_series(10))))",
        "SELECT list_transform([1], x -> main.range(10))"}) {
    auto const f = db.execute(sql).failure.value();
    BOOST_TEST(f.code == errc::size_limit, sql << ": " << f.text());
    BOOST_TEST(f.remedy == "write unnest and GROUP BY in place of the lambda");
  }
  for (std::string const sql :
       {"SELECT [x + 1 FOR x IN range(10) IF x > 3]", "SELECT list_transform(range(3), x -> x * 2)",
        "SELECT list_filter(['ab', 'b'], x -> x LIKE 'a%')", "SELECT list_transform(list_filter(range(9), x -> x > 3), x -> x + 1)"})
    BOOST_TEST(db.execute(sql).ok(), sql);
  std::string nested = "'a'";
  for (int i = 0; i < 5; ++i) {
    BOOST_TEST(db.execute("SELECT " + nested).ok(), nested);
    nested = "CASE WHEN " + nested + " LIKE 'a' THEN 'a' ELSE 'b' END";
  }
  BOOST_TEST(db.execute("SELECT " + nested).failure.value().code == errc::size_limit);
  std::string many = "name LIKE 'a'";
  for (int i = 0; i < 20; ++i) many += " OR name LIKE 'b%'";
  BOOST_TEST(db.execute("SELECT name FROM customer WHERE " + many).ok());
  for (std::string const name : {"list_reduce", "array_reduce", "reduce"})
    BOOST_TEST(db.execute("SELECT " + name + "([1, 2], lambda x, y: x + y)").failure.value().code == errc::statement_denied, name);
}

/// A statement whose subqueries each make an expression of the `x` below.
std::string in_subqueries(std::string const& expression, int levels, std::string sql) {
  for (int i = 0; i < levels; ++i) sql = "(SELECT " + expression + " AS x FROM " + sql + ")";
  return "SELECT max(length(x::VARCHAR)) FROM " + sql;
}

/// DuckDB computes 2,048 rows of an expression before it looks at a limit.
BOOST_AUTO_TEST_CASE(values_that_become_a_thousand_times_as_long) {
  std::string hex = "name", lambdas = "[name]";
  for (int i = 0; i < 20; ++i) hex = "hex(" + hex + ")", lambdas = "list_transform(" + lambdas + ", y -> y || y)";
  std::vector<std::string> statements{
      "SELECT " + hex + " FROM customer",
      "SELECT " + lambdas + " FROM customer",
      "WITH a AS (SELECT name || name || name || name || name || name AS x FROM customer), b AS (SELECT concat(x, x, x, x, x, x) AS x FROM "
      "a), "
      "c AS (SELECT concat(x, x, x, x, x, x) AS x FROM b), d AS (SELECT concat(a.x, e.x, e.x, e.x, e.x, e.x) AS x FROM a, c e) SELECT x "
      "FROM d",
      "SELECT len(list_transform(l, y -> l)) FROM (SELECT range(i, i + 5000) AS l FROM range(3000) t(i))",
      "SELECT list_sort(range(i, i + 10000)) FROM range(100000) t(i)",
      "SELECT array_to_string(range(10000), name) FROM customer",
      "SELECT list_resize(['a'], 10000, name) FROM customer",
      "SELECT length(replace(replace(name, 'a', lpad('', 100, 'a')), 'a', lpad('', 100, 'a'))) FROM customer",
      "SELECT * FROM (SELECT 1) t JOIN customer ON length(" + hex + ") > 5"};
  for (std::string const expression :
       {"x || x", "concat(x, x)", "printf('%s%s', x, x)", "[x, x]::VARCHAR", "{'a': x, 'b': x}::VARCHAR", "to_json([x, x])::VARCHAR",
        "CASE WHEN x > 'a' THEN x || x ELSE '' END", "coalesce(x || x, x)", "x || lower(x)", "regexp_replace(x, 'a', 'aa', 'g')"})
    statements.push_back(in_subqueries(expression, 12, "(SELECT name AS x FROM customer)"));
  for (std::string const expression : {"x || x", "list_concat(x, x)", "flatten([x, x])", "list_sort(x || x)"})
    statements.push_back(in_subqueries(expression, 12, "(SELECT [id] AS x FROM customer)"));
  for (auto const& sql : statements) {
    auto const f = db.execute(sql).failure;
    BOOST_REQUIRE_MESSAGE(f, sql);
    BOOST_TEST(f->code == errc::size_limit, sql << ": " << f->text());
    BOOST_TEST(f->remedy.starts_with("join and repeat values in fewer steps"), sql);
  }
  std::string distances = "levenshtein(name, 'a')";
  for (int i = 0; i < 8; ++i) distances += " + levenshtein(code, 'a" + std::to_string(i) + "')";
  BOOST_TEST(db.execute("SELECT " + distances + " FROM customer").failure.value().remedy == "compute fewer of them");
}

BOOST_AUTO_TEST_CASE(values_of_usual_statements_are_not_too_long) {
  std::string steps = "SELECT id AS x, id AS y FROM customer";
  for (int i = 0; i < 12; ++i) steps = "SELECT x * y + x - y + x AS x, greatest(x, y) + round(y / 2 + x) AS y FROM (" + steps + ")";
  for (std::string const& sql : std::vector<std::string>{
           steps, "SELECT name || ' ' || coalesce(code, '') || ' (' || id || ')', concat_ws(', ', name, code, id) FROM customer",
           "SELECT json_object('name', name, 'all', (SELECT json_group_array(json_object('id', p.id, 'total', p.total, 'state', p.state)) "
           "FROM "
           "purchase p WHERE p.customer = c.id)) FROM customer c",
           "SELECT replace(replace(replace(replace(lower(name), ' ', '-'), '\u00e4', 'ae'), 'oe', 'o'), '.', '') FROM customer",
           "WITH RECURSIVE t(id, path) AS (SELECT id, name FROM customer UNION ALL SELECT c.id, t.path || ' > ' || c.name FROM t JOIN "
           "customer c "
           "ON c.id = t.id + 1) SELECT path FROM t",
           "SELECT string_agg(name || ': ' || id, ', ' ORDER BY id), list_sort(array_agg(DISTINCT name)) FROM customer",
           "SELECT array_to_string(list_transform(string_split(name, ' '), w -> upper(w[1]) || lower(w[2:])), ' ') FROM customer",
           "SELECT list_transform(tags, t -> t || ':' || number), list_filter(tags, t -> t > number::VARCHAR) FROM line",
           "SELECT unnest(generate_series(DATE '2015-01-01', DATE '2024-12-31', INTERVAL 1 DAY)) AS day",
           "SELECT name, unnest(generate_series(1, id)) FROM customer", "SELECT list_resize(tags, 3, note::VARCHAR) FROM line",
           "SELECT hex(name), to_base64(encode(name)), md5(name || code), to_json(c), [name, code]::VARCHAR FROM customer c"}) {
    auto const e = db.execute(sql);
    BOOST_TEST(e.ok(), sql << ": " << (e.failure ? e.failure->text() : ""));
  }
}

BOOST_AUTO_TEST_CASE(stand_wherever_a_function_may) {
  administrator const duckdb;
  for (std::string const sql :
       {"SELECT lpad(max(i)::VARCHAR, 3, '0') FROM range(12) t(i)",
        "SELECT lpad(x, 2, 'b'), count(*) FROM (SELECT 'a' AS x) GROUP BY lpad(x, 2, 'b') HAVING lpad(x, 2, 'b') = 'ba'",
        "SELECT x FROM (SELECT 'a' AS x) GROUP BY x HAVING printf('%s', x) = 'a' AND len(range(1, 3, 1)) = 2",
        "SELECT lpad((sum(i) OVER ())::VARCHAR, 4, '0') FROM range(3) t(i)",
        "SELECT row_number() OVER (PARTITION BY lpad(x, 2, 'b') ORDER BY rpad(x, 2, 'b')) FROM (SELECT 'a' AS x)",
        "SELECT list_transform([1, 2], lambda v: lpad('a', v + 1, 'x'))::VARCHAR", "SELECT [lpad(v, 3, '0') FOR v IN ['a', 'b']]::VARCHAR",
        "SELECT lpad(v, 2, 'b') FROM (SELECT 'a' AS v)", "SELECT (SELECT lpad(t.v, 2, (SELECT 'b'))) FROM (SELECT 'a' AS v) t",
        "SELECT lpad(lpad(lpad(lpad('a', 2, 'b'), 3, 'c'), 4, 'd'), 5, 'e')",
        "SELECT max(x) FROM (SELECT 5 AS n) s, unnest(range(s.n)) AS u(x)"})
    BOOST_TEST(to_string(first_value(db.execute(sql))) == duckdb.one(sql), sql);
}

BOOST_AUTO_TEST_CASE(fail_beyond_the_bounds) {
  for (char const* call :
       {"range(100000000)", "range(0, 100000000)", "range(0, 100000000, 1)", "range(100000000, 0, -1)", "generate_series(10001)",
        "range(TIMESTAMP '2000-01-01', TIMESTAMP '2030-01-01', INTERVAL 1 SECOND)", "list_resize([1], 2000000000)",
        "array_resize([1], 10001, 5)", "lpad('a', 1001, 'x')", "rpad('a', 1000000000, 'x')", "RPAD('a', 1000000000, 'x')",
        "main.rpad('a', 1000000000, 'x')",

        "range(-9000000000000000000, 9000000000000000000)", "range(-9000000000000000000, 9000000000000000000, 1)",
        "range(9000000000000000000, -9000000000000000000, -1)", "bitstring('1', 1001)", "lpad(n := 1000000000, s := 'a', p := 'x')",
        // of an argument that has another value each time
        "lpad('a', (1001 + 1000000000 * random())::INT, 'x')", "list_resize([1], (10001 + random())::INT)",
        "range(random()::BIGINT, 100000000, 1)", "range(0, (100000000 + random())::BIGINT)",
        "range(0, 100000000, (1 + 0.1 * random())::BIGINT)", "levenshtein(lpad('', 1000, random()::VARCHAR), lpad('', 1000, 'b'))",
        "printf('%' || (1000000000 + random())::BIGINT || 'd', 1)",

        "printf('%1000000000d', 1)", "printf('%%%1000000000d', 1)", "printf('%600d %600d', 1, 2)", "printf('%1$600d %1$600d', 1)",
        "printf('%.*f', 1000000000, 1.5)", "format('{{{:1000000000}}}', 'x')", "format('{0:600}{0:600}', 'x')",
        "format('{:.{}f}', 1.5, 1000000000)", "printf('%-*d', 1000000000, 1)", "printf('%.1000000000f', 1.5)",
        "format('{:>1000000000}', 'x')", "format('{:>{}}', 'x', 1000000000)", "levenshtein(lpad('', 201, 'a'), lpad('', 200, 'b'))",
        "editdist3(lpad('', 201, 'a'), lpad('', 200, 'b'))", "damerau_levenshtein(lpad('', 101, 'a'), lpad('', 100, 'b'))",
        "jaro_similarity(lpad('', 501, 'a'), lpad('', 500, 'b'))", "jaro_winkler_similarity(lpad('', 501, 'a'), lpad('', 500, 'b'), 0.5)",

        "replace('a', 'a', lpad('', 101, 'b'))", "regexp_replace('a', 'a', lpad('', 101, 'b'))",
        "regexp_replace('a', 'a', lpad('', 101, 'b'), 'g')", "lpad('', 501, 'a') GLOB '*a*b'", "lpad('', 61, 'a') GLOB '*a*a*b*'",
        "lpad('', 21, 'a') GLOB '*a*a*a*a*a*b'", "lpad('', 501, 'a') LIKE '%a%b!%' ESCAPE '!'",
        "lpad('', 501, 'a') NOT LIKE '%a%b!%' ESCAPE '!'", "lpad('', 501, 'a') ILIKE '%a%b!%' ESCAPE '!'",
        "lpad('', 501, 'a') NOT ILIKE '%a%b!%' ESCAPE '!'"}) {
    auto const e = db.execute(std::string("SELECT length(CAST(") + call + " AS VARCHAR))");
    BOOST_REQUIRE_MESSAGE(e.failure, call);
    BOOST_TEST(e.failure->code == errc::size_limit, call << ": " << e.failure->text());
    BOOST_TEST(e.failure->remedy == "ask for less in one call; no option changes this limit", call);
  }
  for (char const* sql : {"SELECT system.main.range(100000000)", "SELECT \"system\".rpad('a', 1000000000, 'x')",
                          "SELECT System . main . lpad('a', 1000000000, 'x')"})
    BOOST_TEST(db.execute(sql).failure.value().code == errc::statement_denied, sql);
}

BOOST_AUTO_TEST_CASE(a_wrong_type_is_an_error_of_the_call) {
  for (std::string const call : {"levenshtein(1, 2)", "replace('a', 'b', 5)", "replace(5, 'a', 'b')", "printf(5)", "format(5, 1)",
                                 "lpad(1, 2, 'x')", "range(1.5)"}) {
    auto const f = db.execute("SELECT " + call).failure.value();
    BOOST_TEST(f.code == errc::no_such_function, call);
    BOOST_TEST(f.subject == call.substr(0, call.find('(')), f.text());
  }
}

BOOST_AUTO_TEST_CASE(printing_takes_twelve_values) {
  for (std::string const name : {"printf", "format"}) {
    auto const f = db.execute("SELECT " + name + "('', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)").failure.value();
    BOOST_TEST(f.code == errc::wrong_argument_count);
    BOOST_TEST(f.message == name + " takes a format and at most 12 values here");
    BOOST_TEST(f.remedy == "join the results of several calls with ||");
    BOOST_TEST(f.subject == name);
    BOOST_TEST(f.offset.value() == 7U);
  }
}

BOOST_AUTO_TEST_CASE(hold_in_every_connection_to_the_same_file) {
  db::duckdb_connection second(file);
  for (auto* c : {&db, &second}) BOOST_TEST(c->execute("SELECT range(100000000)").failure.value().code == errc::size_limit);
}

BOOST_AUTO_TEST_SUITE_END()
