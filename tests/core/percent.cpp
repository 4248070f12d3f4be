// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/detail/percent.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

using namespace t2s::text;

// RFC 3986: section 2.1 (%20), section 2.5 (letters of UTF-8), section 2.3 (what need not be encoded).
BOOST_AUTO_TEST_CASE(percent_encoding_as_in_rfc_3986) {
  BOOST_TEST(percent_encoded("\xC3\x80 \xE3\x82\xA2") == "%C3%80%20%E3%82%A2");
  BOOST_TEST(percent_encoded("AZaz09-._~") == "AZaz09-._~");
  BOOST_TEST(percent_encoded("/a b", "/") == "/a%20b");
  std::string every;
  for (int byte = 0; byte < 256; ++byte) every += static_cast<char>(byte);
  auto const back = percent_decoded(percent_encoded(every));
  BOOST_TEST(back.well_formed);
  BOOST_TEST((back.text == every));
  BOOST_TEST(percent_decoded("%c3%80%2f").text == "\xC3\x80/");
}

BOOST_AUTO_TEST_CASE(a_percent_sign_without_two_digits_stays) {
  for (std::string_view const s : {"%", "%4", "a%", "%4g", "%g4", "%-1", "100% of", "%%"}) {
    BOOST_TEST(percent_decoded(s).text == s);
    BOOST_TEST(!percent_decoded(s).well_formed, s);
  }
  BOOST_TEST(percent_decoded("%zz%41").text == "%zzA");
  BOOST_TEST(percent_decoded("").well_formed);
}
