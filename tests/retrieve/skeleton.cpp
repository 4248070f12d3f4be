// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/sql/dialects.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

std::string skeleton(retrieve::mask_words const& words, std::string_view question) {
  auto const tokens = retrieve::tokens_of(question);
  std::string out;
  for (auto const& w : retrieve::question_skeleton(tokens, words.masked(tokens))) {
    if (!out.empty()) out += ' ';
    out += w;
  }
  return out;
}

std::string asked_skeleton(retrieve::mask_words const& words, std::string_view question) {
  auto const tokens = retrieve::tokens_of(question);
  return retrieve::skeleton_text(tokens, words.masked(tokens));
}

retrieve::mask_words of_the_examples() {
  retrieve::mask_words words;
  for (auto const* name :
       {"students", "student_id", "full_name", "gpa", "major", "shops", "shop_id", "orders", "order_amount", "order_date"})
    words.add_name(name);
  words.add_value("History");
  words.add_value("void");
  return words;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skeletons)

// The worked examples of the underlying definition.
BOOST_AUTO_TEST_CASE(texts_keep_the_words_as_they_were_asked) {
  auto const words = of_the_examples();
  BOOST_TEST(asked_skeleton(words, "How many students major in History?") == "how many [MASK] in [MASK] ?");
  BOOST_TEST(asked_skeleton(words, "List the full names of students whose gpa is above 3.5.") ==
             "list the [MASK] of [MASK] whose [MASK] is above [MASK] .");
  BOOST_TEST(asked_skeleton(words, "Which shop has the largest total order amount?") == "which [MASK] has the largest total [MASK] ?");
  BOOST_TEST(asked_skeleton(words, "Show the order dates of all 'void' orders in 2021.") == "show the [MASK] of all [MASK] in [MASK] .");
  BOOST_TEST(asked_skeleton(words, "Who is the oldest person?") == "who is the oldest person ?");
}

BOOST_AUTO_TEST_CASE(texts_of_a_pool_keep_the_words_as_they_were_asked) {
  BOOST_TEST(retrieve::skeleton_text({"d", "What were the statuses of mills that have wheels?", "SELECT state FROM mill", "", ""}) ==
             "what were the statuses of [MASK] that have wheels ?");
}

// The same with lemmas instead of words, for comparing skeletons without an encoder.
BOOST_AUTO_TEST_CASE(names_and_values_are_masked) {
  auto const words = of_the_examples();
  BOOST_TEST(skeleton(words, "How many students major in History?") == "how many [MASK] in [MASK] ?");
  BOOST_TEST(skeleton(words, "List the full names of students whose gpa is above 3.5.") ==
             "list the [MASK] of [MASK] whose [MASK] be above [MASK] .");
  BOOST_TEST(skeleton(words, "Show the order dates of all 'void' orders in 2021.") == "show the [MASK] of all [MASK] in [MASK] .");
  BOOST_TEST(skeleton(words, "Who is the oldest person?") == "who be the oldest person ?");
}

BOOST_AUTO_TEST_CASE(the_gold_sql_masks_where_there_is_no_database) {
  retrieve::mask_words words;
  words.add_sql("SELECT T1.full_name FROM students AS T1 WHERE T1.major = \"Art History\" AND gpa > 3");
  BOOST_TEST(skeleton(words, "Full names of the students in Art History with a gpa above 3") ==
             "[MASK] of the [MASK] in [MASK] with a [MASK] above [MASK]");
  words.add_sql("no SQL at all ' (");
}

BOOST_AUTO_TEST_CASE(the_gold_sql_is_read_in_its_dialect) {
  retrieve::mask_words in_mysql, in_postgres;
  in_mysql.add_sql("SELECT `shop_name` FROM shops WHERE city = 'St. John\\'s' # lamps", sql::mysql);
  BOOST_TEST(skeleton(in_mysql, "Shop names in St. John's with lamps") == "[MASK] in [MASK] with lamp");
  in_postgres.add_sql("SELECT shop_name::text FROM shops WHERE city = $$St. John's$$", sql::postgres);
  BOOST_TEST(skeleton(in_postgres, "Shop names in St. John's with lamps") == "[MASK] in [MASK] with lamp");
}

BOOST_AUTO_TEST_CASE(the_nearest_question_is_found) {
  retrieve::skeleton_index const index({
      {"a", "How many dogs are there?", "SELECT count(*) FROM dogs", ""},
      {"b", "What is the name of the oldest dog?", "SELECT name FROM dogs ORDER BY age DESC LIMIT 1", ""},
      {"c", "List the names of all dogs sorted by age.", "SELECT name FROM dogs ORDER BY age", ""},
  });
  std::vector<std::string> const asked{"how", "many", "[MASK]", "be", "there", "?"};
  auto const hits = index.nearest(asked, 2);
  BOOST_REQUIRE(hits.size() == 2u);
  BOOST_TEST(hits[0].demonstration == 0u);
  BOOST_TEST(hits[0].similarity == 1.0, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(hits[1].similarity < 0.7);
  BOOST_TEST(index.nearest(asked, 0).empty());
  BOOST_TEST(index.nearest({}, 5).empty());
  BOOST_TEST(retrieve::skeleton_index().nearest(asked, 5).empty());
}

BOOST_AUTO_TEST_SUITE_END()
