// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/link/detail/unknown_text.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/sql/parse.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture {
  folder f;
  db::sqlite_connection database{
      make_database(f / "shop.sqlite",
                    "CREATE TABLE shops(shop_id INTEGER PRIMARY KEY, town TEXT, kind TEXT);"
                    "INSERT INTO shops VALUES (1,'Trondheim','bakery'), (2,'Bergen','Bakery'), (3,'O''Hara''s Bay','butcher');")};
  std::shared_ptr<knowledge::lexicon const> names = prepared(database).known<knowledge::lexicon>();

  /// The repair of it; "" if it is left alone.
  [[nodiscard]] std::string repaired(std::string_view sql, std::shared_ptr<knowledge::lexicon const> l) const {
    auto const fixed = repair::repairer{std::move(l)}.suggest(sql);
    return fixed ? fixed->sql : "";
  }
  [[nodiscard]] std::string repaired(std::string_view sql) const { return repaired(sql, names); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(unknown_text, fixture)

BOOST_AUTO_TEST_CASE(the_nearest_stored_value_takes_the_place) {
  BOOST_TEST(repaired("SELECT kind FROM shops WHERE town = 'Trondhiem'") == "SELECT kind FROM shops WHERE town = 'Trondheim'");
  BOOST_TEST(repaired("SELECT kind FROM shops AS s WHERE s.town IN ('Bergen', 'Trondheimm')") ==
             "SELECT kind FROM shops AS s WHERE s.town IN ('Bergen', 'Trondheim')");
  BOOST_TEST(repaired("SELECT x FROM (SELECT town AS x FROM shops) WHERE x = 'bergen'") ==
             "SELECT x FROM (SELECT town AS x FROM shops) WHERE x = 'Bergen'");
  BOOST_TEST(repaired("SELECT kind FROM shops WHERE town = 'OHaras Bay'") == "SELECT kind FROM shops WHERE town = 'O''Hara''s Bay'");
}

BOOST_AUTO_TEST_CASE(what_is_stored_or_like_nothing_stored_is_left) {
  BOOST_TEST(repaired("SELECT kind FROM shops WHERE town = 'Bergen'") == "");
  BOOST_TEST(repaired("SELECT kind FROM shops WHERE town = 'Stavanger'") == "");
  BOOST_TEST(repaired("SELECT kind FROM shops WHERE town = 'Ber'") == "");
  BOOST_TEST(repaired("SELECT kind FROM shops WHERE town <> 'Bergn'") == "");
  BOOST_TEST(repaired("SELECT kind FROM shops WHERE shop_id = 'Bergn'") == "");
  BOOST_TEST(repaired("no SQL at all") == "");
}

BOOST_AUTO_TEST_CASE(of_two_spellings_that_are_stored_both_stand) {
  BOOST_TEST(repaired("SELECT town FROM shops WHERE kind = 'bakery'") == "");
  BOOST_TEST(repaired("SELECT town FROM shops WHERE kind = 'Bakery'") == "");
}

BOOST_AUTO_TEST_CASE(a_column_that_was_not_read_whole_proves_nothing) {
  auto const some = prepared(database, knowledge::lexicon_options{.values_per_column = 2}).known<knowledge::lexicon>();
  BOOST_TEST(repaired("SELECT kind FROM shops WHERE town = 'Trondhiem'", some) == "");
}

BOOST_AUTO_TEST_CASE(the_remark_says_what_and_what_instead) {
  auto const q = sql::parse("SELECT kind FROM shops WHERE town = 'Trondhiem'");
  auto const found = link::find_unknown_text(*q, *names);
  BOOST_REQUIRE(found);
  BOOST_TEST(found->text() == "no row has shops.town = 'Trondhiem'; the nearest stored value is 'Trondheim'");
}

BOOST_AUTO_TEST_SUITE_END()
