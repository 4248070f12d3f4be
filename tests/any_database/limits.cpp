// SPDX-License-Identifier: BSL-1.0
// Limits of one statement, on each engine: serving rows page by page reads no more than the page.
#include "support.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/db/copy/copy.hpp"

#include <vector>

using namespace t2s;
using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(limits_of_a_statement)

BOOST_AUTO_TEST_CASE(they_count_beside_those_of_the_connection) {
  cli_test::folder const place("limits");
  cli_test::make_database(place.file("steps.sqlite"),
                          "CREATE TABLE steps (id INTEGER PRIMARY KEY, name TEXT);"
                          "INSERT INTO steps VALUES (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four');");
  for (auto const& engine : places()) {
    auto source = db::open(place.file("steps.sqlite"));
    {
      auto const target = db::open_target(engine.of("t2s_limits"), {.create = true});
      (void)db::copy_database(source, *target, {.replace = true});
    }
    auto database = db::open(engine.of("t2s_limits"));
    db::statement_limits two;
    two.rows = 2;
    auto const cut = database.execute("SELECT name FROM steps ORDER BY id", two);
    BOOST_REQUIRE_MESSAGE(cut.failure, engine.engine);
    BOOST_TEST(cut.failure->code == errc::row_limit, engine.engine);
    std::vector<std::vector<value>> const first{{value("one")}, {value("two")}};
    BOOST_TEST((cut.rows.values == first), engine.engine);
    auto const whole = database.execute("SELECT name FROM steps ORDER BY id");
    BOOST_TEST((whole.ok() && whole.rows.values.size() == 4U), engine.engine);
    auto const wrong = database.execute("SELECT nam FROM steps", two);
    BOOST_TEST((!wrong.ok() && wrong.failure->code == errc::no_such_column), engine.engine);
  }
}

BOOST_AUTO_TEST_SUITE_END()
