// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/http/detail/message.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s::serve;

BOOST_AUTO_TEST_SUITE(message)

BOOST_AUTO_TEST_CASE(a_target_is_a_path_and_a_query) {
  request r;
  BOOST_REQUIRE(read_target("/v1/runs/a%20b?name=K%C3%B6ln+Ost&empty=&alone&=x", r));
  BOOST_TEST(r.path == "/v1/runs/a b");
  BOOST_TEST(r.parameter("name").value() == "K\xC3\xB6ln Ost");
  BOOST_TEST(r.parameter("empty").value() == "");
  BOOST_TEST(r.parameter("alone").value() == "");
  BOOST_TEST(!r.parameter("absent"));
}

BOOST_AUTO_TEST_CASE(what_is_no_path_is_refused) {
  request r;
  for (auto const* target : {"", "*", "v1/runs", "http://elsewhere/", "/a%2", "/a%zz", "/a%00b", "/a#b", "/?a=%f"})
    BOOST_TEST(!read_target(target, r), target);
}

BOOST_AUTO_TEST_CASE(a_plus_is_a_blank_in_a_query_alone) {
  request r;
  BOOST_REQUIRE(read_target("/a+b?c+d=e+f", r));
  BOOST_TEST(r.path == "/a+b");
  BOOST_TEST(r.parameter("c d").value() == "e f");
}

BOOST_AUTO_TEST_CASE(names_of_headers_have_no_case) {
  headers h{{"Content-Type", "text/plain"}, {"X", "1"}, {"x", "2"}};
  BOOST_TEST(h.get("content-TYPE") == "text/plain");
  BOOST_TEST(h.get("X") == "1");
  BOOST_TEST(h.count("x") == 2U);
  h.set("x", "3");
  BOOST_TEST(h.count("X") == 1U);
  BOOST_TEST(h.get("X") == "3");
}

BOOST_AUTO_TEST_CASE(an_error_is_json_whatever_its_text_has) {
  auto const r = error_response(404, "not_found", "no \"such\xFF thing\"\n");
  BOOST_TEST(r.status == 404);
  BOOST_TEST(r.body == "{\"error\":{\"code\":\"not_found\",\"message\":\"no \\\"such\xEF\xBF\xBD thing\\\"\\n\"}}");
}

BOOST_AUTO_TEST_SUITE_END()
