// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/feedback/explanation.hpp"

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

BOOST_AUTO_TEST_SUITE(explanation)

BOOST_AUTO_TEST_CASE(alone_it_needs_no_pipeline) {
  llm::scripted_model model{"<think>easy</think>\nIt counts the kites. "};
  tests::scripted_database database;
  context ctx(model, database);
  BOOST_TEST(feedback::explanation().explain(ctx, "How many kites?", "SELECT count(*) FROM kite") == "It counts the kites.");
  BOOST_TEST(
      model.asked()[0].messages[0].text ==
      "Question: How many kites?\nSQL query: SELECT count(*) FROM kite\nWhat does this SQL query mean? What are the differences between "
      "the predicted meaning and the question meanings above?");
  BOOST_TEST(database.asked.empty());
}

BOOST_AUTO_TEST_CASE(it_reads_whatever_is_said) {
  feedback::explanation e;
  BOOST_TEST(e.read("") == "");
  BOOST_TEST(e.read(" \n") == "");
  BOOST_TEST(e.read("<think>I do not know") == "");
  BOOST_TEST(e.read("I'm sorry.") == "I'm sorry.");
  BOOST_TEST(e.read("a\xff") == "a\xef\xbf\xbd");
  e.most = 4;
  BOOST_TEST(e.read("abc\u00e9 d") == "abc...");
  BOOST_TEST(e.read("abcd") == "abcd");
}

BOOST_AUTO_TEST_CASE(a_review_always_says_something) {
  llm::scripted_model model{"", "It counts."};
  tests::scripted_database database;
  context ctx(model, database);
  history<facts<>> past;
  past.open(candidate("SELECT 1"));
  question const asked("original?", "simple?");
  auto const nothing = feedback::explanation().review(ctx, asked, past);
  BOOST_REQUIRE(nothing);
  BOOST_TEST(nothing->text == "The model gave no explanation.");
  auto const something = feedback::explanation().review(ctx, asked, past);
  BOOST_TEST(something->text == "It counts.");
  BOOST_TEST(something->stage == "natural language explanation");
  BOOST_TEST(model.asked()[1].messages[0].text.starts_with("Question: original?\n"));
}

BOOST_AUTO_TEST_SUITE_END()
