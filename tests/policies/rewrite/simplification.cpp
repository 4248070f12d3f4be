// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/rewrite/question_rewriting.hpp"

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

std::string const asked = "Might you kindly enumerate the appellations of the mills?";

/// The question for later stages if the model answers `reply`. No pipeline.
std::string simplified(std::string const& reply, rewrite::simplification const& by = {}) {
  llm::scripted_model model{reply};
  tests::scripted_database database;
  context ctx(model, database);
  auto const q = by.rewrite(ctx, asked).get();
  BOOST_TEST(q.original == asked);
  BOOST_TEST(model.asked().size() == (by.enabled ? 1u : 0u));
  return q.clear;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(simplification)

BOOST_AUTO_TEST_CASE(the_question_in_the_reply_is_taken) {
  auto const* const plain = "What are the names of the mills?";
  for (std::string const& reply : std::vector<std::string>{
           "What are the names of the mills?", "  What are the names of the mills?\n\n", "\"What are the names of the mills?\"",
           "Simplified question: What are the names of the mills?",
           "Sure! Here is the simplified question:\n\nWhat are the names of the mills?",
           "<think>appellation is name</think>\nWhat are the names of the mills?", "```\nWhat are the names of the mills?\n```"})
    BOOST_TEST(simplified(reply) == plain);
}

BOOST_AUTO_TEST_CASE(what_is_no_question_leaves_it_as_it_was) {
  for (std::string const& reply : {std::string(), std::string("I'm sorry, but I can't help with that."), std::string("<think>hm"),
                                   std::string("SELECT name FROM mill"), std::string(5000, 'x')})
    BOOST_TEST(simplified(reply) == asked);
}

BOOST_AUTO_TEST_CASE(switched_off_it_asks_nothing) { BOOST_TEST(simplified("What?", {.enabled = false}) == asked); }

BOOST_AUTO_TEST_SUITE_END()
