// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/pool.hpp"

#include "db/support.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::test;

namespace {

std::string refusal(std::string_view json) {
  try {
    (void)retrieve::parse_pool(json, "pool.json");
  } catch (error const& e) {
    BOOST_TEST((e.details().code == errc::malformed_data));
    return e.what();
  }
  BOOST_ERROR("nothing was thrown");
  return {};
}

bool says(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(pool)

BOOST_AUTO_TEST_CASE(both_forms_are_read) {
  auto const spider = retrieve::parse_pool(R"([{"db_id":"shop","question":"How many?","query":"SELECT 1","hardness":"easy"}])", "p");
  BOOST_TEST((spider == std::vector<retrieve::demonstration>{{"shop", "How many?", "SELECT 1", ""}}));
  auto const bird = retrieve::parse_pool(R"([{"db_id":"shop","question":"How many?","SQL":"SELECT 1","evidence":"all of them"}])", "p");
  BOOST_TEST((bird == std::vector<retrieve::demonstration>{{"shop", "How many?", "SELECT 1", "all of them"}}));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said_with_its_place) {
  BOOST_TEST(says(refusal("[{]"), "is no JSON"));
  BOOST_TEST(says(refusal("{}"), "is no array"));
  BOOST_TEST(says(refusal(R"([{"question":"a","query":"b"}, 7])"), "element 1 is no object"));
  BOOST_TEST(says(refusal(R"([{"query":"b"}])"), "element 0 has no \"question\""));
  BOOST_TEST(says(refusal(R"([{"question":"a"}])"), "element 0 has neither"));
  BOOST_TEST(says(refusal(R"([{"question":"a","query":1}])"), "\"query\" is no string"));
  BOOST_TEST(says(refusal("[{]"), "pool.json"));
}

BOOST_AUTO_TEST_CASE(questions_need_no_sql_where_that_is_allowed) {
  auto const asked = retrieve::parse_pool(R"([{"db_id":"shop","question":"How many?"}])", "p", retrieve::gold_sql::optional);
  BOOST_TEST(asked.front().sql.empty());
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_read_say_so) {
  folder f;
  BOOST_TEST(thrown_by([&] { (void)retrieve::read_pool((f / "none.json").string()); }) == errc::file_not_found);
  BOOST_TEST(thrown_by([&] { (void)retrieve::read_pool((f / "").string()); }) == errc::not_a_file);
  write_file(f / "empty.json", "");
  BOOST_TEST(thrown_by([&] { (void)retrieve::read_pool((f / "empty.json").string()); }) == errc::malformed_data);
}

BOOST_AUTO_TEST_SUITE_END()
