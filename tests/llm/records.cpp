// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/records.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::llm;

namespace {

/// Token, schema and type of each record, "a/b/c", one behind the other.
std::string tags(std::string_view completion) {
  auto const found = read_records(completion);
  if (!found) return "none";
  std::string all;
  for (auto const& r : *found)
    all.append(all.empty() ? "" : " ").append(r["token"]).append("/").append(r["schema"]).append("/").append(r["type"]);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(records)

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

BOOST_AUTO_TEST_CASE(nothing_to_read) {
  BOOST_TEST(tags("[]").empty());
  for (auto const* prose : {"", "  ", "I cannot do that.", "{", "[", "The tokens (see [1]) are unclear.", "```python\n```"})
    BOOST_TEST(tags(prose) == "none", prose);
  BOOST_TEST(read_records("I cannot.").error_found().message.find("I cannot.") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
