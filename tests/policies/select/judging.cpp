// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/select/detail/judging.hpp"

#include <boost/test/unit_test.hpp>

using t2s::select::prefers_first;

BOOST_AUTO_TEST_SUITE(judging)

BOOST_AUTO_TEST_CASE(the_letter_of_a_reply_is_found) {
  for (auto const* reply :
       {"A", " A.", "**A**", "Candidate A", "The answer is A.", "Candidate A is better than B.", "Answer: A (B ignores the filter)",
        "A. A join is missing in the other.", "B joins a table that is not needed.\n\nA", "Candidate A is right, candidate B is not"})
    BOOST_TEST(prefers_first(reply), reply);
  for (auto const* reply :
       {"B", "`B`", "Candidate B", "The answer is: **B**", "B. A join is missing in the other.", "A quick look shows it.\nB",
        "Candidate B is right, since candidate A drops rows.", "After comparing A with B, my answer is B"})
    BOOST_TEST(!prefers_first(reply), reply);
  BOOST_TEST(prefers_first("I cannot say."));
  BOOST_TEST(prefers_first(""));
}

BOOST_AUTO_TEST_SUITE_END()
