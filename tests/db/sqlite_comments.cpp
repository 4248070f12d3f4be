// SPDX-License-Identifier: BSL-1.0
// Comments in the text of CREATE TABLE are the descriptions of the columns beside which they stand.
#include "support.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/db/sqlite/detail/ddl_comments.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace t2s;
using namespace t2s::test;

namespace {

std::string described(schema::table const& t) {
  std::string all;
  for (auto const& c : t.columns)
    if (!c.description.empty()) all.append(all.empty() ? "" : " | ").append(c.name).append(": ").append(c.description);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sqlite_comments)

BOOST_AUTO_TEST_CASE(comments_belong_to_the_definition_on_their_line) {
  folder f;
  db::sqlite_connection const d(make_database(f / "it.sqlite",
                                              "CREATE TABLE kite( -- of the club\n"
                                              "  id INTEGER PRIMARY KEY, -- the number\n"
                                              "  -- what follows is old\n"
                                              "  st TEXT DEFAULT 'a -- b' /* A afloat, B beached */, \"a, b\" TEXT /* both\n lines */,\n"
                                              "  size DECIMAL(4, 2) /* in */ NOT NULL, /* metres */ note TEXT CHECK (note <> '/* x */'),\n"
                                              "  last TEXT, -- the last one\n"
                                              "  CHECK (size > 0) /* no column */\n"
                                              ")"));
  auto const& t = d.schema().tables().front();
  BOOST_TEST(described(t) == "id: the number | st: A afloat, B beached | a, b: both  lines | size: in | last: the last one");
  auto const shown = stored_statement(t, sql::dialect::sqlite);
  BOOST_TEST(shown.find("afloat") == shown.rfind("afloat"));  // a prompt that has the statement says it once
}

BOOST_AUTO_TEST_CASE(any_text_is_read) {
  std::mt19937 random(7);
  static constexpr std::string_view parts[] = {"/*", "*/", "--", "\n", "(", ")", ",", "'", "\"", "[", "]", "`", " a ", "\xC3", "b"};
  for (int n = 0; n < 3000; ++n) {
    schema::table t;
    t.columns = {{.name = "a"}, {.name = "b"}};
    for (int i = 0; i < 14; ++i) t.ddl += parts[random() % std::size(parts)];
    db::detail::ddl_comment_reader(t).read();
    for (auto const& c : t.columns) BOOST_TEST(c.description.size() <= 203);
  }
}

BOOST_AUTO_TEST_SUITE_END()
