// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/object_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::llm;

namespace {

using texts = std::vector<std::string>;
using items = std::vector<std::pair<std::string, texts>>;

std::vector<text_object> objects(std::string_view completion) { return read_objects(completion).value(); }

}  // namespace

BOOST_AUTO_TEST_SUITE(object_text)

BOOST_AUTO_TEST_CASE(a_list_of_objects_between_prose_and_fences) {
  auto const found =
      objects("Here it is:\n```json\n[{\"keyword\": \"lamp\", \"columns\": [\"a\", \"b\"]}, {\"keyword\": \"5\"}]\n```\nDone.");
  std::vector<text_object> const expected{{{}, items{{"keyword", {"lamp"}}, {"columns", {"a", "b"}}}}, {{}, items{{"keyword", {"5"}}}}};
  BOOST_TEST((found == expected));
}

BOOST_AUTO_TEST_CASE(python_and_bare_words) {
  auto const found = objects("{'keyword': 'it''s', 'n': 3, 'none': null}");
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].find({"n"})->front() == "3");
}

BOOST_AUTO_TEST_CASE(objects_know_where_they_stand) {
  auto const found = objects(R"({"schema": [{"k": "a"}], "data": {"lamp": {"table": "item"}}, "plain": "x"})");
  std::vector<text_object> const expected{
      {{}, items{{"plain", {"x"}}}}, {{"schema"}, items{{"k", {"a"}}}}, {{"data", "lamp"}, items{{"table", {"item"}}}}};
  BOOST_TEST((found == expected));
}

BOOST_AUTO_TEST_CASE(names_are_found_whatever_their_spelling) {
  auto const found = objects(R"({"Column Names": ["a"], "table_name": "t"})");
  BOOST_TEST(found[0].find({"columnnames", "x"})->front() == "a");
  BOOST_TEST(found[0].find({"x", "tablename"})->front() == "t");
  BOOST_TEST(!found[0].find({"x"}));
}

BOOST_AUTO_TEST_CASE(the_last_block_counts_and_thoughts_do_not) {
  BOOST_TEST(objects("```json\n{\"a\": \"1\"}\n```\nNo, rather:\n```json\n{\"a\": \"2\"}\n```")[0].find({"a"})->front() == "2");
  BOOST_TEST(objects("<think>{\"a\": \"1\"}</think>{\"a\": \"3\"}")[0].find({"a"})->front() == "3");
}

BOOST_AUTO_TEST_CASE(what_has_no_end_gives_what_is_there) {
  auto const found = read_objects("[{\"keyword\": \"lamp\", \"table\": \"item\"}, {\"keyword\": \"bo");
  BOOST_REQUIRE(found);
  BOOST_TEST(found->at(0).find({"keyword"})->front() == "lamp");
  BOOST_TEST(found.did(step::missing_end));
}

BOOST_AUTO_TEST_CASE(nothing_is_no_failure_and_prose_is_one) {
  BOOST_TEST(objects("[]").empty());
  BOOST_TEST(objects("{}").empty());
  for (std::string_view const s : {"", "I am sorry, I cannot help with that.", "['a', 'b']", "lamp (item)"}) {
    auto const none = read_objects(s);
    BOOST_TEST(!none);
    BOOST_TEST((none.error_found().code == errc::malformed_reply));
  }
}

BOOST_AUTO_TEST_SUITE_END()
