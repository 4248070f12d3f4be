// SPDX-License-Identifier: BSL-1.0
// A query and its translation, each run on its engine over the same rows: every available engine against every other one.
#include "support.hpp"

#include "support/sqlite_file.hpp"

#include "t2s/db/any/open.hpp"
#include "t2s/db/copy/copy.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/transpile.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

/// NULLs, negative numbers, halves, letters of both cases, wildcards, a backslash, ends of months.
constexpr char const* stored =
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, x DOUBLE, n DECIMAL(10,2), s VARCHAR(30), u VARCHAR(30), d DATE, "
    "ts TIMESTAMP);"
    "INSERT INTO t VALUES (1, 10, 3, 1.25, 2.25, 'Apple', 'a_b', '2024-01-31', '2024-01-31 10:20:30'),"
    "(2, -7, 2, -2.75, -1.25, 'banana', '50%', '2024-02-29', '2024-02-29 23:59:59'),"
    "(3, NULL, 0, 0.25, NULL, 'a\\b', NULL, '2023-12-31', '2023-12-31 00:00:00'),"
    "(4, 5, NULL, NULL, 0.05, NULL, 'Zed', NULL, NULL),"
    "(5, 7, 2, 2.75, 1.15, 'cherry', 'x y', '2024-03-10', '2024-03-10 12:00:00');"
    "CREATE TABLE r(k INTEGER PRIMARY KEY, g VARCHAR(10), v INTEGER);"
    "INSERT INTO r VALUES (1, 'p', 5), (2, 'q', NULL), (3, 'p', 7), (4, 'm', 2), (5, 'p', 7);";

db::any_options patient() {
  db::any_options o;
  o.limits.time = std::chrono::minutes(2);
  return o;
}

/// A database with the rows, and its dialect.
struct engine {
  sql::dialect dialect;
  db::any_connection database;
};

std::deque<engine>& engines() {
  static cli_test::folder const files("transpile_rows");
  static std::deque<engine> all = [] {
    std::deque<engine> found;
    auto const file = test::make_database(files.file("rows.sqlite"), stored).string();
    found.push_back({sql::dialect::sqlite, db::open(file, patient())});
    for (auto const& place : places()) {
      auto const url = place.of("t2s_transpile");
      auto source = db::open(file, patient());
      (void)db::copy_database(source, *db::open_target(url, {.create = true}), {.replace = true, .dates = true});
      auto database = db::open(url, patient());
      auto const dialect = sql::dialect_of(database.schema()).dialect;
      found.push_back({dialect, std::move(database)});
    }
    return found;
  }();
  return all;
}

engine* engine_of(sql::dialect d) {
  auto const found = std::ranges::find(engines(), d, &engine::dialect);
  return found == engines().end() ? nullptr : &*found;
}

/// A value as all engines can give it: numbers to six digits, times without a fraction of zeros.
std::string plain(value const& v) {
  std::array<char, 64> digits{};
  if (auto const* i = v.integer()) return std::to_string(*i);
  auto const* const text = v.text();
  double number = 0;
  char rest = 0;
  bool const numeric = text && std::sscanf(text->c_str(), "%lf%c", &number, &rest) == 1;
  if (auto const* r = v.real()) number = *r;
  if (!v.real() && !numeric) {
    auto words = to_string(v);
    if (words.ends_with(".000000")) words.resize(words.size() - 7);
    return words;
  }
  std::snprintf(digits.data(), digits.size(), "%.6g", number);
  return digits.data();
}

std::vector<std::string> rows_of(engine& e, std::string_view sql, bool ordered) {
  auto const done = e.database.execute(std::string(sql));
  BOOST_TEST(!done.failure, sql << ": " << (done.failure ? done.failure->text() : ""));
  std::vector<std::string> rows;
  for (auto const& row : done.rows.values) {
    std::string words;
    for (auto const& v : row) words.append(plain(v)).append("|");
    rows.push_back(std::move(words));
  }
  if (!ordered) std::ranges::sort(rows);
  return rows;
}

sql::query read(sql::dialect from, std::string_view sql) {
  auto parsed = sql::parse(sql, {.grammar = sql::grammar_of(from)});
  if (!parsed) BOOST_FAIL(sql << ": " << to_string(parsed.error()));
  return *std::move(parsed);
}

/// Runs each query in its own engine, and its translation in each of the others.
void check_rows(sql::dialect from, std::initializer_list<std::string_view> all, bool with_schema = true) {
  auto* const source = engine_of(from);
  BOOST_TEST_MESSAGE((source ? "" : "SKIPPED: there is no ") << sql::name_of(from));
  if (!source) return;
  for (auto const sql : all) {
    bool const ordered = sql.ends_with(" id");  // all that are sorted end so
    auto const wanted = rows_of(*source, sql, ordered);
    for (auto& target : engines()) {
      if (target.dialect == from) continue;
      sql::transpile_options how;
      if (with_schema) how.schema = &source->database.schema();
      auto const there = sql::transpile(read(from, sql), sql::grammar_of(target.dialect), how);
      BOOST_REQUIRE_MESSAGE(there, sql::name_of(from) << " to " << sql::name_of(target.dialect) << ": " << sql);
      auto const rows = rows_of(target, there.sql(), ordered);
      BOOST_TEST(rows == wanted, sql::name_of(from) << " to " << sql::name_of(target.dialect) << ": " << sql << "\n" << there.sql());
    }
  }
}

/// The same with one other engine.
void check_rows_in(sql::dialect from, sql::dialect to, std::initializer_list<std::string_view> all) {
  auto *const source = engine_of(from), *const target = engine_of(to);
  BOOST_TEST_MESSAGE((source && target ? "" : "SKIPPED: an engine is missing"));
  for (auto const sql : all) {
    if (!source || !target) continue;
    auto const there = sql::transpile(read(from, sql), sql::grammar_of(to), {.schema = &source->database.schema()});
    BOOST_TEST(rows_of(*target, there.sql(), false) == rows_of(*source, sql, false), sql << "\n" << there.sql());
  }
}

/// Whether a translation is refused, or has a note that it differs.
void check_said(sql::dialect from, std::initializer_list<sql::dialect> to, std::initializer_list<std::string_view> all, sql::fidelity how) {
  for (auto const target : to)
    for (auto const sql : all) {
      auto const done = sql::transpile(read(from, sql), sql::grammar_of(target));
      auto const said = std::ranges::any_of(done.notes, [how](auto const& n) { return n.how == how; });
      BOOST_TEST(said, sql::name_of(from) << " to " << sql::name_of(target) << ": " << sql << "\n" << done.sql());
    }
}

}  // namespace

using sql::dialect;

BOOST_AUTO_TEST_SUITE(any_transpile_rows)

BOOST_AUTO_TEST_CASE(truth_words_are_no_columns) {
  for (bool const schema : {true, false}) {
    check_rows(dialect::postgres,
               {"SELECT id FROM t WHERE (a > 6) IS TRUE", "SELECT id FROM t WHERE (a > 6) IS NOT FALSE",
                "SELECT t.id FROM t JOIN r ON TRUE WHERE r.k = 1", "SELECT CASE WHEN TRUE THEN 1 ELSE 2 END FROM t",
                "SELECT id FROM t WHERE coalesce(a > 6, FALSE)", "SELECT count(*) FILTER (WHERE TRUE) FROM t",
                "SELECT id FROM t WHERE (a > 6) IN (TRUE)", "SELECT id FROM t WHERE (a > 6) = FALSE"},
               schema);
    check_rows(dialect::duckdb, {"SELECT id FROM t WHERE TRUE AND NOT FALSE", "SELECT t.id FROM t LEFT JOIN r ON FALSE"}, schema);
    check_rows(dialect::mysql, {"SELECT id FROM t WHERE TRUE", "SELECT id FROM t WHERE (a > 6) IS TRUE"}, schema);
    check_rows(dialect::sqlite, {"SELECT id FROM t WHERE TRUE", "SELECT id FROM t WHERE (a > 6) IS NOT TRUE"}, schema);
  }
}

BOOST_AUTO_TEST_CASE(windows_that_nothing_names) {
  check_rows(dialect::sqlite, {"SELECT count(*) FROM t WINDOW w AS (ORDER BY a)",
                               "SELECT id, sum(a) OVER (w ORDER BY id) FROM t WINDOW w AS (PARTITION BY b), v AS (w ORDER BY a)",
                               "SELECT id FROM t WINDOW w AS (ORDER BY id) ORDER BY sum(a) OVER w, id"});
}

/// PostgreSQL and DuckDB leave NULLs out, in SQLite and MySQL one NULL makes the result NULL; SQLite's max of one argument is an aggregate.
BOOST_AUTO_TEST_CASE(greatest_and_least) {
  auto const calls = {std::string_view("SELECT id, greatest(a, b, id), least(a, b, id, 4), greatest(a, b), least(a, b) FROM t"),
                      std::string_view("SELECT id, greatest(b, a, b), least(n, x, a) FROM t")};
  for (auto const from : {dialect::postgres, dialect::duckdb, dialect::mysql}) check_rows(from, calls);
  check_rows(dialect::sqlite, {"SELECT id, max(a, b, id), min(a, b, id) FROM t"});
  check_rows(dialect::postgres, {"SELECT greatest(a), least(b) FROM t"});
  check_rows(dialect::duckdb, {"SELECT greatest(a) FROM t"});
}

BOOST_AUTO_TEST_CASE(typed_literals) {
  check_rows(dialect::postgres,
             {"SELECT DATE '2024-01-31', DATE '2024-1-5', TIMESTAMP '2024-01-31 10:20:30', TIMESTAMP '2024-01-31', TIME '10:20'",
              "SELECT int '5', integer '7' + 1, numeric '2.5', bigint '9', float8 '1.5', text 'abc', varchar 'x', smallint '3'",
              "SELECT id FROM t WHERE (a > 6) = boolean 'true'", "SELECT id FROM t WHERE d = DATE '2024-01-31'",
              "SELECT id FROM t WHERE d + INTERVAL '1 day' > TIMESTAMP '2024-02-01 00:00:00'", "SELECT bytea '\\x6162' FROM t"});
  check_rows(dialect::duckdb,
             {"SELECT DATE '2024-1-31', TIME '10:20:30', TIMESTAMP '2024-01-31 10:20', INTEGER '5', DOUBLE '2.5', VARCHAR 'abc'",
              "SELECT '\\xAA\\x41b'::BLOB"});
  check_rows(dialect::mysql, {"SELECT DATE '2024-01-31', TIME '10:20:30', TIMESTAMP '2024-01-31 10:20:30'"});
  auto const others = {dialect::sqlite, dialect::mysql, dialect::duckdb};
  check_said(dialect::postgres, others, {"SELECT DATE 'January 8, 1999'", "SELECT DATE '2024-02-30'", "SELECT DATE 'today'"},
             sql::fidelity::impossible);
  check_said(dialect::postgres, {dialect::sqlite, dialect::mysql},
             {"SELECT INTERVAL '1 day'", "SELECT TIMESTAMPTZ '2024-01-31 10:20:30+02'"}, sql::fidelity::impossible);
}

BOOST_AUTO_TEST_CASE(bits_bytes_and_escapes) {
  check_rows(dialect::postgres,
             {"SELECT B'101'::int, X'FF'::int", "SELECT E'a\\nb', E'\\x41\\101\\u00e9', U&'d\\0061t', U&'d!0061t' UESCAPE '!', $$a'b$$"});
  check_rows(dialect::mysql,
             {"SELECT X'4142', 0x4142, B'01000001', 0b01000001", "SELECT b'1' + 0, 0b11 + 1, 0x41 + 1", "SELECT id FROM t WHERE a = 0x0A",
              "SELECT id FROM t WHERE s = 0x62616E616E61", "SELECT 'a\\nb', 'a\\%b', 'a\\_b', 'a\\qb', 'it''s'"});
  check_said(dialect::postgres, {dialect::sqlite, dialect::mysql}, {"SELECT B'101'", "SELECT X'1F'"}, sql::fidelity::impossible);
  check_said(dialect::mysql, {dialect::sqlite, dialect::postgres, dialect::duckdb}, {"SELECT x'41' + 0", "SELECT 'a\\0b'"},
             sql::fidelity::impossible);
}

/// SQLite negates a class of GLOB by ^ and DuckDB by !; DuckDB and the patterns of LIKE have escapes.
BOOST_AUTO_TEST_CASE(patterns) {
  check_rows(dialect::duckdb,
             {"SELECT id FROM t WHERE s ~~~ 'A*'", "SELECT id FROM t WHERE s GLOB '[!a]*'", "SELECT id FROM t WHERE s GLOB '[^a]*'",
              "SELECT id FROM t WHERE s GLOB '[a-b]*'", "SELECT id FROM t WHERE s GLOB 'a\\\\b'", "SELECT id FROM t WHERE s LIKE 'a\\b'"});
  check_rows(dialect::sqlite, {"SELECT id FROM t WHERE s GLOB '[!a]*'", "SELECT id FROM t WHERE s GLOB '[^a]*'",
                               "SELECT id FROM t WHERE s GLOB '*\\*'", "SELECT id FROM t WHERE s GLOB '[]A]*'",
                               "SELECT id FROM t WHERE s GLOB '?[\\]b'", "SELECT id FROM t WHERE u LIKE 'a\\_b' ESCAPE '\\'"});
  check_rows(dialect::mysql, {"SELECT id FROM t WHERE s LIKE 'a\\\\\\\\b'", "SELECT id FROM t WHERE u LIKE '50\\%'",
                              "SELECT id FROM t WHERE s LIKE '%\\\\\\\\%'"});
  check_rows(dialect::postgres, {"SELECT id FROM t WHERE s LIKE 'a\\\\b'", "SELECT id FROM t WHERE u LIKE 'a\\_b'",
                                 "SELECT id FROM t WHERE s LIKE 'a\\b' ESCAPE ''"});
  check_said(dialect::duckdb, {dialect::sqlite}, {"SELECT id FROM t WHERE s GLOB u"}, sql::fidelity::nearly);
}

BOOST_AUTO_TEST_CASE(parts_of_texts) {
  check_rows(dialect::sqlite,
             {"SELECT id, substr(s, 1, instr(s, 'n') - 1), substr(s, 3, -2), substr(s, 1, -1), substr(s, 0, 3), substr(s, -3, 2) FROM t"});
  check_rows(dialect::duckdb, {"SELECT id, substr(s, 1, instr(s, 'n') - 1), substr(s, 3, -2), substr(s, 0, 3) FROM t"});
  check_rows(dialect::mysql,
             {"SELECT id, substr(s, 1, instr(s, 'n') - 1), substr(s, 3, -2), left(s, a), right(s, b), left(s, -1), right(s, 0) FROM t"});
  check_rows(dialect::postgres, {"SELECT id, left(s, -1), right(s, 2), substr(s, -1, 4), substring(s FROM 2 FOR 2) FROM t"});
  check_said(dialect::sqlite, {dialect::postgres, dialect::mysql}, {"SELECT substr(s, 2, a) FROM t"}, sql::fidelity::nearly);
}

BOOST_AUTO_TEST_CASE(casts_of_numbers) {
  check_rows(
      dialect::postgres,
      {"SELECT id, a::numeric, x::int, n::int, n::numeric(5,1), x::numeric(5,0), 266::numeric, a::numeric / 4, a::numeric % 3 FROM t"});
  check_rows(dialect::duckdb, {"SELECT id, x::INT, n::INT, n::DECIMAL(5,1), a::DECIMAL(10,0) FROM t"});
  auto* const sqlite = engine_of(dialect::sqlite);
  BOOST_TEST(sqlite->database.execute(std::string(sql::transpile(read(dialect::postgres, "SELECT 266::numeric"), sql::sqlite).sql()))
                 .rows.values[0][0] == value(266));
  auto const noted = sql::transpile(read(dialect::postgres, "SELECT x::int FROM t"), sql::sqlite, {.schema = &sqlite->database.schema()});
  BOOST_TEST(noted.notes.size() == 1U);  // halves of doubles
}

BOOST_AUTO_TEST_CASE(order_within_aggregates) {
  check_said(dialect::duckdb, {dialect::sqlite, dialect::mysql}, {"SELECT first(v ORDER BY k DESC) FROM r"}, sql::fidelity::impossible);
  check_said(dialect::postgres, {dialect::sqlite, dialect::mysql},
             {"SELECT json_agg(v ORDER BY k) FROM r", "SELECT string_agg(g, ',' ORDER BY k) FROM r"}, sql::fidelity::nearly);
  check_said(dialect::sqlite, {dialect::postgres, dialect::duckdb}, {"SELECT group_concat(DISTINCT g) FROM r"}, sql::fidelity::nearly);
  check_rows(dialect::postgres, {"SELECT sum(v ORDER BY k) FROM r"});
}

BOOST_AUTO_TEST_CASE(weeks_and_years) {
  check_rows(dialect::postgres,
             {"SELECT id, extract(isoyear FROM d), extract(week FROM d), extract(isodow FROM d), extract(dow FROM d), d - 1, d + 1, "
              "d - DATE '2024-01-01' FROM t"});
}

/// Functions of SQL Server and Oracle in a query for each engine: the values by their manuals.
BOOST_AUTO_TEST_CASE(functions_of_sql_server_and_oracle) {
  struct call {
    std::string_view sql, wanted;  // of the rows 1 and 2
  };
  for (auto const& c : {call{"DATEADD(day, 1, d)", "2024-02-01|2024-03-01|"},
                        call{"DATEADD(hh, -2, ts)", "2024-01-31 08:20:30|2024-02-29 21:59:59|"},
                        call{"DATEDIFF(day, '2024-01-01', d)", "30|59|"},
                        call{"DATEDIFF(month, '2023-12-31', d)", "1|2|"},
                        call{"DATEDIFF(week, '2024-01-06', d)", "4|8|"},
                        call{"DATEPART(weekday, d)", "4|5|"},
                        call{"DATEPART(wk, d)", "5|9|"},
                        call{"DATEPART(isowk, d)", "5|9|"},
                        call{"DATEPART(hour, ts)", "10|23|"},
                        call{"DATENAME(month, d)", "January|February|"},
                        call{"DATETRUNC(week, d)", "2024-01-28|2024-02-25|"},
                        call{"DATETRUNC(iso_week, d)", "2024-01-29|2024-02-26|"},
                        call{"CHARINDEX('a', s)", "0|2|"},
                        call{"CHARINDEX('a', s, 3)", "0|4|"},
                        call{"NVL(a, 0)", "10|-7|"},
                        call{"NVL2(a, 1, 2)", "1|1|"},
                        call{"CASE WHEN LEN(s) = 5 THEN 'a' ELSE 'b' END", "a|b|"},
                        call{"s + '-' + u", "Apple-a_b|banana-50%|"},
                        call{"FORMAT(ts, 'dd/MM/yyyy HH:mm')", "31/01/2024 10:20|29/02/2024 23:59|"},
                        call{"FORMAT(ts, 'yyyy')", "2024|2024|"},
                        call{"DECODE(a, 10, 'ten', NULL, 'none', 'other')", "ten|other|"},
                        call{"MONTHS_BETWEEN(d, '2023-11-30')", "2|3|"},
                        call{"EOMONTH(d)", "2024-01-31|2024-02-29|"},
                        call{"EOMONTH(d, 1)", "2024-02-29|2024-03-31|"},
                        call{"CONVERT(VARCHAR(10), ts, 120)", "2024-01-31|2024-02-29|"},
                        call{"CONVERT(VARCHAR(10), d, 103)", "31/01/2024|29/02/2024|"},
                        call{"CONVERT(INT, x)", "1|-2|"},
                        call{"CONVERT(VARCHAR(3), s)", "App|ban|"},
                        call{"CONVERT(DATE, ts)", "2024-01-31|2024-02-29|"},
                        call{"IIF(a > 5, 'x', 'y')", "x|y|"},
                        call{"TRUNC(d, 'MM')", "2024-01-01|2024-02-01|"}})
    for (auto& e : engines()) {
      auto const query = read(dialect::sqlite, std::string("SELECT ").append(c.sql).append(" FROM [t] WHERE [id] < 3 ORDER BY id"));
      auto const there = sql::transpile(query, sql::grammar_of(e.dialect), {.schema = &e.database.schema(), .mixed = true});
      std::string got;
      for (auto const& row : rows_of(e, there.sql(), true)) got += row;
      BOOST_TEST(got == c.wanted, sql::name_of(e.dialect) << ": " << c.sql << "\n" << there.sql());
    }
  for (auto& e : engines()) {
    auto const now =
        sql::transpile(read(dialect::sqlite, "SELECT SYSDATE, GETDATE() FROM DUAL"), sql::grammar_of(e.dialect), {.mixed = true});
    BOOST_TEST(rows_of(e, now.sql(), true).size() == 1U);
  }
}

/// DuckDB compares NULL in a row as the greatest value.
BOOST_AUTO_TEST_CASE(rows_with_null) {
  for (auto const from : {dialect::postgres, dialect::sqlite, dialect::mysql})
    check_rows(from, {"SELECT id FROM t WHERE (a, b) >= (5, 2)", "SELECT id FROM t WHERE NOT ((a, b) > (7, 1))",
                      "SELECT id FROM t WHERE (b, a) < (2, 7)", "SELECT id FROM t WHERE (b, a, id) <= (2, 7, 4)",
                      "SELECT id FROM t WHERE (a, b) = (7, 2)", "SELECT id FROM t WHERE (a, b) <> (7, 2)"});
  check_said(dialect::duckdb, {dialect::sqlite, dialect::postgres, dialect::mysql}, {"SELECT id FROM t WHERE (a, b) > (5, 2)"},
             sql::fidelity::nearly);
}

BOOST_AUTO_TEST_CASE(rows_of_the_greatest_value) {
  check_rows_in(dialect::duckdb, dialect::postgres,
                {"SELECT g, arg_max(k, v), min_by(k, v) FROM r GROUP BY g", "SELECT b, max_by(a, n), arg_min(a, n) FROM t GROUP BY b",
                 "SELECT max_by(k, v) FILTER (WHERE k > 1) FROM r"});
}

BOOST_AUTO_TEST_CASE(divisions_by_zero) {
  check_rows(dialect::sqlite, {"SELECT id, a % b, a / b FROM t", "SELECT 5 % 0, 7 / 0"});
  check_rows(dialect::mysql, {"SELECT id, a % b, a DIV b FROM t", "SELECT 5 % 0, 7 DIV 0, MOD(5, 0)"});
}

BOOST_AUTO_TEST_CASE(dates_in_other_forms) {
  check_rows(dialect::sqlite, {"SELECT id FROM t WHERE d > '2024-02'", "SELECT id FROM t WHERE d BETWEEN '2024' AND '2024-03'",
                               "SELECT id FROM t WHERE ts < '2024-02'"});
  for (auto const from : {dialect::postgres, dialect::mysql, dialect::duckdb})
    check_rows(from, {"SELECT id FROM t WHERE d = '2024-1-31'", "SELECT id FROM t WHERE d IN ('2024-3-10', '2024-02-29')",
                      "SELECT id FROM t WHERE ts >= '2024-3-1'"});
}

/// Differences that stay have a note.
BOOST_AUTO_TEST_CASE(differences_are_noted) {
  auto const nearly = sql::fidelity::nearly;
  auto const others = {dialect::sqlite, dialect::postgres, dialect::duckdb};
  check_rows_in(dialect::sqlite, dialect::postgres, {"SELECT id, substr(s, -99, 98), substr(s, -3, 2), substr(s, -6, 3) FROM t"});
  check_said(dialect::mysql, others, {"SELECT substr(s, -9) FROM t", "SELECT id FROM t WHERE s REGEXP '^[a-d]'"}, nearly);
  check_said(dialect::sqlite, {dialect::mysql},
             {"SELECT substr(s, -9, 8) FROM t", "SELECT round(x, 1) FROM t", "SELECT s FROM t ORDER BY s COLLATE NOCASE"}, nearly);
  check_said(dialect::postgres, {dialect::sqlite, dialect::mysql}, {"SELECT max(d) - min(d) FROM t", "SELECT char(3) 'ab'"}, nearly);
  check_said(dialect::postgres, {dialect::sqlite}, {"SELECT id FROM t WHERE ts = '2024-01-01'"}, nearly);
}

BOOST_AUTO_TEST_SUITE_END()
