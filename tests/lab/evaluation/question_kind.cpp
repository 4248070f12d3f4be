// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/question_kind.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace t2s::evaluation;

namespace {

std::string kinds(std::string_view question) {
  std::string all;
  for (auto const k : kinds_of(question)) all.append(all.empty() ? "" : " ").append(name_of(k));
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kinds_of_questions)

BOOST_AUTO_TEST_CASE(each_kind) {
  BOOST_TEST(kinds("Which hives are painted?") == "");
  BOOST_TEST(kinds("Which hives were opened in 2021?") == "date");
  BOOST_TEST(kinds("Which hives are not painted?") == "negation");
  BOOST_TEST(kinds("Which keepers don't have a hive?") == "negation");
  BOOST_TEST(kinds("What is the heaviest hive?") == "superlative");
  BOOST_TEST(kinds("Hives with more than 3 frames") == "comparison number");
  BOOST_TEST(kinds("How many hives are there?") == "count");
  BOOST_TEST(kinds("Average weight of a hive") == "calculation");
  BOOST_TEST(kinds("Weight of each hive") == "group");
  BOOST_TEST(kinds("Hives in alphabetical order") == "sorting");
  BOOST_TEST(kinds("All distinct colours") == "distinct");
  BOOST_TEST(kinds("Hives that are blue or green") == "combination");
  BOOST_TEST(kinds("Hives called \"North\" or 'South'") == "combination quotation");
}

BOOST_AUTO_TEST_CASE(several_kinds_in_order) {
  BOOST_TEST(kinds("How many hives of each keeper gave the most honey before May 2020?") == "date superlative count group");
}

BOOST_AUTO_TEST_CASE(similar_words_are_others) {
  BOOST_TEST(kinds("List the first and last name of the keepers") == "");
  BOOST_TEST(kinds("Which forest has a hive of interest?") == "");
  BOOST_TEST(kinds("What is the keeper's nation, and the others' note?") == "");
  BOOST_TEST(kinds("Hives numbered 1234567") == "number");
  BOOST_TEST(kinds("Who wrote this notice?") == "");
}

BOOST_AUTO_TEST_CASE(any_text_is_read) {
  BOOST_TEST(kinds("") == "");
  BOOST_TEST(kinds("\"") == "");
  BOOST_TEST(kinds("\xFF\xE2\x80 '' \"\" ' ") == "");
  BOOST_TEST(kinds("MOST") == "superlative");
}

BOOST_AUTO_TEST_SUITE_END()
