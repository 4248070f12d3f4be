// SPDX-License-Identifier: BSL-1.0
// Files as people and programs leave them, read as the official program reads them.
#include "t2s/evaluation/predictions.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

using namespace t2s;
using evaluation::gold_set;
using evaluation::parse_gold;
using evaluation::parse_predictions;

namespace {

gold_set const& three() {
  static auto const gold = parse_gold("SELECT a FROM t\td1\nSELECT b FROM t\td1\nSELECT c FROM u\td2\n", "gold.txt");
  return gold;
}

std::vector<std::string> sql_of(std::string_view content, gold_set const& gold = three()) {
  std::vector<std::string> all;
  for (auto const& p : parse_predictions(content, "p.sql", gold).predictions) all.push_back(p.sql);
  return all;
}

std::string complaint(std::string_view content, gold_set const& gold = three()) {
  try {
    (void)parse_predictions(content, "p.sql", gold);
  } catch (error const& e) {
    BOOST_TEST((e.code() == errc::malformed_data));
    return e.what();
  }
  return {};
}

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }
using strings = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(gold_and_predictions)

BOOST_AUTO_TEST_CASE(gold_is_json_or_lines) {
  BOOST_TEST(three().questions.size() == 3u);
  BOOST_TEST(three().questions[2].database == "d2");
  BOOST_TEST(three().questions[2].sql == "SELECT c FROM u");
  auto const bird = parse_gold(R"([{"db_id":"d","question":"q","evidence":"e","SQL":"SELECT 1","difficulty":"simple"}])", "dev.json");
  BOOST_TEST(bird.questions.at(0).difficulty == "simple");
  BOOST_TEST(bird.questions.at(0).sql == "SELECT 1");
  BOOST_TEST(parse_gold(R"([{"db_id":"d","question":"q","query":"SELECT 1"}])", "dev.json").dialogues == std::vector<std::size_t>{1});
}

BOOST_AUTO_TEST_CASE(a_gold_line_without_a_database_is_named) {
  for (auto const* wrong : {"SELECT 1\td\nSELECT 2\n", "SELECT 1\td\nSELECT 2\td\tx\n"}) {
    try {
      (void)parse_gold(wrong, "gold.txt");
      BOOST_ERROR("was accepted");
    } catch (error const& e) {
      BOOST_TEST(contains(e.what(), "gold.txt: line 2"));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_line_is_taken_up_to_its_first_tab) {
  BOOST_TEST(sql_of("SELECT 1\tx\n  SELECT 2  \n\tSELECT 3\n") == (strings{"SELECT 1", "SELECT 2", "SELECT 3"}));
}

BOOST_AUTO_TEST_CASE(line_ends_of_all_systems) {
  for (auto const* content : {"A\nB\nC", "A\nB\nC\n", "A\r\nB\r\nC\r\n", "A\rB\rC", "A\nB\nC\n\n", "A\n\xC2\xA0 B\nC\xE3\x80\x80\n"})
    BOOST_TEST(sql_of(content) == (strings{"A", "B", "C"}), content);
}

BOOST_AUTO_TEST_CASE(an_empty_line_is_named) {
  BOOST_TEST(contains(complaint("A\n\nC\n"), "p.sql: line 2 is empty"));
  BOOST_TEST(contains(complaint("\nB\nC\n"), "line 1 is empty"));
  BOOST_TEST(contains(complaint("A\nB\nC\n\n\n"), "line 4 is empty"));
  BOOST_TEST(contains(complaint(""), "line 1 is empty"));
}

BOOST_AUTO_TEST_CASE(empty_lines_separate_dialogues_where_the_gold_has_them) {
  auto const gold = parse_gold("A\td\nB\td\n\nC\td\n", "gold.txt");
  BOOST_TEST(gold.dialogues == (std::vector<std::size_t>{2, 1}));
  BOOST_TEST(sql_of("a\nb\n\nc\n", gold) == (strings{"a", "b", "c"}));
  BOOST_TEST(contains(complaint("a\nb\nc\n", gold), "1 dialogues for 2"));
  BOOST_TEST(contains(complaint("a\n\nb\n", gold), "dialogue 1 has 1 predictions for 2 questions"));
}

BOOST_AUTO_TEST_CASE(too_few_and_too_many_are_taken_with_a_warning) {
  auto const few = parse_predictions("A\nB\n", "p.sql", three());
  BOOST_TEST(few.predictions.size() == 2u);
  BOOST_TEST(contains(few.warnings.at(0), "2 predictions for 3 questions"));
  auto const many = parse_predictions("A\nB\nC\nD\n", "p.sql", three());
  BOOST_TEST(many.predictions.size() == 3u);
  BOOST_TEST(contains(many.warnings.at(0), "4 predictions for 3 questions"));
  BOOST_TEST(parse_predictions("A\nB\nC\n", "p.sql", three()).warnings.empty());
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_is_named) { BOOST_TEST(contains(complaint("A\nB\xFF\nC\n"), "line 2 is not UTF-8")); }

BOOST_AUTO_TEST_CASE(birds_json) {
  BOOST_TEST(sql_of("{\"2\": \"C\\t----- bird -----\\td\", \"0\": \"A\\t----- bird -----\\td\"}") == (strings{"A", "", "C"}));
  BOOST_TEST(contains(complaint("{\"x\": \"A\"}"), "no number"));
  BOOST_TEST(contains(complaint("{\"99999999999\": \"A\"}"), "no number"));
  BOOST_TEST(contains(complaint("{\"0\": 5}"), "prediction 0"));
}

BOOST_AUTO_TEST_CASE(an_array_of_strings) {
  BOOST_TEST(sql_of(R"(["A", "", null])") == (strings{"A", "", ""}));
  BOOST_TEST(contains(complaint("[1]"), "element 0"));
  BOOST_TEST(contains(complaint("[\"A\""), "no JSON"));
}

BOOST_AUTO_TEST_CASE(recorded_runs) {
  auto const set = parse_predictions(
      "{\"sql\":\"B\",\"rounds\":[\"A\",\"B\"],\"calls\":3,\"prompt_tokens\":100,\"completion_tokens\":20,\"seconds\":1.5}\n{\"sql\":null}"
      "\n"
      "{\"sql\":\"C\"}\n",
      "p.jsonl", three());
  BOOST_TEST(set.predictions.at(0).sql == "B");
  BOOST_TEST(set.predictions[0].rounds == (strings{"A", "B"}));
  BOOST_TEST(set.predictions[0].spent.value().prompt_tokens == 100u);
  BOOST_TEST(set.predictions[0].spent.value().seconds == 1.5);
  BOOST_TEST(set.predictions[1].sql.empty());
  BOOST_TEST(!set.predictions[2].spent.has_value());
  BOOST_TEST(contains(complaint("{\"sql\":\"A\"}\n{\"sql\":1}\n"), "line 2"));
  BOOST_TEST(contains(complaint("{\"sql\":\"A\"}\n{\"sql\"\n"), "line 2"));
}

BOOST_AUTO_TEST_SUITE_END()
