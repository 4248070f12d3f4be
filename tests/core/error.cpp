// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

using namespace t2s;

BOOST_AUTO_TEST_SUITE(errors)

BOOST_AUTO_TEST_CASE(every_code_has_a_name_and_a_sentence_of_its_own) {
  std::set<std::string_view> names;
  std::set<std::string> sentences;
  for (int code = 1; code <= static_cast<int>(errc::model_failed); ++code) {
    names.insert(name_of(static_cast<errc>(code)));
    sentences.insert(category().message(code));
  }
  BOOST_TEST(names.size() == static_cast<std::size_t>(errc::model_failed));
  BOOST_TEST(sentences.size() == static_cast<std::size_t>(errc::model_failed));
  BOOST_TEST(!names.contains("unknown"));
  BOOST_TEST(name_of(static_cast<errc>(9999)) == "unknown");
}

BOOST_AUTO_TEST_CASE(an_error_says_what_where_and_what_to_do) {
  error const e(failure{errc::no_such_column, "no such column: nmae", "nmae", "did you mean name?", 7});
  BOOST_TEST(std::string(e.what()) == "no such column: nmae (at byte 7); did you mean name?");
  BOOST_TEST((e.code() == errc::no_such_column));
  BOOST_TEST(e.code().category().name() == "t2s");
  BOOST_TEST(e.details().subject == "nmae");
  BOOST_TEST(std::string(error(errc::no_sql, "").what()) == "no SQL was found");
}

BOOST_AUTO_TEST_SUITE_END()
