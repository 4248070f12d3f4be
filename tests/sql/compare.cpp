// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/compare.hpp"

#include <algorithm>

#include "support.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/skeleton.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

void expect(bool wanted, std::string_view a, std::string_view b) {
  auto const left = must_parse(a), right = must_parse(b);
  BOOST_TEST(equivalent(left, right) == wanted, a << "\n" << b);
  BOOST_TEST((fingerprint(left) == fingerprint(right)) == wanted, a << "\n" << b);
}

void same(std::string_view a, std::string_view b) { expect(true, a, b); }
void different(std::string_view a, std::string_view b) { expect(false, a, b); }

}  // namespace

BOOST_AUTO_TEST_SUITE(comparing)

BOOST_AUTO_TEST_CASE(what_makes_no_difference) {
  same("SELECT a FROM t", "select \"A\" from T");
  same("SELECT T1.a FROM t AS T1 JOIN u AS T2 ON T1.i = T2.i", "SELECT x.a FROM t AS x JOIN u y ON x.i = y.i");
  same("SELECT T1.a FROM t AS T1 JOIN u AS T2 ON T1.i = T2.i", "SELECT t.a FROM u JOIN t ON u.i = t.i");
  same("SELECT T1.a FROM t AS T1", "SELECT a FROM t");
  same("SELECT a FROM t WHERE b = 1 AND c = 2", "SELECT a FROM t WHERE 2 = c AND (b == 1)");
  same("SELECT a FROM t WHERE b > 1 OR c <> 2", "SELECT a FROM t WHERE c != 2 OR 1 < b");
  same("SELECT a FROM t WHERE b IN (1, 2)", "SELECT a FROM t WHERE b IN (2, 1)");
  same("SELECT a FROM t UNION SELECT b FROM u", "SELECT b FROM u UNION SELECT a FROM t");
  same("SELECT count(*) AS n FROM t ORDER BY n ASC LIMIT 2, 3", "SELECT count(*) FROM t ORDER BY count(*) LIMIT 3 OFFSET 2");
  same("SELECT a FROM t INNER JOIN u ON t.i = u.i", "SELECT a FROM t JOIN u ON t.i = u.i");
  same("SELECT a FROM t LEFT OUTER JOIN u ON t.i = u.i", "SELECT a FROM t LEFT JOIN u ON t.i = u.i");
  same("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u AS x WHERE x.i = t.i)",
       "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE t.i = u.i)");
  same("SELECT a + 1 AS a FROM t ORDER BY a", "SELECT a + 1 AS b FROM t ORDER BY b");
  same("SELECT 1 FROM (t JOIN u ON t.i = u.i)", "SELECT 1 FROM t JOIN u ON t.i = u.i");
  same("SELECT 1 UNION VALUES (2)", "VALUES (2) UNION SELECT 1");
  same("SELECT a FROM t WHERE b ISNULL", "SELECT a FROM t WHERE b IS NULL");
}

BOOST_AUTO_TEST_CASE(what_makes_one) {
  different("SELECT a, b FROM t", "SELECT b, a FROM t");
  different("SELECT a FROM t", "SELECT a FROM u");
  different("SELECT a FROM t", "SELECT DISTINCT a FROM t");
  different("SELECT a FROM t WHERE b = 'x'", "SELECT a FROM t WHERE b = 'X'");
  different("SELECT a FROM t WHERE b - 1 = 2", "SELECT a FROM t WHERE 1 - b = 2");
  different("SELECT a FROM t WHERE b < 1", "SELECT a FROM t WHERE b > 1");
  different("SELECT a FROM t WHERE b IN (1, 2)", "SELECT a FROM t WHERE b NOT IN (1, 2)");
  different("SELECT a FROM t EXCEPT SELECT b FROM u", "SELECT b FROM u EXCEPT SELECT a FROM t");
  different("SELECT a FROM t UNION SELECT b FROM u", "SELECT a FROM t UNION ALL SELECT b FROM u");
  different("SELECT a FROM t LEFT JOIN u ON t.i = u.i", "SELECT a FROM u LEFT JOIN t ON t.i = u.i");
  different("SELECT a FROM t ORDER BY a, b", "SELECT a FROM t ORDER BY b, a");
  different("SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a DESC");
  different("SELECT x.a FROM t x JOIN t y ON x.i = y.i", "SELECT y.a FROM t x JOIN t y ON x.i = y.i");
  different("SELECT T1.a FROM t AS T1 JOIN u AS T2", "SELECT T2.a FROM t AS T1 JOIN u AS T2");
  different("SELECT a FROM t LIMIT 1", "SELECT a FROM t LIMIT 2");
  different("SELECT a FROM t WHERE b = 1 AND c = 2", "SELECT a FROM t WHERE b = 1 OR c = 2");
  different("SELECT a FROM t, u", "SELECT a FROM t");
  different("SELECT a FROM t ORDER BY b", "SELECT a FROM t UNION SELECT b FROM u");
  different("WITH c AS (SELECT 1) SELECT a FROM t", "WITH c AS (SELECT 2) SELECT a FROM t");
}

// Code that walks trees must withstand the deepest tree that the parser accepts.
BOOST_AUTO_TEST_CASE(trees_at_the_limits) {
  std::vector<std::string> const minuses(1950, " - b"), brackets(200, "(SELECT a + "), closing(200, ")");
  for (auto const& sql :
       {t2s::text::join(std::vector<std::string>{"SELECT a", t2s::text::join(minuses, ""), " FROM t"}, ""),
        t2s::text::join(std::vector<std::string>{"SELECT ", t2s::text::join(brackets, ""), "1", t2s::text::join(closing, "")}, "")}) {
    auto const q = must_parse(sql);
    BOOST_TEST((must_parse(print(q)) == q));
    BOOST_TEST((must_parse(print(q, {true})) == q));
    BOOST_TEST(equivalent(q, q.clone()));
    BOOST_TEST(fingerprint(q) == fingerprint(q.clone()));
    BOOST_TEST(!entities_of(q).columns.empty());
    BOOST_TEST(skeleton_length(skeleton(q, skeleton_mode::scoped)) >= 190U);
    BOOST_TEST(skeleton_length(skeleton(q, skeleton_mode::dac)) >= 190U);
  }
}

BOOST_AUTO_TEST_CASE(linked_entities_that_are_not_used) {
  using names = std::vector<std::string>;
  auto const q = must_parse("SELECT T1.name FROM students AS T1 JOIN enrolls T2 WHERE grade > 1");
  auto const used = entities_of(q);
  auto const lacking =
      missing_entities(used, names{"Students", "courses"}, names{"students.name", "enrolls.grade", "courses.grade", "students.id", "name"});
  BOOST_TEST(lacking.tables == names{"courses"});
  BOOST_TEST(lacking.columns == names{"students.id"});  // without a schema the table of `grade` is not known
  BOOST_TEST(missing_entities(used, names{}, names{}).empty());
}

BOOST_AUTO_TEST_CASE(skeletons_part_somewhere) {
  BOOST_TEST(!compare_skeletons("select _ from _", "select _ from _"));
  auto const d = compare_skeletons("select _ from _ where _ = _", "select _ from _");
  BOOST_TEST((d && d->position == 4U && d->wanted == "where" && d->found.empty()));
  auto const e = compare_skeletons("select _", "select count");
  BOOST_TEST((e && e->position == 1U && e->wanted == "_" && e->found == "count"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(comparing_corpus, *boost::unit_test::precondition(data_are_here))

// A query equals its own printed text; queries that return different rows on some database are not equivalent.
BOOST_AUTO_TEST_CASE(equivalent_queries_give_the_same_rows) {
  auto const samples = gold("dev.json");
  std::vector<query> queries;
  for (auto const& s : samples) queries.push_back(must_parse(s.sql));
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    auto const file = data_folder() + "/databases/" + samples[i].database + "/" + samples[i].database + ".sqlite";
    for (std::size_t j = i + 1; j < samples.size() && samples[j].database == samples[i].database; ++j) {
      if (samples[i].sql == samples[j].sql || !equivalent(queries[i], queries[j])) continue;
      auto const db = open(file);
      auto a = rows(db.get(), samples[i].sql), b = rows(db.get(), samples[j].sql);
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      BOOST_TEST((a == b), samples[i].sql << "\n" << samples[j].sql);
      ++pairs;
    }
  }
  BOOST_TEST_MESSAGE(pairs << " pairs are equivalent and not the same text");
}

BOOST_AUTO_TEST_CASE(the_same_is_what_has_the_same_fingerprint) {
  std::vector<query> queries;
  std::vector<std::uint64_t> prints;
  for (auto const& s : gold("dev.json")) prints.push_back(fingerprint(queries.emplace_back(must_parse(s.sql))));
  for (std::size_t i = 0; i < queries.size(); ++i)
    for (std::size_t j = 0; j < queries.size(); ++j)
      if (equivalent(queries[i], queries[j]) != (prints[i] == prints[j])) BOOST_ERROR(queries[i].text() << "\n" << queries[j].text());
}

BOOST_AUTO_TEST_SUITE_END()
