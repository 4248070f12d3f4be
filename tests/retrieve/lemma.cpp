// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/tokens.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

BOOST_AUTO_TEST_SUITE(lemmas)

BOOST_AUTO_TEST_CASE(plurals_become_singular) {
  auto const expect = [](char const* word, char const* lemma) { BOOST_TEST(retrieve::lemma(word) == lemma, word); };
  expect("cities", "city");
  expect("boxes", "box");
  expect("churches", "church");
  expect("names", "name");
  expect("people", "person");
  expect("children", "child");
  expect("movies", "movie");
  expect("statuses", "status");
  expect("campuses", "campus");
  expect("houses", "house");
  expect("causes", "cause");
}

BOOST_AUTO_TEST_CASE(words_that_only_look_plural_stay) {
  for (auto const* word : {"status", "address", "series", "species", "bus", "analysis", "gas", "", "s", "Ω"})
    BOOST_TEST(retrieve::lemma(word) == word, word);
}

BOOST_AUTO_TEST_CASE(related_words_share_a_stem) {
  BOOST_TEST(retrieve::stem("directed") == retrieve::stem("director"));
  BOOST_TEST(retrieve::stem("directed") == retrieve::stem("directing"));
  BOOST_TEST(retrieve::stem("treatment") == retrieve::stem("treat"));
  BOOST_TEST(retrieve::stem("owner") == retrieve::stem("owned"));
  BOOST_TEST(retrieve::stem("name") != retrieve::stem("number"));
}

BOOST_AUTO_TEST_SUITE_END()
