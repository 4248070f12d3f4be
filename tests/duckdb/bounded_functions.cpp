// SPDX-License-Identifier: BSL-1.0
// Functions that DuckDB does not interrupt: within their bounds they do what DuckDB's own do, beyond them they fail.
#include "support.hpp"

#include <string>

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
                                 "len(range(100000))",
                                 "range(NULL)",
                                 "range(TIMESTAMP '2024-03-01', TIMESTAMP '2024-01-01', INTERVAL (-1) MONTH)",
                                 "levenshtein('kitten', 'sitting')",
                                 "editdist3('a', '')",
                                 "damerau_levenshtein('ab', 'ba')",
                                 "printf('%05d|%-6.2f|%s', 42, 2.5, 'x')",
                                 "printf('100%%')",
                                 "printf('in %d', 2024)",
                                 "format('{:>10}|{:.3f}', 'x', 2.0)",
                                 "format('{} of {}', 2024, '12345')",
                                 "length(lpad('', 100000, 'x'))"})
    BOOST_TEST(to_string(db.execute("SELECT CAST(" + call + " AS VARCHAR)").rows.values.at(0).at(0)) ==
                   duckdb.one("SELECT coalesce(CAST(" + call + " AS VARCHAR), 'NULL')"),
               call);
  // the table functions of the same names have no bound: they stream
  BOOST_TEST(db.execute("SELECT count(*) FROM range(3000000)").rows.values.at(0).at(0) == value(3'000'000));
  BOOST_TEST(db.execute("SELECT sum(i) FROM generate_series(1, 10) AS t(i)").rows.values.at(0).at(0) == value(55));
}

BOOST_AUTO_TEST_CASE(fail_beyond_the_bounds) {
  for (char const* call : {"range(100000000)",
                           "range(0, 100000000)",
                           "range(0, 100000000, 1)",
                           "range(100000000, 0, -1)",
                           "generate_series(100001)",
                           "range(TIMESTAMP '2000-01-01', TIMESTAMP '2030-01-01', INTERVAL 1 SECOND)",
                           "list_resize([1], 2000000000)",
                           "array_resize([1], 100001, 5)",
                           "lpad('a', 100001, 'x')",
                           "rpad('a', 1000000000, 'x')",
                           "RPAD('a', 1000000000, 'x')",
                           "main.rpad('a', 1000000000, 'x')",

                           "printf('%1000000000d', 1)",
                           "printf('%-*d', 1000000000, 1)",
                           "printf('%.1000000000f', 1.5)",
                           "format('{:>1000000000}', 'x')",
                           "format('{:>{}}', 'x', 1000000000)",
                           "levenshtein(lpad('', 100000, 'a'), lpad('', 100000, 'b'))",
                           "editdist3(lpad('', 600, 'a'), lpad('', 600, 'b'))",
                           "damerau_levenshtein(lpad('', 600, 'a'), lpad('', 600, 'b'))"}) {
    auto const e = db.execute(std::string("SELECT length(CAST(") + call + " AS VARCHAR))");
    BOOST_REQUIRE_MESSAGE(e.failure, call);
    BOOST_TEST(e.failure->code == errc::size_limit, call << ": " << e.failure->text());
  }
  for (char const* sql : {"SELECT system.main.range(100000000)", "SELECT \"system\".rpad('a', 1000000000, 'x')",
                          "SELECT System . main . lpad('a', 1000000000, 'x')"})
    BOOST_TEST(db.execute(sql).failure.value().code == errc::statement_denied, sql);
}

BOOST_AUTO_TEST_CASE(hold_in_every_connection_to_the_same_file) {
  db::duckdb_connection second(file);
  for (auto* c : {&db, &second}) BOOST_TEST(c->execute("SELECT range(100000000)").failure.value().code == errc::size_limit);
}

BOOST_AUTO_TEST_SUITE_END()
