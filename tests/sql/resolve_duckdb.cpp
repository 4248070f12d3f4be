// SPDX-License-Identifier: BSL-1.0
// What names mean in DuckDB's queries; each query was put to DuckDB 1.5.6, which takes and refuses the same names.
#include "support/table.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace schema = t2s::schema;
using t2s::test::table;
using namespace t2s::sql;

namespace {

schema::database const& tables() {
  static schema::database const made({table("t", {"a", "b", "c"}), table("u", {"a", "d"})}, &duckdb);
  return made;
}

struct found {
  query q{};
  resolution names{};
};

found resolved(std::string_view sql) {
  auto p = parse(sql, {.grammar = duckdb});
  BOOST_TEST_REQUIRE(bool(p), sql);
  found f{*std::move(p)};
  f.names = resolve(f.q, tables());
  return f;
}

void gives(std::string_view sql, std::string_view outputs) {
  auto const f = resolved(sql);
  std::string names;
  for (auto const& o : f.names.output) names.append(names.empty() ? "" : " ").append(o.name);
  BOOST_TEST(names == outputs, sql << ": " << names);
  BOOST_TEST(f.names.ok(), sql << ": " << (f.names.ok() ? "" : f.names.problems[0].what.message));
}

void misses(std::string_view sql, std::string_view subject) {
  auto const f = resolved(sql);
  BOOST_TEST_REQUIRE(!f.names.ok(), sql);
  BOOST_TEST(f.names.problems[0].what.subject == subject, sql << ": " << f.names.problems[0].what.message);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(resolve_duckdb)

BOOST_AUTO_TEST_CASE(stars) {
  gives("FROM t", "a b c");
  gives("FROM t SELECT c, a", "c a");
  gives("SELECT * EXCLUDE (b) FROM t", "a c");
  gives("SELECT * EXCLUDE (a) REPLACE (b + 1 AS b) RENAME (c AS x) FROM t", "b x");
  gives("SELECT t.* EXCLUDE a, u.* FROM t, u", "b c a d");
  gives("FROM t SEMI JOIN u USING (a)", "a b c");
  gives("FROM t ANTI JOIN u ON t.a = u.a AND d > 1", "a b c");
  gives("SELECT x.* FROM (FROM t SELECT a AS one, b) AS x", "one b");
}

BOOST_AUTO_TEST_CASE(aliases) {
  gives("SELECT a + 1 AS x, x * 2 AS y FROM t", "x y");
  gives("SELECT a + 1 AS x FROM t WHERE x > 1 GROUP BY ALL HAVING x > 2 ORDER BY ALL", "x");
  gives("SELECT a, row_number() OVER (ORDER BY b) AS n FROM t QUALIFY n = 1", "a n");
  gives("SELECT x.one, two FROM t AS x (one, two)", "one two");
  gives("SELECT x FROM (VALUES (1, 2)) AS v (x, y)", "x");
}

BOOST_AUTO_TEST_CASE(sources_see_those_before) {
  gives("SELECT x.a, y.e FROM t AS x, (SELECT x.a + 1 AS e) AS y", "a e");
  gives("SELECT x.a, y.e FROM t AS x, LATERAL (SELECT x.a + 1 AS e) AS y", "a e");
  gives("SELECT t.a, u.d FROM t SEMI JOIN u USING (a) JOIN u ON t.a = u.a", "a d");
}

BOOST_AUTO_TEST_CASE(what_is_not_there) {
  misses("SELECT z FROM t", "z");
  misses("FROM t SELECT t.d", "t.d");
  misses("FROM nowhere", "nowhere");
  misses("SELECT a FROM t QUALIFY z = 1", "z");
  misses("SELECT b FROM t AS x (one, two)", "b");
  misses("SELECT d FROM t SEMI JOIN u USING (a)", "d");
  misses("SELECT z FROM (SELECT z FROM t)", "z");
  misses("SELECT x.a FROM t AS x, (SELECT y.a FROM u) AS y", "y.a");
  misses("SELECT x.a FROM t AS x, (SELECT y.d) AS z, u AS y", "y.d");
  misses("SELECT one FROM (SELECT * EXCLUDE (a) FROM t) AS x (one, two) WHERE a = 1", "a");
}

BOOST_AUTO_TEST_SUITE_END()
