// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/completion_text.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace t2s;

namespace {

std::string read(std::string_view completion, std::size_t most = 200) {
  auto const found = llm::read_question(completion, most);
  return found ? *found : "(" + std::string(name_of(found.error_found().code)) + ")";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(question_text)

BOOST_AUTO_TEST_CASE(as_models_write_them) {
  std::string const asked = "How many shops are in \"oslo\"?";
  for (std::string const before :
       {"", "results: ", "/*results:", "Results:\n", "Rewritten question: ", "Here is the rewritten question:\n\n",
        "**Rewritten Question:** ", "<think>They mean the city.</think>\n", "# Question: "})
    for (std::string const after : {"", "\n", "*/", " */\n/*Rewrite the following question:What else?*/"})
      BOOST_TEST(read(before + asked + after) == asked, before << asked << after);
  BOOST_TEST(read("```\nWhich rivers are long?\n```\nI made it clearer.") == "Which rivers are long?");
  BOOST_TEST(read("'Which rivers are long?'") == "Which rivers are long?");
  BOOST_TEST(read("\"oslo\" or \"bergen\"?") == "\"oslo\" or \"bergen\"?");
  BOOST_TEST(read("Select the names of all rivers.") == "Select the names of all rivers.");
  BOOST_TEST(read("/*Rewrite the following question: Long rivers?*/\n/*results: Which rivers are longer than 1000?*/") ==
             "Which rivers are longer than 1000?");
}

BOOST_AUTO_TEST_CASE(what_is_no_question) {
  for (auto const* reply :
       {"", " \n", "results:", "/* */", "I'm sorry, but I cannot help with that.", "As an AI language model, I do not know.",
        "SELECT name FROM river", "```sql\nSELECT count(*) FROM river\n```", "<think>What do they want"})
    BOOST_TEST(read(reply) == "(malformed_reply)", reply);
  BOOST_TEST(read(std::string(300, 'a')) == "(malformed_reply)");
  BOOST_TEST(read(std::string(300, 'a'), 300) == std::string(300, 'a'));
}

BOOST_AUTO_TEST_CASE(any_bytes) {
  std::mt19937 random(5);
  std::string const alphabet = "result:*/`\"'#>? \n\xC3\xA9\xFF{think}<";
  for (int i = 0; i < 20'000; ++i) {
    std::string s;
    for (auto n = random() % 40; n > 0; --n) s += alphabet[random() % alphabet.size()];
    auto const found = llm::read_question(s, 20);
    if (found) BOOST_REQUIRE((!found->empty() && found->size() <= 20));
  }
}

BOOST_AUTO_TEST_SUITE_END()
