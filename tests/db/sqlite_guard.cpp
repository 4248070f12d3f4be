// SPDX-License-Identifier: BSL-1.0
// Statements that do more than read, or exceed their limits: each ends with its code, and the file stays unchanged.
#include "support.hpp"

#include <cstdint>

using namespace t2s;
using namespace t2s::test;

namespace {

struct guarded {
  folder where{};
  db::sqlite_options options = tight();
  db::sqlite_connection db{make_database(where / "small.db", small_world), options};
  std::map<std::string, std::string> before = where.bytes();

  ~guarded() { BOOST_TEST((where.bytes() == before)); }

  static db::sqlite_options tight() {
    db::sqlite_options o;
    o.limits.time = std::chrono::seconds(20);  // irrelevant, except where it is tested
    o.limits.rows = 1000;
    o.limits.bytes = 1U << 20U;
    o.limits.value_bytes = 1U << 20U;
    o.limits.statement_bytes = 200'000;
    return o;
  }

  /// Requires that the statement fails with the code and leaves the connection usable.
  void fails(std::string const& sql, errc code) { fails(db, sql, code); }

  static void fails(db::sqlite_connection& on, std::string const& sql, errc code) {
    auto const e = on.execute(sql);
    auto const shown = sql.substr(0, 80);
    BOOST_TEST_CONTEXT(shown) {
      BOOST_REQUIRE(e.failure);
      BOOST_TEST(e.failure->code == code);
      BOOST_TEST(!e.failure->message.empty());
      BOOST_TEST(on.execute("SELECT 1").ok());
    }
  }

  /// Requires that the statement ends at a limit of 300 ms, within ten times that.
  void takes_too_long(std::string const& sql) const {
    auto o = options;
    o.limits.time = std::chrono::milliseconds(300);
    auto hasty = other(o);
    auto const begin = std::chrono::steady_clock::now();
    fails(hasty, sql, errc::time_limit);
    BOOST_TEST((std::chrono::steady_clock::now() - begin < 10 * o.limits.time));
  }

  db::sqlite_connection other(db::sqlite_options const& o) const { return db::sqlite_connection(where / "small.db", o); }
};

/// `before`, then `part` n times, then `after`.
std::string repeated(std::string before, std::string const& part, int times, std::string const& after = {}) {
  for (int i = 0; i < times; ++i) before.append(part);
  return before.append(after);
}

/// An expression for an object with that many keys, each with the prefix.
std::string json_of(std::string const& prefix, int keys) {
  std::string sql = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ";
  return sql.append(std::to_string(keys)).append(") SELECT json_group_object('").append(prefix).append("' || i, 1) FROM n)");
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_guard, guarded)

BOOST_AUTO_TEST_CASE(what_writes_is_denied) {
  for (char const* sql : {"DROP TABLE city",
                          "DELETE FROM city",
                          "UPDATE city SET name = 'x'",
                          "INSERT INTO city(name) VALUES ('x')",
                          "INSERT INTO city(name) VALUES ('x') RETURNING id",
                          "REPLACE INTO city(id) VALUES (1)",
                          "WITH gone AS (SELECT 1) DELETE FROM city WHERE id IN (SELECT * FROM gone)",
                          "CREATE TABLE t(x)",
                          "CREATE TEMP TABLE t(x)",
                          "CREATE TABLE t AS SELECT 1",
                          "CREATE TEMP VIEW v AS SELECT 1",
                          "CREATE INDEX i ON city(name)",
                          "CREATE TRIGGER g AFTER INSERT ON city BEGIN SELECT 1; END",
                          "CREATE VIRTUAL TABLE t USING fts5(x)",
                          "ALTER TABLE city ADD COLUMN y",
                          "ALTER TABLE city RENAME TO town",
                          "REINDEX",
                          "ANALYZE",
                          "VACUUM",
                          "VACUUM INTO 'copy.db'",
                          "EXPLAIN DELETE FROM city",
                          "UPDATE sqlite_schema SET sql = ''",
                          "INSERT INTO temp.sqlite_schema VALUES (1, 2, 3, 4, 5)"})
    fails(sql, errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(what_changes_the_connection_is_denied) {
  auto const file = (where / "other.db").string();
  for (std::string const& sql :
       std::vector<std::string>{"ATTACH '" + file + "' AS o", "ATTACH ':memory:' AS o", "ATTACH 'file:" + file + "?mode=rwc' AS o",
                                "DETACH main", "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s"})
    fails(sql, errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(every_pragma_is_denied) {
  for (char const* sql :
       {"PRAGMA writable_schema = ON", "PRAGMA writable_schema", "PRAGMA table_info(city)", "PRAGMA query_only = OFF",
        "PRAGMA journal_mode = DELETE", "PRAGMA main.user_version = 7", "PRAGMA trusted_schema = ON", "PRAGMA data_version",
        "PRAGMA page_size", "PRAGMA main.page_size = 512", "EXPLAIN PRAGMA page_size", "PRAGMA temp_store_directory = '/'",
        "PRAGMA unheard_of", "SELECT * FROM pragma_table_info('city')", "SELECT * FROM pragma_user_version"})
    fails(sql, errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(functions_that_reach_outside_are_denied) {
  auto const e = db.execute("SELECT load_extension('x')");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::statement_denied);
  BOOST_TEST(e.failure->subject == "load_extension");
  fails("SELECT Load_Extension('x', 'y')", errc::statement_denied);
  fails("SELECT fts3_tokenizer('simple')", errc::statement_denied);
  fails("SELECT (SELECT 1 WHERE load_extension('x'))", errc::statement_denied);
  fails("SELECT sqlite_log(1, 'forged')", errc::statement_denied);
}

extern "C" {
static void answer(sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_int(context, 42); }
static int add_answer(sqlite3* db, char const**, void const*) {
  return sqlite3_create_function(db, "answer", 0, SQLITE_UTF8, nullptr, answer, nullptr, nullptr);
}
}

BOOST_AUTO_TEST_CASE(functions_of_the_application_are_denied) {
  auto const extension = reinterpret_cast<void (*)()>(add_answer);
  sqlite3_auto_extension(extension);
  auto extended = other(options);
  sqlite3_cancel_auto_extension(extension);
  fails(extended, "SELECT answer()", errc::statement_denied);
  fails(extended, "SELECT name FROM city ORDER BY Answer()", errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(functions_of_sqlite_are_allowed) {
  for (char const* sql :
       {"SELECT COUNT(*), Sum(id), avg(id), max(name), group_concat(name), total(id) FROM city",
        "SELECT upper(name), substr(name, 1, 2), length(name), coalesce(name, ''), iif(1, 2, 3), ifnull(1, 2), nullif(1, 2) FROM city",
        "SELECT date('now'), strftime('%Y', 'now'), julianday('now'), round(1.5), abs(-1), typeof(1), cast(1 AS TEXT), random() IS NULL",
        "SELECT rank() OVER (ORDER BY id), lag(id) OVER (ORDER BY id), sum(id) OVER () FROM city",
        "SELECT json_extract('{\"a\":1}', '$.a'), '[1]' -> 0, json_group_array(id) FROM city", "SELECT value FROM json_each('[1]')",
        "SELECT city.name FROM city, json_tree('{\"a\":1}') AS j WHERE j.key = 'a'",
        "SELECT name LIKE 'a%' ESCAPE '!', name GLOB '*', likely(1), quote(name), hex(name), char(65), unicode('A') FROM city"})
    BOOST_TEST(db.execute(sql).ok(), sql << ": " << db.execute(sql).failure.value_or(failure{}).text());
}

BOOST_AUTO_TEST_CASE(exactly_one_statement_is_run) {
  for (char const* sql : {"", " ", "\n\t", ";", ";;;", "-- nothing", "/* nothing */", "/* open", "; -- x\n ;"})
    fails(sql, errc::no_statement);
  for (char const* sql :
       {"SELECT 1; SELECT 2", "SELECT 1;; SELECT 2;", "SELECT 1; DROP TABLE city", "SELECT 1; nonsense", "SELECT 1; /* */ x"})
    fails(sql, errc::several_statements);
  fails("DROP TABLE city; SELECT 1", errc::statement_denied);
  fails("nonsense; SELECT 1", errc::sql_syntax);
}

BOOST_AUTO_TEST_CASE(a_nul_byte_hides_nothing) {
  fails(std::string("SELECT 1\0; DROP TABLE city", 26), errc::sql_syntax);
  fails(std::string("SELECT 1\0", 9), errc::sql_syntax);
  fails(std::string("\0", 1), errc::sql_syntax);
  BOOST_TEST(db.execute(std::string("SELECT\0 1", 9)).failure->offset.value_or(0) == 6u);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_utf_8_are_survived) {
  BOOST_TEST(db.execute("SELECT '\xFF\xFE'").rows.values.at(0).at(0) == value("\xFF\xFE"));
  fails("SELECT \xFF\xC0 FROM city", errc::no_such_column);
  fails("\xEF\xBB\xBF\x80", errc::sql_syntax);
}

BOOST_AUTO_TEST_CASE(time_is_limited) {
  for (char const* sql : {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n",
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n",
                          // 1,000,000^2 rows
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT count(*) FROM n a, n b",
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0",
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n GROUP BY i % 7",
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT max(a.i + b.i) OVER (ORDER "
                          "BY a.i) FROM n a, n b"})
    takes_too_long(sql);
}

BOOST_AUTO_TEST_CASE(rows_are_limited_and_those_before_are_kept) {
  std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
  fails(endless, errc::row_limit);
  BOOST_TEST(db.execute(endless).rows.values.size() == 1000u);
  auto const exactly = db.execute(endless + " LIMIT 1000");
  BOOST_TEST(exactly.ok());
  BOOST_TEST(exactly.rows.values.size() == 1000u);
}

BOOST_AUTO_TEST_CASE(bytes_are_limited) {
  fails("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT hex(zeroblob(10000)) FROM n", errc::size_limit);
  BOOST_TEST(db.execute("SELECT zeroblob(1000000)").rows.values.at(0).at(0).bytes()->bytes.size() == 1'000'000u);
}

BOOST_AUTO_TEST_CASE(single_values_are_limited) {
  for (char const* sql : {"SELECT zeroblob(1000000000)", "SELECT randomblob(1000000000)", "SELECT length(zeroblob(100000000))",
                          "SELECT printf('%.1000000000c', 'x')", "SELECT printf('%1000000000d', 1)", "SELECT hex(zeroblob(900000))",
                          "SELECT length(replace(hex(zeroblob(250000)), '0', 'xxxxxxxxxx'))",
                          "WITH RECURSIVE n(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM n) SELECT length(s) FROM n",
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000) SELECT "
                          "length(group_concat(hex(zeroblob(5000)))) FROM n",
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000) SELECT "
                          "length(json_group_array(hex(zeroblob(5000)))) FROM n",
                          "SELECT 'a' LIKE hex(zeroblob(51))", "SELECT 'a' GLOB hex(zeroblob(51))"})
    fails(sql, errc::size_limit);
}

BOOST_AUTO_TEST_CASE(rows_before_a_value_that_is_too_large_are_kept) {
  auto const e = db.execute("SELECT iif(id = 2, length(zeroblob(1000000000)), name) FROM city ORDER BY id");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::size_limit);
  BOOST_REQUIRE(e.rows.values.size() == 1u);
  BOOST_TEST(*e.rows.values[0][0].text() == "Graz");
}

// One LIKE takes text times pattern, and SQLite does not interrupt within a row or an expression.
BOOST_AUTO_TEST_CASE(patterns_cannot_hold_the_connection) {
  takes_too_long(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n), v(x, p) AS MATERIALIZED (SELECT replace(hex(zeroblob(500000)), "
      "'0', "
      "'a'), '%' || replace(hex(zeroblob(49)), '0', 'a') || 'b') SELECT sum(x LIKE p) FROM n, v");
}

BOOST_AUTO_TEST_CASE(functions_cannot_hold_the_connection) {
  std::string const halves = "WITH a(x) AS (SELECT replace(hex(zeroblob(250000)), '0', 'a')) SELECT ";
  for (std::string const& sql :
       {std::string("SELECT json_patch(") + json_of("a", 20'000) + ", " + json_of("b", 20'000) + ")",
        std::string("SELECT printf('%n%.*c%.*c', 900000000, 'x', 900000000, 'x')"), std::string("SELECT printf('%2000000000d', 1)"),
        std::string("SELECT printf('%*d', 2000000000, 1)"), std::string("SELECT printf('%d %.*c', 1, -2000000000, 'x')"),
        std::string("SELECT format('%%%s%.900000000c', 'a', 'b')"), repeated("SELECT printf('", "%.99999999c", 1000, "', 'x')"),
        halves + "instr(x || x, x || 'b') FROM a", halves + "trim(x, x || 'b') FROM a", halves + "replace(x || x, x || 'b', '') FROM a"})
    fails(sql, errc::size_limit);
  takes_too_long(repeated(halves + "1", " + length(rtrim('b' || x, 'cdefghijklmnopqrstuvwxyza'))", 900, " FROM a"));
}

// After the check, functions return what a plain connection returns.
BOOST_AUTO_TEST_CASE(checked_functions_are_those_of_sqlite) {
  for (auto const& [sql, expected] : std::initializer_list<std::pair<char const*, value>>{
           {"SELECT printf('%5.1f|%-4d|%s|%c|%%|%,d', 2.25, 7, 'x', 'yz', 1234567)", "  2.3|7   |x|y|%|1,234,567"},
           {"SELECT format('%.2f', 2)", "2.00"},
           {"SELECT printf()", null_t()},
           {"SELECT printf('%s')", ""},
           {"SELECT instr('Zürich', 'r')", std::int64_t{3}},
           {"SELECT instr(x'0102', x'02')", std::int64_t{2}},
           {"SELECT instr(NULL, 'a')", null_t()},
           {"SELECT instr(12345, 34)", std::int64_t{3}},
           {"SELECT replace('a-b-c', '-', '')", "abc"},
           {"SELECT replace(105, 0, 2)", "125"},
           {"SELECT trim('xxaxx', 'x')", "a"},
           {"SELECT ltrim('  a ')", "a "},
           {"SELECT rtrim('a  ', ' ')", "a"},
           {"SELECT printf('%n%*d%.*f', 3, 7, 1, 2.25)", "  72.3"},
           {"SELECT json_patch('{\"a\":1,\"b\":2}', '{\"b\":null,\"c\":3}')", "{\"a\":1,\"c\":3}"},
           {"SELECT json_array(json_patch('{}', '{\"a\":1}'))", "[{\"a\":1}]"},  // JSON, not a text
           {"SELECT json_patch(NULL, '{}')", null_t()}})
    BOOST_TEST(db.execute(sql).rows.values.at(0).at(0) == expected, sql);
  fails("SELECT instr('a')", errc::wrong_argument_count);
  fails("SELECT replace('a', 'b')", errc::wrong_argument_count);
  BOOST_TEST(db.execute("SELECT json_patch('{', '{}')").failure->message == "malformed JSON");
}

BOOST_AUTO_TEST_CASE(the_statement_is_limited) {
  fails(std::string("SELECT 1").append(200'000, ' '), errc::statement_too_long);
  BOOST_TEST(db.execute(std::string("SELECT 1").append(200'000 - 8, ' ')).ok());
  for (auto const& sql : std::vector<std::string>{repeated("SELECT 1 WHERE 0", " OR 1", 20'000),
                                                  repeated(repeated("SELECT ", "(", 50'000), "1)", 1, std::string(49'999, ')')),
                                                  repeated(repeated("SELECT ", "(-", 5'000), "1)", 1, std::string(4'999, ')')),
                                                  repeated(repeated("SELECT ", "abs(", 2'000), "1)", 1, std::string(1'999, ')')),
                                                  repeated(repeated("SELECT ", "(SELECT ", 5'000), "1)", 1, std::string(4'999, ')')),
                                                  repeated("SELECT 1", " UNION ALL SELECT 1", 9'000), repeated("SELECT 1", ", 1", 30'000),
                                                  repeated("SELECT 1 FROM city", ", city", 200)})
    fails(sql, errc::statement_too_long);
  BOOST_TEST(db.execute(repeated("SELECT 1", ";", 190'000)).ok());
  BOOST_TEST(db.execute(repeated("SELECT 1 WHERE 1 IN (0", ", 1", 20'000, ")")).ok());
}

BOOST_AUTO_TEST_CASE(each_limit_can_be_set) {
  auto o = options;
  o.limits.rows = 1;
  BOOST_TEST(other(o).execute("SELECT * FROM city").failure->code == errc::row_limit);
  o = options;
  o.limits.bytes = 100;
  BOOST_TEST(other(o).execute("SELECT * FROM city").failure->code == errc::size_limit);
  o = options;
  o.limits.value_bytes = 1000;
  BOOST_TEST(other(o).execute("SELECT zeroblob(1001)").failure->code == errc::size_limit);
  o = options;
  o.limits.statement_bytes = 8;
  BOOST_TEST(other(o).execute("SELECT 1").ok());
  BOOST_TEST(other(o).execute("SELECT 12").failure->code == errc::statement_too_long);
  o = options;
  o.limits.time = std::chrono::nanoseconds::max();
  BOOST_TEST(other(o).execute("SELECT * FROM city").ok());
}

BOOST_AUTO_TEST_CASE(full_text_search_works_under_the_guard) {
  make_database(where / "search.db",
                "CREATE VIRTUAL TABLE f5 USING fts5(body); INSERT INTO f5 VALUES ('red fish'), ('blue bird');"
                "CREATE VIRTUAL TABLE f4 USING fts4(body); INSERT INTO f4 VALUES ('red fish'), ('blue bird');"
                "CREATE VIRTUAL TABLE r USING rtree(id, x0, x1); INSERT INTO r VALUES (1, 0, 5), (2, 7, 9);");
  before = where.bytes();
  db::sqlite_connection search(where / "search.db", options);
  for (char const* sql :
       {"SELECT body FROM f5 WHERE f5 MATCH 'fish'", "SELECT highlight(f5, 0, '<', '>'), bm25(f5) FROM f5('fish') ORDER BY rank",
        "SELECT snippet(f5, 0, '<', '>', '', 5) FROM f5('fish')", "SELECT snippet(f4), offsets(f4) FROM f4 WHERE f4 MATCH 'fish'",
        "SELECT body FROM f4 WHERE f4 MATCH 'fish'", "SELECT id FROM r WHERE x0 > 6"}) {
    auto const e = search.execute(sql);
    BOOST_TEST(e.ok(), sql << ": " << (e.failure ? e.failure->text() : ""));
    BOOST_TEST(e.rows.values.size() == 1u, sql);
  }
  for (char const* sql :
       {"INSERT INTO f5(f5) VALUES ('rebuild')", "INSERT INTO f4(f4) VALUES ('optimize')", "DELETE FROM r", "DROP TABLE f5"}) {
    auto const e = search.execute(sql);
    BOOST_REQUIRE(e.failure);
    BOOST_TEST(e.failure->code == errc::statement_denied);
  }
}

BOOST_AUTO_TEST_CASE(a_limit_of_values_of_one_call_holds_within_functions) {
  auto within = options.limits;
  within.value_bytes = 10'000;
  for (char const* sql :
       {"SELECT length(printf('%.*c', 20000, 'x'))", "SELECT printf('%.*c', 20000, 'x') IS NULL", "SELECT printf('%10001d', 1)",
        "SELECT length(replace(printf('%.*c', 9000, 'x'), 'x', 'yy'))", "SELECT length(hex(zeroblob(6000)))"}) {
    auto const e = db.execute(sql, within);
    BOOST_REQUIRE_MESSAGE(e.failure, sql);
    BOOST_TEST(e.failure->code == errc::size_limit, sql << ": " << e.failure->text());
  }
  BOOST_TEST(db.execute("SELECT length(printf('%.*c', 9999, 'x'))", within).rows.values.at(0).at(0) == value(9999));
  BOOST_TEST(db.execute("SELECT length(printf('%.*c', 20000, 'x'))").rows.values.at(0).at(0) == value(20000));
  within.value_bytes = 2U << 20U;  // more than the connection's own
  BOOST_TEST(db.execute("SELECT length(printf('%.*c', 1500000, 'x'))", within).rows.values.at(0).at(0) == value(1'500'000));
}

BOOST_AUTO_TEST_CASE(temporary_files_have_a_limit) {
  auto o = tight();
  o.limits.temporary_bytes = 20U << 20U;
  db::sqlite_connection narrow(where / "small.db", o);
  auto const rows = [](int n) {
    return "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < " + std::to_string(n) +
           "), x(x) AS (SELECT hex(zeroblob(500)) || n FROM i) ";
  };
  for (char const* sorts : {"SELECT max(x) FROM (SELECT x FROM x ORDER BY x LIMIT -1)", "SELECT count(*) FROM (SELECT DISTINCT x FROM x)",
                            "SELECT count(*) FROM (SELECT x, count(*) FROM x GROUP BY x)",
                            "SELECT count(*) FROM (SELECT x FROM x UNION SELECT 1)", "SELECT count(*) FROM x a, x b WHERE a.x = b.x"}) {
    auto const e = narrow.execute(rows(60'000) + sorts);
    BOOST_REQUIRE_MESSAGE(e.failure, sorts);
    BOOST_TEST(e.failure->code == errc::size_limit);
    BOOST_TEST(e.failure->message.find("20971520 bytes of temporary files") != std::string::npos, e.failure->message);
    BOOST_TEST(e.failure->remedy.find("temporary_bytes") != std::string::npos);
  }
  // what is closed counts no more: each of these needs more than a quarter of it
  for (int i = 0; i < 6; ++i) BOOST_TEST(narrow.execute(rows(4'000) + "SELECT count(*) FROM (SELECT DISTINCT x FROM x)").ok());
}

BOOST_AUTO_TEST_SUITE_END()
