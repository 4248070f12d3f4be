// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/detail/cut_answer.hpp"

#include "support/kept_trace.hpp"
#include "support/scripted_database.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/context.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;
using llm::completion;

namespace {

std::string cut(std::string text, std::size_t most) {
  completion c{.text = std::move(text)};
  auto const size = c.text.size();
  BOOST_TEST(llm::cut_answer(c, most) == (size > most ? size : 0));
  BOOST_TEST(c.text.size() <= most);
  BOOST_TEST(c.text.capacity() <= 2 * most + 32);  // what was cut off is not kept
  return c.text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cut_answer)

BOOST_AUTO_TEST_CASE(texts_within_the_limit_stay) {
  BOOST_TEST(cut("", 0) == "");
  BOOST_TEST(cut("SELECT 1", 8) == "SELECT 1");
  BOOST_TEST(cut("<think>no</think>SELECT 1", 100) == "<think>no</think>SELECT 1");
}

BOOST_AUTO_TEST_CASE(the_end_is_left_out_between_characters) {
  BOOST_TEST(cut("SELECT 12", 8) == "SELECT 1");
  BOOST_TEST(cut("ab\u20ACcd", 4) == "ab");  // a character of three bytes
  BOOST_TEST(cut("ab\u20ACcd", 5) == "ab\u20AC");
  BOOST_TEST(cut("\u20AC", 0) == "");
  BOOST_TEST(cut(std::string(50, static_cast<char>(0x80)), 10) == "");  // no character begins there
}

BOOST_AUTO_TEST_CASE(thoughts_are_left_out_first) {
  auto const thoughts = "<think>" + std::string(1000, 'x') + "</think>";
  BOOST_TEST(cut(thoughts + "SELECT 1", 20) == "SELECT 1");
  BOOST_TEST(cut(thoughts + "SELECT 1" + thoughts + "SELECT 2", 20) == "SELECT 2");
  BOOST_TEST(cut(thoughts + "SELECT " + std::string(100, '1'), 20) == "SELECT 1111111111111");
  BOOST_TEST(cut("<think>" + std::string(1000, 'x'), 10) == "<think>xxx");  // without an end the whole text is thoughts
}

BOOST_AUTO_TEST_CASE(what_is_around_code_is_left_out_next) {
  std::string const talk(1000, 'x');
  BOOST_TEST(cut(talk + "```sql\nSELECT 1\n```" + talk, 40) == "```sql\nSELECT 1\n```\n");
  BOOST_TEST(cut("```a```" + talk + "```b```" + talk, 40) == "```a```\n```b```\n");
  BOOST_TEST(cut(talk + "```sql\nSELECT " + talk, 16) == "```sql\nSELECT xx");  // a block without an end
}

BOOST_AUTO_TEST_CASE(every_choice_is_cut) {
  completion c{.text = "abc", .others = {{.text = "abcdef"}, {.text = "ab"}}};
  BOOST_TEST(llm::cut_answer(c, 2) == 6u);
  BOOST_TEST(c.text == "ab");
  BOOST_TEST(c.others[0].text == "ab");
  BOOST_TEST(c.others[1].text == "ab");
}

BOOST_AUTO_TEST_CASE(a_run_cuts_what_any_model_answers_and_says_so) {
  llm::scripted_model model{std::string(70'000, 'x'), "SELECT 1"};
  scripted_database database;
  kept_words words;
  context run(model, database, {}, kept_trace{&words});
  BOOST_TEST(run.ask(llm::request("a")).text.size() == 65'536u);
  BOOST_TEST(run.ask(llm::request("b")).text == "SELECT 1");
  BOOST_TEST(run.spent().cut_answers == 1u);
  BOOST_TEST(words.says("answer cut, bytes: 70000"));

  llm::scripted_model again{"SELECT 1"};
  context tight(again, database, {.allowed = {.answer_bytes = 6}});
  BOOST_TEST(tight.ask(llm::request("a")).text == "SELECT");
}

BOOST_AUTO_TEST_SUITE_END()
