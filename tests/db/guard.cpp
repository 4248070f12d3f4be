// SPDX-License-Identifier: BSL-1.0
// The statements that a guard refuses by reading them.
#include "t2s/db/guard.hpp"

#include "support.hpp"
#include "t2s/db/postgres/detail/denied_functions.hpp"
#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/mysql.hpp"

using namespace t2s;

namespace {

struct guarded {
  db::statement_guard guard = db::postgres_guard();

  void passes(std::string const& sql) const { passes(guard, sql); }
  static void passes(db::statement_guard const& by, std::string const& sql) {
    auto const v = by.inspect(sql);
    BOOST_TEST(!v.refused, sql << ": " << (v.refused ? v.refused->text() : ""));
    BOOST_TEST(v.was_read);
  }
  void refuses(std::string const& sql, errc code, std::string const& subject = {}) const { refuses(guard, sql, code, subject); }
  static void refuses(db::statement_guard const& by, std::string const& sql, errc code, std::string const& subject = {}) {
    auto const v = by.inspect(sql);
    BOOST_TEST_CONTEXT(sql) {
      BOOST_REQUIRE(v.refused);
      BOOST_TEST(v.refused->code == code);
      BOOST_TEST(!v.refused->message.empty());
      if (!subject.empty()) BOOST_TEST(v.refused->subject == subject);
    }
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(guard, guarded)

BOOST_AUTO_TEST_CASE(queries_pass) {
  for (char const* sql :
       {"SELECT 1", "SELECT 1;", "VALUES (1)", "TABLE t", "(SELECT a FROM t) UNION SELECT 2", "WITH a AS (SELECT 1) SELECT * FROM a",
        "SELECT 'pg_sleep(1)', \"delete\" FROM t -- DROP TABLE t", "SELECT $$ INSERT $$",
        "SELECT count(*), max(a) FROM t WHERE b IN (SELECT 1)",
        "SELECT nextvalue, lo_orderkey FROM lineorder WHERE lineorder.lo_quantity > 1", "SELECT random(), now(), clock_timestamp()"})
    passes(sql);
}

BOOST_AUTO_TEST_CASE(what_is_no_query_is_denied) {
  // clang-format off
  for (char const* sql : {
      "INSERT INTO t VALUES (1)", "UPDATE t SET a = 1", "DELETE FROM t", "MERGE INTO t USING u ON a = b WHEN MATCHED THEN DELETE",
      "COPY t TO '/tmp/x'", "DROP TABLE t", "CREATE TABLE t (a int)", "TRUNCATE t", "SET a = 1", "DO $$ $$", "CALL f()",
      "PREPARE p AS SELECT 1", "EXECUTE p", "BEGIN", "COMMIT", "LISTEN c", "NOTIFY c", "LOCK t", "EXPLAIN ANALYZE SELECT 1", "VACUUM",
      "GRANT ALL ON t TO u", "ALTER SYSTEM SET a = 1", "SELECT 1 INTO t", "SELECT a INTO TEMP x FROM t",
      "WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a", "WITH a AS (INSERT INTO t VALUES (1) RETURNING a) SELECT 1",
      "WITH a AS (SELECT 1) UPDATE t SET a = 1", "SELECT * FROM t FOR UPDATE", "SELECT * FROM t FOR NO KEY UPDATE",
      "SELECT * FROM t FOR SHARE SKIP LOCKED", "SELECT * FROM (SELECT * FROM t FOR KEY SHARE) AS u"})
    // clang-format on
    refuses(sql, errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(one_statement_passes_and_neither_none_nor_two) {
  refuses("", errc::no_statement);
  refuses(" ; -- nothing", errc::no_statement);
  refuses("SELECT 1; SELECT 2", errc::several_statements);
  refuses("SELECT 1; DROP TABLE t", errc::several_statements);
  refuses("SELECT 1;;DELETE FROM t", errc::several_statements);
}

BOOST_AUTO_TEST_CASE(functions_of_the_list_are_denied_however_they_are_written) {
  for (char const* sql : {"SELECT pg_sleep(1)",
                          "SELECT PG_Sleep(1)",
                          "SELECT \"pg_sleep\"(1)",
                          "SELECT pg_catalog.pg_sleep(1)",
                          "SELECT * FROM pg_sleep(1)",
                          "SELECT * FROM t, LATERAL pg_sleep(a)",
                          "SELECT * FROM ROWS FROM (pg_sleep(1), f(2)) AS x",
                          "SELECT a FROM t ORDER BY pg_sleep(1)",
                          "SELECT CASE WHEN true THEN pg_sleep(1) END",
                          "SELECT (SELECT pg_sleep(1))",
                          "WITH a AS (SELECT pg_sleep(1)) SELECT 1",
                          "SELECT 1 LIMIT (SELECT 1 FROM pg_sleep(1))",
                          "SELECT sum(a) FILTER (WHERE pg_sleep(1) IS NULL) FROM t",
                          "SELECT sum(a) OVER (ORDER BY pg_sleep(1)) FROM t",
                          "SELECT ARRAY[pg_sleep(1)]",
                          "SELECT a[pg_sleep(1)] FROM t",
                          "SELECT U&\"\\0070g_sleep\"(1)",
                          "SELECT/**/pg_sleep/* */(1)",
                          "SELECT pg_sleep\n(1)",
                          "SELECT f(a => pg_sleep(1))",
                          "SELECT 1 WHERE EXISTS (SELECT pg_sleep(1))",
                          "SELECT 1 GROUP BY pg_sleep(1)",
                          "VALUES (pg_sleep(1))",
                          "SELECT pg_sleep(1) IS NULL",
                          "SELECT DISTINCT ON (pg_sleep(1)) a FROM t",
                          "SELECT * FROM t TABLESAMPLE bernoulli (1) REPEATABLE (pg_sleep(1)::text::int)",
                          "SELECT 1 FROM t JOIN u ON pg_sleep(1) IS NULL",
                          "SELECT sum(a) OVER w FROM t WINDOW w AS (PARTITION BY pg_sleep(1))",
                          "SELECT pg_sleep_for('1 hour')",
                          "SELECT dblink_connect('x')",
                          "SELECT * FROM dblink('x', 'y') AS t(a int)"}) {
    auto const v = guard.inspect(sql);
    BOOST_TEST(v.refused.has_value(), sql);
    if (v.refused) BOOST_TEST(v.refused->code == errc::statement_denied, sql);
  }
  refuses("SELECT a, setval('s', 1)", errc::statement_denied, "setval");
  auto const v = guard.inspect("SELECT a, setval('s', 1)");
  BOOST_TEST(v.refused->offset.value_or(9999) == 10U);
  BOOST_TEST(v.refused->message == "the function setval is not allowed: the database is only read");
  refuses("SELECT * FROM pg_hba_file_rules", errc::statement_denied, "pg_hba_file_rules");
}

BOOST_AUTO_TEST_CASE(a_table_or_cte_may_have_the_name_of_a_denied_function) {
  for (char const* sql : {"WITH pg_sleep AS (SELECT 1 AS a) SELECT a FROM pg_sleep", "SELECT * FROM pg_log_entries", "SELECT * FROM http",
                          "SELECT p.a FROM public.dblink_jobs p", "SELECT a AS pg_sleep FROM t AS crosstab",
                          "WITH RECURSIVE dblink(a) AS (SELECT 1 UNION SELECT a FROM dblink) TABLE dblink"})
    passes(sql);
  for (char const* sql : {"SELECT * FROM pg_ls_waldir()", "SELECT * FROM pg_catalog.pg_ls_waldir ( )", "SELECT * FROM LATERAL pg_sleep(1)",
                          "WITH pg_sleep AS (SELECT 1) SELECT * FROM pg_sleep(1)", "WITH pg_sleep AS (SELECT 1) SELECT pg_sleep(1)",
                          "WITH dblink AS (SELECT * FROM dblink('x', 'y') AS t(a int)) SELECT * FROM dblink",
                          "SELECT * FROM pg_catalog.pg_hba_file_rules", "TABLE pg_file_settings"})
    refuses(sql, errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(in_sqlite_a_function_may_stand_for_a_table) {
  static constexpr std::string_view denied[] = {"fsdir"};
  static constexpr std::string_view views[] = {"secrets"};
  db::statement_guard const sqlite(sql::sqlite, denied, views);
  refuses(sqlite, "SELECT * FROM secrets", errc::statement_denied);
  refuses(sqlite, "SELECT * FROM fsdir WHERE path = '/'", errc::statement_denied);
  refuses(sqlite, "SELECT * FROM fsdir('/')", errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(a_comment_hides_nothing_that_postgres_reads) {
  refuses("SELECT 1 --\r, pg_sleep(1)", errc::statement_denied);
  refuses("SELECT 1 -- /*\n, pg_sleep(1) -- */", errc::statement_denied);
  refuses("SELECT 1 /* /* */ */, pg_sleep(1)", errc::statement_denied);
  passes("SELECT 1 /* /* */ , pg_sleep(1) */");
}

BOOST_AUTO_TEST_CASE(users_extend_the_list_and_make_exceptions) {
  guard.deny("billing_*").deny("*_now").deny("sendMail").allow("pg_sleep").allow("Billing_Total");
  refuses("SELECT billing_post(1)", errc::statement_denied, "billing_post");
  refuses("SELECT a.delete_now(), 1", errc::statement_denied, "delete_now");
  refuses("SELECT a.purge_now()", errc::statement_denied, "purge_now");
  refuses("SELECT sendmail('x')", errc::statement_denied);
  refuses("SELECT t.sendmail FROM t", errc::statement_denied);  // PostgreSQL reads it as sendmail(t) if there is no such column
  refuses("SELECT (t).sendmail FROM t", errc::statement_denied);
  BOOST_TEST(guard.inspect("SELECT t.sendmail FROM t").refused->message == "the name sendmail is not allowed: the database is only read");
  passes("SELECT pg_sleep(1), billing_total(1)");
  refuses("SELECT pg_sleep_until(now())", errc::statement_denied);
  refuses("SELECT * FROM billing_total_rows", errc::statement_denied);  // a name that users deny is denied as a table too
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_refused_with_its_fault) {
  refuses("SELECT FROM WHERE", errc::sql_syntax, "WHERE");
  BOOST_TEST(guard.inspect("SELECT a FROM t WHERE").refused->offset.value_or(9999) == 21U);
  refuses("WITH x AS (SELECT 1) WITH", errc::sql_syntax);
  std::string nested(300, '(');  // appended, not added: g++ 12 warns of overflows in sums of strings that do not exist
  nested.append("SELECT 1").append(300, ')');
  refuses(nested, errc::statement_too_long);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_may_be_let_through_but_for_what_is_seen_in_it) {
  guard.pass_unreadable();
  auto const v = guard.inspect("SELECT JSON_ARRAY(1 RETURNING json)");
  BOOST_TEST(!v.refused);
  BOOST_TEST(!v.was_read);
  refuses("SELECT JSON_ARRAY(1 RETURNING json), pg_sleep(1)", errc::statement_denied, "pg_sleep");
  refuses("SELECT JSON_ARRAY(1 RETURNING json), U&\"pg\\005fsleep\"(1)", errc::statement_denied);
  refuses("SELECT 1; SELECT 2", errc::several_statements);
  refuses("DELETE FROM t", errc::statement_denied);
  refuses("", errc::no_statement);
}

BOOST_AUTO_TEST_CASE(other_dialects_have_lists_of_their_own) {
  static constexpr std::string_view denied[] = {"load_file", "sleep", "benchmark"};
  db::statement_guard const mysql(sql::mysql, denied);
  passes(mysql, "SELECT `a` FROM t LIMIT 1, 2");
  refuses(mysql, "SELECT `sleep`(1)", errc::statement_denied);
  refuses(mysql, "SELECT LOAD_FILE('/etc/passwd')", errc::statement_denied);
  refuses(mysql, "SELECT a FROM t INTO OUTFILE '/tmp/x'", errc::statement_denied);
  for (char const* sql : {"SELECT 1 /*! , sleep(1) */", "SELECT /*!50000 1 */", "SELECT 1 /*M! , 2 */", "/*M!100100 SELECT 1 */"})
    refuses(mysql, sql, errc::statement_denied, "/*");  // comments that a server executes
  passes(mysql, "SELECT 1 /* M! */ /*m! 2 */ -- /*! 3 */");
  for (char const* sql : {"HANDLER t OPEN", "KILL 5", "FLUSH TABLES", "USE d", "XA RECOVER", "SHUTDOWN", "UNLOCK TABLES",
                          "SELECT 1 FROM t LOCK IN SHARE MODE"})
    refuses(mysql, sql, errc::statement_denied);
  for (char const* sql : {"SELECT @a := 1", "SELECT 1 FROM t PROCEDURE ANALYSE()", "SELECT NEXT VALUE FOR s"})
    refuses(mysql, sql, errc::sql_syntax);
  passes(mysql, "SELECT sleep, n.sleep, max(n.benchmark) FROM night AS n");  // columns, which are no calls here
  db::statement_guard const sqlite(sql::sqlite);
  passes(sqlite, "SELECT [a] FROM t");
  refuses(sqlite, "PRAGMA user_version", errc::statement_denied);
  refuses(sqlite, "ATTACH 'x' AS y", errc::statement_denied);
}

// DuckDB's own parser is asked about it too, so that what is no call may have the name of a function.
BOOST_AUTO_TEST_CASE(in_what_duckdb_alone_can_read_calls_are_denied) {
  static constexpr std::string_view denied[] = {"read_text", "getenv"};
  db::statement_guard duckdb(sql::duckdb, denied);
  duckdb.pass_unreadable();
  for (char const* sql : {"SELECT JSON_ARRAY(1 RETURNING json), read_text FROM t", "SELECT JSON_ARRAY(1 RETURNING json) AS getenv"}) {
    auto const v = duckdb.inspect(sql);
    BOOST_TEST(!v.refused, sql);
    BOOST_TEST(!v.was_read, sql);
  }
  for (char const* sql :
       {"SELECT JSON_ARRAY(1 RETURNING json) FROM read_text('/etc/passwd')", "SELECT getenv('HOME'), JSON_ARRAY(1 RETURNING json)"})
    refuses(duckdb, sql, errc::statement_denied);
}

BOOST_AUTO_TEST_SUITE_END()
