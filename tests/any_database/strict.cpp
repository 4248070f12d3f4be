// SPDX-License-Identifier: BSL-1.0
// Statements that SQLite accepts and other engines reject: after repair they run there and return SQLite's rows.
#include "support.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/db/copy/copy.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

constexpr char const* staff =
    "CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, age VARCHAR(9), pay REAL, shop TEXT, nick TEXT);"
    "INSERT INTO staff VALUES (1, 'Ada', '36', 10.5, 'A', 'a'), (2, 'Bob', '9', 12, 'A', 'a'), (3, 'Cy', '41', 11, 'B', 'b');";

struct expected {
  char const* sql;
  std::vector<std::vector<value>> rows;
};

/// Cases written by hand.
std::vector<expected> const all{
    {"SELECT avg(age) FROM staff", {{value(28.666666666666668)}}},
    {"SELECT name FROM staff WHERE age + 0 > 10 ORDER BY id", {{value("Ada")}, {value("Cy")}}},
    {"SELECT shop, nick, count(*) FROM staff GROUP BY shop ORDER BY shop",
     {{value("A"), value("a"), value(2)}, {value("B"), value("b"), value(1)}}},
    {"SELECT name, max(pay) FROM staff", {{value("Bob"), value(12.0)}}},
    {"SELECT DISTINCT shop FROM staff ORDER BY pay DESC", {{value("A")}, {value("B")}}},
};

bool same(std::vector<std::vector<value>> const& a, std::vector<std::vector<value>> const& b) {
  auto const close = [](value const& x, value const& y) {
    auto const number = [](value const& v) { return v.real() ? *v.real() : v.integer() ? static_cast<double>(*v.integer()) : 0.0; };
    if (x.text() && y.text()) return x == y;
    return !x.text() && !y.text() && std::abs(number(x) - number(y)) < 1e-9;
  };
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].size() != b[i].size() || !std::equal(a[i].begin(), a[i].end(), b[i].begin(), close)) return false;
  return true;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(strict_engines)

BOOST_AUTO_TEST_CASE(statements_of_sqlite_are_repaired_where_the_engine_refuses_them) {
  cli_test::folder const place("strict");
  cli_test::make_database(place.file("staff.sqlite"), staff);
  for (auto const& engine : places()) {
    auto source = db::open(place.file("staff.sqlite"));
    {
      auto const target = db::open_target(engine.of("t2s_strict"), {.create = true});
      (void)db::copy_database(source, *target, {.replace = true});
    }
    auto database = db::open(engine.of("t2s_strict"));
    prepared known(database);
    repair::repairer const rules{known.known<knowledge::lexicon>()};
    std::size_t repaired = 0;
    for (auto const& e : all) {
      auto const done = rules.repair(database, e.sql, "");
      BOOST_REQUIRE_MESSAGE(done.execution && done.execution->ok(), engine.engine + ": " + e.sql + " -> " + done.sql);
      if (!done.repaired()) continue;  // MariaDB accepts some of them, and returns arbitrary rows
      ++repaired;
      BOOST_TEST(same(done.execution->rows.values, e.rows), engine.engine + ": " + e.sql + " -> " + done.sql);
    }
    if (engine.engine == "PostgreSQL") BOOST_TEST(repaired == all.size());
  }
}

BOOST_AUTO_TEST_SUITE_END()
