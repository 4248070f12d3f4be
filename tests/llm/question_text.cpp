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

BOOST_AUTO_TEST_CASE(an_answer_is_no_question) {
  for (auto const* reply : {"The capital of Norway is Oslo.",
                            "There are approximately 67 countries in Africa.",
                            "In Africa, there are approximately 219 countries.",
                            "Based on the table, the values are:\n- 5\n- 7",
                            "Norway has three rivers.",
                            "The longest river that crosses Peru is the Amazon.",
                            "Yes, there is one.",
                            "The names are Ada and Ben.",
                            "It was built in 1990.",
                            "The answer is 42",
                            "67",
                            "**Answer:** The average price is 12.5",
                            "Two members have no loans.",
                            "According to the table, 12 doctors were hired after 2010.",
                            "La Paz is the capital of Bolivia.",
                            "The visits that have no diagnosis are 3, 7 and 9.",
                            "Here are the results:\nOslo is the capital",
                            "Results: Oslo is the capital.",
                            "There's one river.",
                            "Tools lent in May: 5 are back",
                            "The number of patients who are insured is 4.",
                            "All of them were.",
                            "The rows are as listed:\n1. Ada\n2. Ben",
                            "Members with a fee have three loans each."})
    BOOST_TEST(read(reply) == "(malformed_reply)", reply);
  auto const found = llm::read_question("The capital of Norway is Oslo.", 200);
  BOOST_TEST(found.error_found().message.find("answers the question instead of rewriting it") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_question_needs_no_question_mark) {
  for (auto const* reply : {"List all rivers.",
                            "Show the names of singers who are older than 20.",
                            "The names of singers that are older than 20",
                            "Find the number of times each tool was lent.",
                            "Is Oslo a capital",
                            "Are there rivers in Peru",
                            "How many rivers are there",
                            "In which year was the bridge built",
                            "Tell me whether Oslo is the capital.",
                            "Members whose loans are late and have a fee",
                            "Please list the tools that were lent and are not back.",
                            "Names of the doctors who have no visits",
                            "For each tool, give its maker and the number of times it was lent.",
                            "Show the following of each member: name, town and level",
                            "List the towns there are.",
                            "Was the bridge built in 1990",
                            "Rivers longer than 1000 km",
                            "The town and its members",
                            "Give the patients who were treated and have not paid.",
                            "Was kosten die Zimmer",
                            "Zeige mir, was die Zimmer kosten.",
                            "Geef de stad die het grootst is.",
                            "Arat\u0103 ora\u0219ele care are r\u00E2uri.",
                            "\u6709\u591A\u5C11\u6761\u6CB3\u6D41",
                            "\u632A\u5A01\u7684\u9996\u90FD\u662F\u54EA\u91CC\uFF1F"})
    BOOST_TEST(read(reply) == reply);
  BOOST_TEST(read("The simplified question is:\nNames of all rivers") == "Names of all rivers");
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
