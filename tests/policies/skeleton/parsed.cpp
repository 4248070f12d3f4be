// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/skeleton/detail/parsed.hpp"

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/skeleton/prompted.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

BOOST_AUTO_TEST_SUITE(skeleton_parsing)

// tests/sql/skeleton.cpp tests the skeleton itself, by the published table.
BOOST_AUTO_TEST_CASE(completions_are_read) {
  BOOST_TEST(skeleton::read_parsed("Of course!\n```sql\nSELECT name FROM shops WHERE city = 'Rome';\n```").skeleton ==
             "select _ from _ where _ = _");
  BOOST_TEST(skeleton::read_parsed("SELECT COUNT(*) FROM shops").skeleton == "select count ( * ) from _");
  for (auto const* none : {"", "I do not know the schema.", "```sql\nSELECT FROM WHERE\n```"}) {
    auto const read = skeleton::read_parsed(none);
    BOOST_TEST(read.skeleton.empty(), none);
    BOOST_TEST(!read.why.empty(), none);
  }
}

BOOST_AUTO_TEST_CASE(the_parser_stands_alone) {
  llm::scripted_model model{"```sql\nSELECT max(age) FROM people\n```"};
  tests::scripted_database database;
  context ctx(model, database);
  samples shown;
  for (int i = 0; i < 7; ++i) shown.demonstrations.push_back({{"d", "Q" + std::to_string(i), "SELECT 1", "", ""}, 1});
  auto const found = skeleton::prompted().parse(ctx, question("How old is the oldest?"), shown);
  BOOST_TEST(found.skeleton == "select max ( _ ) from _");
  BOOST_TEST(found.sql == "SELECT max(age) FROM people");
  auto const& prompt = model.asked().at(0).messages.at(0).text;
  BOOST_TEST(prompt.find("Question: Q4\n") != prompt.npos);
  BOOST_TEST(prompt.find("Question: Q5\n") == prompt.npos);  // five of them
  BOOST_TEST(database.asked.empty());
}

BOOST_AUTO_TEST_SUITE_END()
