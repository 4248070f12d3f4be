// SPDX-License-Identifier: BSL-1.0
// SQLite itself produces each message; the statements have exactly one fault.
#include "t2s/db/sqlite/detail/failure.hpp"

#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct example {
  char const* sql;
  errc code;
  char const* subject;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sqlite_failure)

BOOST_AUTO_TEST_CASE(messages_of_sqlite_are_understood) {
  folder const where;
  db::sqlite_connection db(make_database(where / "small.db", small_world));
  for (auto const& [sql, code, subject] :
       std::initializer_list<example>{{"SELEC 1", errc::sql_syntax, "SELEC"},
                                      {"SELECT name FROM city WHERE", errc::sql_syntax, ""},
                                      {"SELECT name FROM city,", errc::sql_syntax, ""},
                                      {"SELECT name FORM city", errc::sql_syntax, "city"},
                                      {"SELECT 'open", errc::sql_syntax, "'open"},
                                      {"SELECT * FROM city NATURAL big JOIN country", errc::sql_syntax, "NATURAL big"},
                                      {"SELECT 1 LIMIT 1 UNION SELECT 2", errc::sql_syntax, "LIMIT"},
                                      {"SELECT 1 ORDER BY 1 EXCEPT SELECT 2", errc::sql_syntax, "ORDER BY"},
                                      {"SELECT * FROM town", errc::no_such_table, "town"},
                                      {"SELECT * FROM main.town", errc::no_such_table, "main.town"},
                                      {"SELECT * FROM \"big town\"", errc::no_such_table, "big town"},
                                      {"SELECT *", errc::no_such_table, ""},
                                      {"SELECT mayor FROM city", errc::no_such_column, "mayor"},
                                      {"SELECT T1.mayor FROM city AS T1", errc::no_such_column, "T1.mayor"},
                                      {"SELECT [lord mayor] FROM city", errc::no_such_column, "lord mayor"},
                                      {"SELECT name FROM city ORDER BY T9.name", errc::no_such_column, "T9.name"},
                                      {"SELECT * FROM city JOIN country USING (id)", errc::no_such_column, "id"},
                                      {"SELECT name FROM city, country", errc::ambiguous_column, "name"},
                                      {"SELECT * FROM city a JOIN city b ON id = 1", errc::ambiguous_column, "id"},
                                      {"SELECT year(name) FROM city", errc::no_such_function, "year"},
                                      {"SELECT * FROM city(1)", errc::no_such_function, "city"},
                                      {"SELECT name FROM city WHERE count(*) > 1", errc::misuse_of_aggregate, "count"},
                                      {"SELECT sum(count(*)) FROM city", errc::misuse_of_aggregate, "count"},
                                      {"SELECT name FROM city GROUP BY count(*)", errc::misuse_of_aggregate, "the GROUP BY clause"},
                                      {"SELECT max(id) AS m FROM city WHERE m > 1", errc::misuse_of_aggregate, "max"},
                                      {"SELECT row_number() FROM city", errc::misuse_of_aggregate, "row_number"},
                                      {"SELECT abs(1) OVER () FROM city", errc::misuse_of_aggregate, "abs"},
                                      {"SELECT name FROM city WHERE rank() OVER () > 1", errc::misuse_of_aggregate, "rank"},
                                      {"SELECT name FROM city HAVING name > 1", errc::misuse_of_aggregate, ""},
                                      {"SELECT abs()", errc::wrong_argument_count, "abs"},
                                      {"SELECT lower('a', 'b')", errc::wrong_argument_count, "lower"},
                                      {"SELECT count(DISTINCT name, id) FROM city", errc::wrong_argument_count, "count"},
                                      {"SELECT * FROM json_each('[]', '$', 1)", errc::wrong_argument_count, "json_each"},
                                      {"SELECT load_extension('x')", errc::statement_denied, "load_extension"},
                                      {"DROP TABLE city", errc::statement_denied, ""},
                                      {"SELECT zeroblob(2000000000)", errc::size_limit, ""},
                                      {"SELECT 1 UNION SELECT 1, 2", errc::sql_failed, ""},
                                      {"SELECT (SELECT 1, 2)", errc::sql_failed, ""},
                                      {"SELECT name FROM city ORDER BY 9", errc::sql_failed, ""},
                                      {"SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)", errc::sql_failed, ""},
                                      {"SELECT json('{')", errc::sql_failed, ""},
                                      {"SELECT name FROM city ORDER BY name COLLATE klingon", errc::sql_failed, ""}}) {
    auto const e = db.execute(sql);
    BOOST_TEST_CONTEXT(sql) {
      BOOST_REQUIRE(e.failure);
      BOOST_TEST_CONTEXT(e.failure->message) {
        BOOST_TEST(e.failure->code == code);
        BOOST_TEST(e.failure->subject == subject);
        BOOST_TEST(!e.failure->message.empty());
        BOOST_TEST(db::is_about_statement(e.failure->code));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_offset_is_that_of_the_subject) {
  folder const where;
  db::sqlite_connection db(make_database(where / "small.db", small_world));
  auto const e = db.execute("SELECT name, mayor FROM city");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->message == "no such column: mayor");
  BOOST_TEST(e.failure->offset.value_or(0) == 13u);
}

BOOST_AUTO_TEST_CASE(a_long_name_is_cut) {
  // A model may write a name of megabytes, which would go into the next prompt.
  std::string const name(100'000, 'x');
  auto const column = db::sqlite_failure(SQLITE_ERROR, "no such column: " + name);
  BOOST_TEST(column.message == "no such column: " + std::string(500, 'x') + "...");
  BOOST_TEST((column.code == errc::no_such_column));
  BOOST_TEST(db::sqlite_failure(SQLITE_ERROR, "near \"" + name + "\": syntax error").message.ends_with("...\": syntax error"));
  BOOST_TEST(db::sqlite_failure(SQLITE_ERROR, name).message.size() < 1100u);
}

// Other versions of SQLite have other messages; these are from the sources of 3.46 and 3.35.
BOOST_AUTO_TEST_CASE(messages_of_other_versions_are_understood) {
  auto const newer = db::sqlite_failure(SQLITE_ERROR, "no such column: \"x y\" - should this be a string literal in single-quotes?");
  BOOST_TEST(newer.code == errc::no_such_column);
  BOOST_TEST(newer.subject == "x y");
  BOOST_TEST(db::sqlite_failure(SQLITE_ERROR, "a GROUP BY clause is required before HAVING").code == errc::misuse_of_aggregate);
  BOOST_TEST(db::sqlite_failure(SQLITE_ERROR, "unknown or unsupported join type: FULL").code == errc::sql_syntax);
}

BOOST_AUTO_TEST_CASE(codes_about_the_file_are_no_data) {
  for (auto const& [code, expected] : std::initializer_list<std::pair<int, errc>>{{SQLITE_CORRUPT, errc::corrupt_database},
                                                                                  {SQLITE_CORRUPT_VTAB, errc::corrupt_database},
                                                                                  {SQLITE_NOTADB, errc::not_a_database},
                                                                                  {SQLITE_IOERR_READ, errc::file_unreadable},
                                                                                  {SQLITE_BUSY_SNAPSHOT, errc::file_unreadable},
                                                                                  {SQLITE_CANTOPEN, errc::file_unreadable},
                                                                                  {SQLITE_READONLY_ROLLBACK, errc::file_unreadable},
                                                                                  {SQLITE_IOERR_WRITE, errc::file_unwritable},
                                                                                  {SQLITE_IOERR_GETTEMPPATH, errc::file_unwritable},
                                                                                  {SQLITE_INTERRUPT, errc::cancelled}}) {
    auto const f = db::sqlite_failure(code, sqlite3_errstr(code));
    BOOST_TEST(f.code == expected);
    BOOST_TEST(!db::is_about_statement(f.code));
    BOOST_TEST(f.message == sqlite3_errstr(code));
  }
}

BOOST_AUTO_TEST_CASE(remedies_fit_their_causes) {
  for (auto const& [code, remedy] : std::initializer_list<std::pair<int, char const*>>{{SQLITE_NOMEM, "heap_bytes"},
                                                                                       {SQLITE_FULL, "temporary files"},
                                                                                       {SQLITE_CANTOPEN, "temporary files"},
                                                                                       {SQLITE_IOERR_WRITE, "temporary files"},
                                                                                       {SQLITE_READONLY_ROLLBACK, "for writing"},
                                                                                       {SQLITE_READONLY, "only reads"},
                                                                                       {SQLITE_BUSY, "another process"}}) {
    auto const f = db::sqlite_failure(code, sqlite3_errstr(code));
    BOOST_TEST(f.remedy.find(remedy) != std::string::npos, code << ": " << f.remedy);
  }
}

BOOST_AUTO_TEST_CASE(behind_the_last_row_there_is_none) {
  sqlite3* opened = nullptr;
  BOOST_REQUIRE(sqlite3_open(":memory:", &opened) == SQLITE_OK);
  db::detail::sqlite_handle const db(opened);
  db::detail::sqlite_statement s;
  db::detail::sqlite_rows rows(opened, s, "SELECT 1 UNION ALL SELECT 2");
  for (int i = 0; i < 2; ++i) BOOST_TEST(rows.next());
  for (int i = 0; i < 3; ++i) BOOST_TEST(!rows.next());
  BOOST_TEST(!rows.failed());
}

BOOST_AUTO_TEST_SUITE_END()
