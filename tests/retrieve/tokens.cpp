// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/tokens.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using kind = retrieve::token::kind;
using words = std::vector<std::string>;

namespace {

words texts(std::string_view question) {
  words out;
  for (auto const& t : retrieve::tokens_of(question)) out.push_back(t.text);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tokens)

BOOST_AUTO_TEST_CASE(a_question_falls_into_words_and_marks) {
  BOOST_TEST(texts("How many Singers?") == (words{"how", "many", "singers", "?"}));
  BOOST_TEST(texts("the student's name") == (words{"the", "student", "'s", "name"}));
  BOOST_TEST(texts("They don't win") == (words{"they", "do", "not", "win"}));
  BOOST_TEST(texts("city_code") == (words{"city", "_", "code"}));
  BOOST_TEST(texts("").empty());
}

BOOST_AUTO_TEST_CASE(numbers_and_dates_stay_whole) {
  BOOST_TEST(texts("over 1,000.5 since 2010-01-02") == (words{"over", "1000.5", "since", "2010-01-02"}));
  BOOST_TEST(texts("the 1st") == (words{"the", "1st"}));
}

BOOST_AUTO_TEST_CASE(quotes_hold_one_token) {
  for (auto const* question : {"named 'Big Ben'", "named \"Big Ben\"", "named \u201CBig Ben\u201D", "named \u2018Big Ben\u2019"}) {
    auto const all = retrieve::tokens_of(question);
    BOOST_REQUIRE(all.size() == 2u);
    BOOST_TEST((all[1].is == kind::quoted));
    BOOST_TEST(all[1].text == "Big Ben");
  }
  auto const inner = retrieve::tokens_of("called 'Rock 'n' Roll' here");
  BOOST_REQUIRE(!inner.empty());
  BOOST_TEST(texts("an apostrophe ' alone") == (words{"an", "apostrophe", "'", "alone"}));
}

BOOST_AUTO_TEST_CASE(places_are_bytes_of_the_question) {
  std::string const question = "São Paulo: 'x'";
  auto const all = retrieve::tokens_of(question);
  BOOST_REQUIRE(all.size() == 4u);
  BOOST_TEST(question.substr(all[0].begin, all[0].end - all[0].begin) == "São");
  BOOST_TEST(question.substr(all[3].begin, all[3].end - all[3].begin) == "'x'");
  BOOST_TEST(all[0].capital);
}

BOOST_AUTO_TEST_CASE(any_bytes_are_taken) { BOOST_TEST(!retrieve::tokens_of("\xFF\xC0 \x80'\"`").empty()); }

BOOST_AUTO_TEST_CASE(short_words_in_capitals_are_codes) {
  auto const codes = [](std::string_view question) {
    std::string all;
    for (auto const& t : retrieve::tokens_of(question))
      if (t.code) all.append(all.empty() ? "" : " ").append(t.text);
    return all;
  };
  BOOST_TEST(codes("Tell us which customers are from US or IT.") == "us it");
  BOOST_TEST(codes("Authors who are NOT from the US") == "us");
  BOOST_TEST(codes("Authors from NO") == "no");
  BOOST_TEST(codes("TELL US ALL NAMES") == "");
  BOOST_TEST(codes("How many does NASA have?") == "");
  BOOST_TEST(!retrieve::is_stop_word(retrieve::tokens_of("from US")[1]));
  BOOST_TEST(retrieve::is_stop_word(retrieve::tokens_of("tell us")[1]));
}

BOOST_AUTO_TEST_SUITE_END()
