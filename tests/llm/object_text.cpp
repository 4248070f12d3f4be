// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/completion_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::llm;

namespace {

using texts = std::vector<std::string>;
using items = std::vector<text_item>;

text_item one(std::string name, std::string text) { return {std::move(name), {std::move(text)}, false}; }

std::vector<text_object> objects(std::string_view completion) { return read_objects(completion).value(); }

/// Token, schema and type of each record as "a/b/c", joined.
std::string tags(std::string_view completion) {
  auto const found = read_objects(completion);
  if (!found) return "none";
  std::string all;
  for (auto const& r : *found)
    all.append(all.empty() ? "" : " ").append(r["token"]).append("/").append(r["schema"]).append("/").append(r["type"]);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(object_text)

BOOST_AUTO_TEST_CASE(a_list_of_objects_between_prose_and_fences) {
  auto const found =
      objects("Here it is:\n```json\n[{\"keyword\": \"lamp\", \"columns\": [\"a\", \"b\"]}, {\"keyword\": \"5\"}]\n```\nDone.");
  std::vector<text_object> const expected{{{}, items{one("keyword", "lamp"), {"columns", {"a", "b"}, true}}},
                                          {{}, items{one("keyword", "5")}}};
  BOOST_TEST((found == expected));
}

BOOST_AUTO_TEST_CASE(python_and_bare_words) {
  auto const found = objects("{'keyword': 'it''s', 'n': 3, 'none': null}");
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].find({"n"})->texts.front() == "3");
}

BOOST_AUTO_TEST_CASE(a_null_is_no_text) {
  auto const found = objects(R"({"keyword": null, "table": None, "n": "null", "columns": ["a", null, "none", undefined], "empty": ""})");
  std::vector<text_object> const expected{
      {{}, items{{"keyword", {}, false}, {"table", {}, false}, one("n", "null"), {"columns", {"a", "none"}, true}, {"empty", {}, false}}}};
  BOOST_TEST((found == expected));
  BOOST_TEST(found[0]["keyword"].empty());
  BOOST_TEST(found[0]["columns"] == "a");
}

BOOST_AUTO_TEST_CASE(objects_know_where_they_stand) {
  auto const found = objects(R"({"schema": [{"k": "a"}], "data": {"lamp": {"table": "item"}}, "plain": "x"})");
  std::vector<text_object> const expected{
      {{}, items{one("plain", "x")}}, {{"schema"}, items{one("k", "a")}}, {{"data", "lamp"}, items{one("table", "item")}}};
  BOOST_TEST((found == expected));
}

BOOST_AUTO_TEST_CASE(names_are_found_whatever_their_spelling) {
  auto const found = objects(R"({"Column Names": ["a"], "table_name": "t"})");
  BOOST_TEST(found[0].find({"columnnames", "x"})->texts.front() == "a");
  BOOST_TEST(found[0].find({"x", "tablename"})->texts.front() == "t");
  BOOST_TEST(!found[0].find({"x"}));
}

BOOST_AUTO_TEST_CASE(the_last_block_counts_and_thoughts_do_not) {
  BOOST_TEST(objects("```json\n{\"a\": \"1\"}\n```\nNo, rather:\n```json\n{\"a\": \"2\"}\n```")[0].find({"a"})->texts.front() == "2");
  BOOST_TEST(objects("```json\n{\"a\": \"1\"}\n```\nAs code:\n```python\nprint(1)\n```")[0].find({"a"})->texts.front() == "1");
  BOOST_TEST(!read_objects("<think>\nperhaps {\"a\": \"1\"}"));
  BOOST_TEST(objects("<think>\n```json\n{\"a\": \"1\"}\n```")[0]["a"] == "1");
  BOOST_TEST(objects("<think>{\"a\": \"1\"}</think>{\"a\": \"3\"}")[0].find({"a"})->texts.front() == "3");
}

BOOST_AUTO_TEST_CASE(lists_as_models_write_them) {
  auto const wanted = "How// age/t.age/col";
  BOOST_TEST(tags(R"([{"token": "How", "schema": null, "type": null}, {"token": "age", "schema": "t.age", "type": "col"}])") == wanted);
  BOOST_TEST(tags("[{'token': 'How', 'schema': None, 'type': None}, {'token': 'age', 'schema': 't.age', 'type': 'col'}]") == wanted);
  BOOST_TEST(tags("Sure, here they are:\n```python\n[\n {'token': 'How', 'schema': None},\n {'token': 'age', 'schema': 't.age', 'type': "
                  "'col'},\n]\n```\nHope that helps!") == wanted);
  BOOST_TEST(tags("{\"alignments\": [{\"token\": \"How\"}, {\"Token\": \"age\", \"schema\": \"t.age\", \"type\": \"col\"}]}") == wanted);
  BOOST_TEST(tags("{\"token\": \"How\"}\n{\"token\": \"age\", \"schema\": \"t.age\", \"type\": \"col\"}") == wanted);
  BOOST_TEST(tags("<think>[{'token': 'x'}]</think>[{'token': 'How'}, {'token': 'age', 'schema': 't.age', 'type': 'col'}]") == wanted);
  BOOST_TEST(tags("[{'token': 'How'}, {'token': 'age', 'schema': 't.age', 'type': 'col'") == wanted);
  BOOST_TEST(tags("```json\n[{'token': 'How'}, {'token': 'age', 'schema': 't.age', 'type': 'col'}") == wanted);
}

BOOST_AUTO_TEST_CASE(what_has_no_end_gives_what_is_there) {
  auto const found = read_objects("[{\"keyword\": \"lamp\", \"table\": \"item\"}, {\"keyword\": \"bo");
  BOOST_REQUIRE(found);
  BOOST_TEST(found->at(0).find({"keyword"})->texts.front() == "lamp");
  BOOST_TEST(found.did(step::missing_end));
}

BOOST_AUTO_TEST_CASE(nothing_is_no_failure_and_prose_is_one) {
  BOOST_TEST(objects("[]").empty());
  BOOST_TEST(objects("{}").empty());
  for (std::string_view const s : {"", "  ", "I am sorry, I cannot help with that.", "['a', 'b']", "lamp (item)", "{", "[",
                                   "The tokens (see [1]) are unclear.", "```python\n```"}) {
    auto const none = read_objects(s);
    BOOST_TEST(!none);
    BOOST_TEST((none.error_found().code == errc::malformed_reply));
  }
  BOOST_TEST(read_objects("I cannot.").error_found().message.find("I cannot.") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
