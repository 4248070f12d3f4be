// SPDX-License-Identifier: BSL-1.0
// Statements that grow while SQLite compiles them. The reference is what SQLite itself allocates for those that it gets.
#include "support.hpp"

#include <functional>
#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

/// A statement whose size SQLite multiplies `levels` times.
using family = std::function<std::string(int levels)>;

std::string filled(std::string form, std::string const& name) {
  for (auto at = form.find('@'); at != form.npos; at = form.find('@', at + name.size())) form.replace(at, 1, name);
  return form;
}

/// Common table expressions, each made of the one before, whose name stands at each @.
family ctes(std::string const& each, std::string const& last) {
  return [=](int levels) {
    std::string sql = "WITH c0 AS (SELECT a FROM t)";
    for (int i = 1; i <= levels; ++i) sql += ", c" + std::to_string(i) + " AS (" + filled(each, "c" + std::to_string(i - 1)) + ")";
    return sql + filled(last, "c" + std::to_string(levels));
  };
}

std::vector<std::pair<char const*, family>> families() {
  return {
      {"join", ctes("SELECT 1 AS a FROM @, @ x", " SELECT count(*) FROM @")},
      {"quoted names", ctes("SELECT 1 AS a FROM \"@\" JOIN [@] x JOIN `@` y", " SELECT count(*) FROM '@'")},
      {"scalar subqueries", ctes("SELECT (SELECT a FROM @) + (SELECT a FROM @) AS a", " SELECT a FROM @")},
      {"IN without brackets", ctes("SELECT 1 AS a WHERE 1 IN @ OR 2 IN @", " SELECT a FROM @")},
      {"compound", ctes("SELECT a FROM @ UNION ALL SELECT a FROM @", " SELECT count(*) FROM @")},
      {"columns", ctes("SELECT a + a AS a FROM @", " SELECT a FROM @")},
      {"columns without AS", ctes("SELECT a + a a FROM @", " SELECT a FROM @")},
      {"columns with a qualifier", ctes("SELECT p.a || p.a AS a FROM @ p", " SELECT q.a FROM @ q")},
      {"columns of DISTINCT", ctes("SELECT DISTINCT a + a AS a FROM @", " SELECT a FROM @ WHERE a = 1")},
      {"columns through a star", ctes("SELECT * FROM (SELECT a * a AS a FROM @)", " SELECT a FROM @")},
      {"stars", ctes("SELECT * FROM @, @ x", " SELECT count(*) FROM @")},
      {"scopes",
       [](int levels) {
         std::string sql = "SELECT 1 AS a";
         for (int i = 0; i < levels; ++i) sql = filled("WITH @ AS (" + sql + ") SELECT 1 AS a FROM @, @ x", i % 2 == 0 ? "p" : "q");
         return sql;
       }},
      {"names of columns in a list",
       [](int levels) {
         std::string sql = "WITH c0(a) AS (SELECT a FROM t)";
         for (int i = 1; i <= levels; ++i)
           sql += ", c" + std::to_string(i) + "(a) AS (SELECT b + b FROM (SELECT a AS b FROM c" + std::to_string(i - 1) + "))";
         return sql + " SELECT a FROM c" + std::to_string(levels);
       }},
      {"many uses of a wide one",
       [](int levels) {
         std::string wide = "a", uses = "(SELECT 1 FROM c)";
         for (int i = 0; i < 30 * levels; ++i) wide += ", a";
         for (int i = 0; i < 30 * levels; ++i) uses += ", (SELECT 1 FROM c)";
         return "WITH c AS (SELECT " + wide + " FROM t) SELECT " + uses;
       }},
  };
}

struct file_of_a_table {
  folder where{};
  std::filesystem::path file = make_database(where / "t.sqlite",
                                             "CREATE TABLE t(a); INSERT INTO t VALUES (1); CREATE VIEW v0 AS SELECT a FROM t;"
                                             "CREATE VIEW v1 AS SELECT a FROM v0 UNION ALL SELECT a FROM v0;"
                                             "CREATE VIEW v2 AS SELECT a FROM v1 UNION ALL SELECT a FROM v1;"
                                             "CREATE VIEW v3(a) AS SELECT x.a || y.a FROM v2 x, v2 y;");
  db::sqlite_connection db{file.string()};
};

/// How many times `levels` may be doubled until a statement is refused, and what SQLite took at most for those before, in bytes.
std::pair<int, std::int64_t> grown(db::sqlite_connection& db, family const& f) {
  sqlite3_memory_highwater(1);
  auto const before = sqlite3_memory_used();
  for (int levels = 1; levels < 40; ++levels)
    if (auto const e = db.execute(f(levels)); e.failure) {
      BOOST_TEST(e.failure->code == errc::statement_too_long, e.failure->text());
      return {levels, sqlite3_memory_highwater(0) - before};
    }
  return {40, sqlite3_memory_highwater(0) - before};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_expansion, file_of_a_table)

BOOST_AUTO_TEST_CASE(what_doubles_is_refused_before_sqlite_takes_much_memory) {
  for (auto const& [name, family] : families()) {
    BOOST_TEST_CONTEXT(name) {
      auto const [levels, bytes] = grown(db, family);
      BOOST_TEST(levels > 4);
      BOOST_TEST(levels < 25);
      BOOST_TEST(bytes < (std::int64_t{100} << 20));
      // far beyond that nothing is compiled any more
      auto const e = db.execute(family(60));
      BOOST_REQUIRE(e.failure);
      BOOST_TEST(e.failure->code == errc::statement_too_long);
      BOOST_TEST(db.estimate(family(60)).failure.has_value());
    }
  }
  BOOST_TEST(db.execute("SELECT a FROM t").ok());
}

BOOST_AUTO_TEST_CASE(views_count_as_often_as_they_are_named) {
  // a v3 has two v2, each of which is four times t
  BOOST_TEST(db.execute("SELECT count(*) FROM v3").rows.values.at(0).at(0) == value(16));
  std::string const many =
      ctes("SELECT x.a FROM v3 x, main.v3 y WHERE x.a IN (SELECT a FROM @) AND y.a IN @", " SELECT count(*) FROM @")(30);
  BOOST_TEST(db.execute(many).failure.value().code == errc::statement_too_long);
  std::string sql = "SELECT 1 FROM t";
  for (int i = 0; i < 900; ++i) sql += (i == 0 ? " WHERE " : " OR ") + std::string("a IN (SELECT x.a FROM v3 x, v3 y)");
  BOOST_TEST(db.execute(sql).failure.value().code == errc::statement_too_long);
}

BOOST_AUTO_TEST_CASE(long_statements_that_do_not_grow_run) {
  std::string list = "1", arms = "SELECT * FROM t", sums = "a", joins = "t AS t0";
  for (int i = 0; i < 12'000; ++i) list += ",1";
  for (int i = 0; i < 400; ++i) arms += " UNION ALL SELECT * FROM t";
  for (int i = 0; i < 900; ++i) sums += " + a";
  for (int i = 1; i < 60; ++i) joins += ", t AS t" + std::to_string(i);
  // twelve steps of a report, each with the columns of the step before and groups now and then
  std::string report = "WITH s0 AS (SELECT a AS total, a AS price, a AS part FROM t)";
  for (int i = 1; i <= 12; ++i) {
    auto const last = "s" + std::to_string(i - 1);
    report += ", s" + std::to_string(i) + " AS (SELECT " +
              (i % 3 == 0 ? "sum(total) AS total, max(price) AS price, part FROM " + last + " GROUP BY part"
                          : "total, CASE WHEN price > total THEN price ELSE total END AS price, part FROM " + last) +
              ")";
  }
  for (auto const& sql : {"SELECT a FROM t WHERE a IN (" + list + ")", arms, "SELECT " + sums + " FROM t", "SELECT count(*) FROM " + joins,
                          report + " SELECT * FROM s12",
                          std::string("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n"),
                          std::string("WITH a AS (SELECT 1 AS b), b AS (SELECT b AS a FROM a) SELECT a, b.a FROM b"),
                          std::string("SELECT v1.a, (SELECT max(a) FROM v2) FROM v1 JOIN main.v3 ON v3.a <> v1.a")}) {
    auto const e = db.execute(sql);
    BOOST_TEST(e.ok(), sql.substr(0, 100) << ": " << (e.failure ? e.failure->text() : ""));
  }
}

BOOST_AUTO_TEST_SUITE_END()
