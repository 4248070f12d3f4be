// SPDX-License-Identifier: BSL-1.0
// Statements that grow while SQLite compiles them. The reference is what SQLite itself allocates for those that it gets.
#include "support.hpp"
#include "t2s/db/sqlite/detail/expansion.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

/// A statement whose size SQLite multiplies `levels` times.
using family = std::function<std::string(int levels)>;

std::string filled(std::string form, std::string const& name) {
  for (auto at = form.find('@'); at != form.npos; at = form.find('@', at + name.size())) form.replace(at, 1, name);
  return form;
}

std::string joined(std::string const& each, std::string const& between, int times) {
  std::string all = each;
  for (int i = 1; i < times; ++i) all += between + each;
  return all;
}

std::string list(std::string const& each, int times) { return joined(each, ", ", times); }

std::string const parts = "%";

/// Statements of a form in which three places grow with the levels: numbers at `#`, what uses something at `@`, and SELECTs at `parts`.
family uses(std::string const& form, std::string const& each = "x") {
  return [=](int levels) {
    auto const replace = [](std::string text, char at, std::string const& by) {
      auto const place = text.find(at);
      return place == text.npos ? text : text.replace(place, 1, by);
    };
    auto sql = replace(form, '@', list(each, 30 * levels));
    sql = replace(sql, '#', list("1", 30 * levels));
    return replace(sql, '%', joined("SELECT a FROM t", " UNION ALL ", std::min(12 * levels, 400)));
  };
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
         return "WITH c AS (SELECT " + list("a", 30 * levels) + " FROM t) SELECT " + list("(SELECT 1 FROM c)", 30 * levels);
       }},
  };
}

/// Statements that use something wide many times; both grow with the levels.
std::vector<std::pair<char const*, family>> families_of_uses() {
  std::string const wide = "SELECT a IN (#) AS x FROM t";
  return {
      {"a column that is made of constants", uses("SELECT 1 FROM (" + wide + ") WHERE 0 IN (@)")},
      {"a column behind LIMIT", uses("SELECT 0 IN (@) FROM (" + wide + " LIMIT 9)")},
      {"a second column of a name", uses("SELECT 0 IN (@) FROM (SELECT b AS x, a IN (#) AS x FROM t)", "\"x:1\"")},
      {"a column through a star", uses("SELECT @ FROM (" + wide + ")", "*")},
      {"a row of VALUES", uses("SELECT 0 IN (@) FROM (VALUES (1 IN (#)))", "column1")},
      {"groups in a condition", uses("SELECT 1 FROM (" + wide + " GROUP BY a) WHERE 0 IN (@)")},
      {"groups in ON", uses("SELECT 1 FROM t LEFT JOIN (" + wide + " GROUP BY a) ON 0 IN (@)")},
      {"groups in a condition on an alias", uses("SELECT x || x AS y FROM (SELECT a IN (#) AS x FROM t GROUP BY a) WHERE 0 IN (@)", "y")},
      {"windows in a condition", uses("SELECT 1 FROM (SELECT a IN (#) AS x, sum(a) OVER (PARTITION BY b) FROM t) WHERE 0 IN (@)")},
      {"a CTE that uses columns around it", uses("SELECT (WITH c AS (SELECT 0 IN (@) AS z) SELECT z FROM c) FROM (" + wide + ") p", "p.x")},
      {"an alias in WHERE", uses(wide + " WHERE 0 IN (@)")},
      {"an alias without AS", uses("SELECT a IN (#) x FROM t WHERE 0 IN (@)")},
      {"an alias that is a keyword", uses("SELECT a IN (#) row FROM t WHERE 0 IN (@)", "row")},
      {"an alias behind NULL", uses("SELECT (a IN (#)) ISNULL x FROM t WHERE 0 IN (@)")},
      {"an alias in quotes", uses("SELECT a IN (#) 'x' FROM t WHERE 0 IN (@)", "[x]")},
      {"an alias in GROUP BY", uses(wide + " GROUP BY @")},
      {"an alias in HAVING", uses(wide + " GROUP BY a HAVING 0 IN (@)")},
      {"an alias in ORDER BY", uses(wide + " ORDER BY @")},
      {"an alias in ON", uses("SELECT t.a IN (#) AS x FROM t JOIN t u ON 0 IN (@)")},
      {"an alias in a subquery", uses(wide + " WHERE EXISTS (SELECT 1 WHERE 0 IN (@))")},
      {"an alias behind UNION", uses(wide + " UNION ALL SELECT a FROM t ORDER BY @")},
      {"a number in ORDER BY", uses(wide + " ORDER BY @", "1")},
      {"a number in brackets", uses(wide + " ORDER BY @", "(1)")},
      {"a number in GROUP BY", uses(wide + " GROUP BY @", "1")},
      {"a named window", uses("SELECT @ FROM t WINDOW w AS (PARTITION BY a, #)", "sum(a) OVER w")},
      {"a window on another", uses("SELECT @ FROM t WINDOW w AS (PARTITION BY a, #), v AS (w ORDER BY b)", "sum(a) OVER v")},
      {"a window in brackets", uses("SELECT @ FROM t WINDOW w AS (PARTITION BY a, #)", "sum(a) OVER (w)")},
      {"a condition that goes down",
       [](int levels) {
         return ctes("SELECT DISTINCT a FROM @", " SELECT 1 FROM @ WHERE 0 IN (" + list("a", 120 * levels) + ")")(3 * levels);
       }},
      {"windows that differ",
       [](int levels) {
         std::string sql = "SELECT a";
         for (int i = 0; i < 20 * levels; ++i) sql += ", sum(a) OVER (ORDER BY a + " + std::to_string(i) + ")";
         return sql + " FROM t";
       }},
      {"windows with a subquery",
       [](int levels) {
         return "SELECT " + list("sum(a) OVER w", 10 * levels) +
                " FROM t WINDOW w AS (PARTITION BY (SELECT a FROM t u WHERE a IN (1, 2, 3)), b)";
       }},
      {"the parts of a UNION ALL", uses("SELECT @ FROM (" + parts + ")", "a + 1")},
      {"the parts of a UNION ALL in a condition", uses("SELECT count(*) FROM (" + parts + ") WHERE 0 IN (@)", "a")},
      {"the parts of views on views",
       [](int levels) {
         auto const depth = std::to_string(std::min(levels, 6));
         return "SELECT 0 IN (" + list("a", 60 * levels) + ") FROM u" + depth;
       }},
      {"parts of two",
       [](int levels) {
         auto const arms = joined("SELECT a FROM t", " UNION ALL ", std::min(2 * levels, 400));
         return "SELECT 0 IN (" + list("p.a", 30 * levels) + ") FROM (" + arms + ") p, (" + arms + ") q";
       }},
      {"the first of joined columns",
       [](int levels) {
         return "SELECT 0 IN (" + list("a", 300 * std::min(levels, 30)) + ") FROM t" +
                joined(" FULL JOIN t USING (a)", "", std::min(3 * levels, 60));
       }},
      {"generated columns", [](int levels) { return "SELECT g" + std::to_string(std::min(levels, 24)) + " FROM g"; }},
  };
}

/// Tables and views, of which u1, u2, ... are each four times the one before and g1, g2, ... twice.
std::string schema() {
  std::string sql =
      "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2); CREATE VIEW v0 AS SELECT a FROM t;"
      "CREATE VIEW v1 AS SELECT a FROM v0 UNION ALL SELECT a FROM v0;"
      "CREATE VIEW v2 AS SELECT a FROM v1 UNION ALL SELECT a FROM v1;"
      "CREATE VIEW v3(a) AS SELECT x.a || y.a FROM v2 x, v2 y;"
      "CREATE VIEW u0 AS SELECT a FROM t;";
  std::string columns = "a, g0 AS (a)";
  for (int i = 1; i < 25; ++i) {
    auto const last = std::to_string(i - 1), next = std::to_string(i);
    if (i < 7) sql += "CREATE VIEW u" + next + " AS " + joined("SELECT a FROM u" + last, " UNION ALL ", 4) + ";";
    columns += ", g" + next + " INT AS (g" + last + " + g" + last + ")";
  }
  return sql + "CREATE TABLE g(" + columns + ")";
}

struct file_of_a_table {
  folder where{};
  std::filesystem::path file = make_database(where / "t.sqlite", schema());
  db::sqlite_connection db{file.string()};
};

struct refusal {
  int levels;          ///< at which the first statement of a family is refused
  std::int64_t bytes;  ///< the most that SQLite held at once for those before it
};

refusal first_refusal(db::sqlite_connection& db, family const& f) {
  sqlite3_memory_highwater(1);
  auto const before = sqlite3_memory_used();
  int levels = 1;
  for (; levels < 40; ++levels)
    if (auto const e = db.execute(f(levels)); e.failure) {
      BOOST_TEST(e.failure->code == errc::statement_too_long, e.failure->text());
      BOOST_TEST(f(levels).size() < 32'000U);  // it is not the length
      break;
    }
  return {levels, sqlite3_memory_highwater(0) - before};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_expansion, file_of_a_table)

BOOST_AUTO_TEST_CASE(what_grows_is_refused_before_sqlite_takes_much_memory) {
  auto all = families();
  for (auto& f : families_of_uses()) all.push_back(std::move(f));
  for (auto const& [name, family] : all) {
    BOOST_TEST_CONTEXT(name) {
      auto const [levels, bytes] = first_refusal(db, family);
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

BOOST_AUTO_TEST_CASE(counting_takes_a_few_steps_for_each_word) {
  std::string names = "a + a AS k0", ctes = "WITH c0 AS (SELECT 1 AS a)", nested = "1";
  for (int i = 1; i < 3'000; ++i) names += ", a + a AS k" + std::to_string(i);
  for (int i = 1; i < 9'000; ++i) ctes += ", c" + std::to_string(i) + " AS (SELECT a AS a FROM c" + std::to_string(i - 1) + ")";
  for (int i = 0; i < 450; ++i) nested = "SELECT (" + nested + "), " + list("a" + std::to_string(i), 200);
  std::string groups = "SELECT 1";
  for (int i = 0; i < 9'000; ++i) groups += " UNION SELECT a + 1 AS k" + std::to_string(i) + " FROM t GROUP BY 1";
  auto const with_names = "WITH c AS (SELECT " + names + " FROM t) ";
  db::detail::sqlite_expansion expansion(db.schema());
  for (auto const& sql :
       {groups, with_names + "SELECT 1 FROM " + list("c", 90'000), with_names + joined("SELECT 1 FROM c", " UNION ALL ", 15'000),
        with_names + "SELECT " + list("c.*", 60'000) + " FROM c", with_names + "SELECT 1 FROM c WHERE " + joined("k1", " + ", 60'000),
        nested + " FROM t", ctes + " SELECT * FROM c8999", "SELECT " + joined("(a", " + ", 60'000) + std::string(60'000, ')') + " FROM t",
        "SELECT a IN (" + list("1", 60'000) + ") AS x FROM t WHERE 0 IN (" + list("x", 60'000) + ")",
        "SELECT " + list("sum(a) OVER w", 15'000) + " FROM t WINDOW w AS (PARTITION BY " + list("b", 30'000) + ")",
        "SELECT 1 FROM (" + joined("SELECT a FROM t", " UNION ALL ", 9'000) + ") WHERE 0 IN (" + list("a", 30'000) + ")"}) {
    std::ignore = expansion.growth_of(sql);
    BOOST_TEST(expansion.steps() < 2 * sql.size(), sql.substr(0, 60));
  }
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
  std::string numbers = "1", arms = "SELECT * FROM t", sums = "a", joins = "t AS t0";
  for (int i = 0; i < 12'000; ++i) numbers += ",1";
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
  // twelve steps with windows
  std::string windows = "WITH w0 AS (SELECT a AS price, b AS part, a AS row FROM t)";
  for (int i = 1; i <= 12; ++i)
    windows += ", w" + std::to_string(i) +
               " AS (SELECT price - lag(price) OVER (PARTITION BY part ORDER BY price) + price AS price, part, "
               "row_number() OVER (PARTITION BY part ORDER BY price DESC) AS row FROM w" +
               std::to_string(i - 1) + ")";
  // days from four digits; a year of monthly parts
  std::string const digits = "(SELECT 0 AS i UNION ALL " + joined("SELECT 1", " UNION ALL ", 9) + ")";
  auto const calendar = "SELECT date('2024-01-01', '+' || (p.i + 10 * q.i + 100 * r.i) || ' days') AS day FROM " + digits + " p, " +
                        digits + " q, " + digits + " r WHERE p.i + 10 * q.i + 100 * r.i < 366 ORDER BY 1";
  auto const months = "SELECT m, sum(x), count(*), avg(x) FROM (" + joined("SELECT 'May' AS m, a + b * a AS x FROM t", " UNION ALL ", 12) +
                      ") WHERE x > 5 GROUP BY m ORDER BY 1";
  for (auto const& sql :
       {"SELECT a FROM t WHERE a IN (" + numbers + ")", arms, "SELECT " + sums + " FROM t", "SELECT count(*) FROM " + joins,
        report + " SELECT * FROM s12", report + " SELECT * FROM s12 WHERE price > 0 AND total > 0 ORDER BY 1, 2, 3",
        windows + " SELECT * FROM w12 WHERE price > 0 AND row = 1", calendar, months,
        "SELECT 1 FROM (SELECT row_number() OVER () + " + sums + " AS r FROM t) WHERE " + joined("r > 0", " AND ", 900),
        "SELECT " + list("sum(a) OVER (PARTITION BY b ORDER BY a)", 900) + " FROM t",
        "SELECT a IN (" + numbers + ") AS x FROM t ORDER BY a IN (" + numbers + ")",
        std::string("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n"),
        std::string("WITH a AS (SELECT 1 AS b), b AS (SELECT b AS a FROM a) SELECT a, b.a FROM b"),
        std::string("SELECT v1.a, (SELECT max(a) FROM v2) FROM v1 JOIN main.v3 ON v3.a <> v1.a")}) {
    auto const e = db.execute(sql);
    BOOST_TEST(e.ok(), sql.substr(0, 100) << ": " << (e.failure ? e.failure->text() : ""));
  }
}

/// To say the columns of a view, SQLite compiles it with all that it is made of.
BOOST_AUTO_TEST_CASE(a_file_of_nested_views_is_opened_in_time) {
  for (std::string const form : {"SELECT 1 AS a FROM @, @ x", "SELECT a FROM @ UNION ALL SELECT a FROM @",
                                 "SELECT (SELECT a FROM @) + (SELECT a FROM @) AS a", "SELECT a + a AS a FROM @"}) {
    folder const in("nested_views");
    std::string sql = "CREATE TABLE t(a); INSERT INTO t VALUES (7); CREATE VIEW v0 AS SELECT a FROM t;";
    for (int i = 1; i <= 60; ++i) sql += "CREATE VIEW v" + std::to_string(i) + " AS " + filled(form, "v" + std::to_string(i - 1)) + ";";
    auto const nested = make_database(in / "nested.sqlite", sql);
    BOOST_TEST((time_of([&] {
                  db::sqlite_connection opened(nested);
                  auto const& d = opened.schema();
                  BOOST_TEST(d.find_table("v3")->columns.size() == 1U);
                  BOOST_TEST(d.find_table("v60")->columns.empty());
                  BOOST_TEST(d.find_table("v60")->note.starts_with("SQLite would compile more than 100,000 words"));
                  BOOST_TEST(opened.execute("SELECT a FROM v0").ok());
                }) < std::chrono::seconds(4)),
               form);
  }
}

BOOST_AUTO_TEST_SUITE_END()
