// SPDX-License-Identifier: BSL-1.0
// Which descriptions explain codes, and which only look so.
#include "t2s/retrieve/knowledge/detail/code_meanings.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s::knowledge::detail;

namespace {

std::string codes(std::string_view said) {
  std::string all;
  for (auto const& m : code_reader::read(said)) all.append(all.empty() ? "" : "; ").append(m.code).append("=").append(m.means);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(code_meanings)

BOOST_AUTO_TEST_CASE(lists_of_codes) {
  BOOST_TEST(codes("A afloat, B beached, SK sunk") == "A=afloat; B=beached; SK=sunk");
  BOOST_TEST(codes("1 = oak; 2 = red cedar") == "1=oak; 2=red cedar");
  BOOST_TEST(codes("'a': afloat, 'b': beached") == "a=afloat; b=beached");
  BOOST_TEST(codes("1 early 2 late 3 at night") == "1=early; 2=late; 3=at night");
  BOOST_TEST(codes("W wood S steel") == "W=wood; S=steel");
  BOOST_TEST(codes("1 = association") == "1=association");
  BOOST_TEST(codes("state: A afloat, B beached") == "A=afloat; B=beached");
  BOOST_TEST(codes("0 - no, 1 - yes") == "0=no; 1=yes");
}

BOOST_AUTO_TEST_CASE(other_descriptions) {
  for (auto const said : {"", "next of kin", "0..100", "1 Mon .. 5 Fri", "A afloat, B beached, see the list", "A afloat, A beached",
                          "A afloat, B afloat", "in metres, without keel", "2 decimals", "A afloat, 2 beached", "dd.mm.yyyy", "USD",
                          "I think, A think", "= , =", ",,,", "V vacant, R reserved, and so on and on and on"})
    BOOST_TEST(codes(said) == "", said);
}

BOOST_AUTO_TEST_CASE(short_descriptions_are_names) {
  BOOST_TEST(words_of_description("next of kin") == "next of kin");
  BOOST_TEST(words_of_description("in the") == "");
  BOOST_TEST(words_of_description("0..100") == "");
  BOOST_TEST(words_of_description("what the harbour master wrote in his book") == "");
}

BOOST_AUTO_TEST_SUITE_END()
