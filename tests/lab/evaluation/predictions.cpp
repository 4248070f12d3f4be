// SPDX-License-Identifier: BSL-1.0
// Files as people and programs write them, read as by the official program.
#include "t2s/lab/evaluation/predictions.hpp"

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
  BOOST_TEST(contains(complaint("A\nB\nC\n\n\n"), "line 4 is empty, as are all after it; remove the empty lines at the end"));
  BOOST_TEST(contains(complaint(""), "line 1 is empty"));
}

BOOST_AUTO_TEST_CASE(empty_lines_separate_dialogues_where_the_gold_has_them) {
  auto const gold = parse_gold("A\td\nB\td\n\nC\td\n", "gold.txt");
  BOOST_TEST(gold.dialogues == (std::vector<std::size_t>{2, 1}));
  BOOST_TEST(sql_of("a\nb\n\nc\n", gold) == (strings{"a", "b", "c"}));
  BOOST_TEST(contains(complaint("a\nb\nc\n", gold), "1 dialogues for 2"));
  BOOST_TEST(contains(complaint("a\n\nb\n", gold), "dialogue 1 has 1 prediction for 2 questions"));
}

BOOST_AUTO_TEST_CASE(too_few_and_too_many_are_taken_with_a_warning) {
  auto const few = parse_predictions("A\nB\n", "p.sql", three());
  BOOST_TEST(few.predictions.size() == 2u);
  BOOST_TEST(contains(few.warnings.at(0), "2 predictions for 3 questions: the questions from #2 on are not evaluated"));
  auto const many = parse_predictions("A\nB\nC\nD\n", "p.sql", three());
  BOOST_TEST(many.predictions.size() == 3u);
  BOOST_TEST(contains(many.warnings.at(0), "4 predictions for 3 questions: those from #3 on are ignored"));
  BOOST_TEST(parse_predictions("A\nB\nC\n", "p.sql", three()).warnings.empty());
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_is_named) { BOOST_TEST(contains(complaint("A\nB\xFF\nC\n"), "line 2 is not UTF-8")); }

BOOST_AUTO_TEST_CASE(birds_json) {
  BOOST_TEST(sql_of("{\"2\": \"C\\t----- bird -----\\td\", \"0\": \"A\\t----- bird -----\\td\"}") == (strings{"A", "", "C"}));
  for (std::string const key : {"x", "3", "01", "99999999999"}) {
    auto const quoted = std::string("\"").append(key).append("\"");
    auto const said = complaint(std::string("{").append(quoted).append(": \"A\"}"));
    BOOST_TEST(contains(said, std::string("the key ").append(quoted).append(" is not a number from 0 to 2")), said);
  }
  BOOST_TEST(contains(complaint("{\"0\": 5}"), "prediction 0"));
}

BOOST_AUTO_TEST_CASE(birds_keys_are_question_ids_where_the_gold_has_them) {
  auto const gold_with = [](std::string_view first, std::string_view second) {
    auto const element = [](std::string_view id) {
      return std::string(R"({"db_id":"d","question":"q","SQL":"SELECT 1")").append(id).append("}");
    };
    std::string all = "[";
    all.append(element(first)).append(",").append(element(second)).append("]");
    return parse_gold(all, "mini.json");
  };
  auto const mini = gold_with(R"(,"question_id":1471)", R"(,"question_id":3)");
  BOOST_TEST(mini.ids == (strings{"1471", "3"}));
  BOOST_TEST(mini.birds);
  BOOST_TEST(sql_of(R"({"3": "B", "1471": "A"})", mini) == (strings{"A", "B"}));
  BOOST_TEST(sql_of(R"({"0": "A", "1": "B"})", mini) == (strings{"A", "B"}));
  BOOST_TEST(contains(complaint(R"({"3": "B", "5": "A"})", mini),
                      "the key \"3\" is not a number from 0 to 1, and not all keys are a question_id of mini.json"));
  // if both readings are possible the ids decide
  BOOST_TEST(sql_of(R"({"0": "A", "1": "B"})", gold_with(R"(,"question_id":1)", R"(,"question_id":0)")) == (strings{"B", "A"}));
  // ids that some question lacks, or that two share, do not count as ids
  BOOST_TEST(gold_with(R"(,"question_id":7)", "").ids.empty());
  BOOST_TEST(gold_with(R"(,"question_id":7)", R"(,"question_id":7)").ids.empty());
}

BOOST_AUTO_TEST_CASE(missing_predictions_are_counted) {
  auto const warning = [](std::string_view content) { return parse_predictions(content, "p.json", three()).warnings.at(0); };
  BOOST_TEST(contains(warning(R"({"2": "C"})"), "2 of 3 questions have no prediction; they count as wrong"));
  BOOST_TEST(contains(warning(R"({"2": "C", "0": null, "1": "B"})"), "1 of 3"));
  BOOST_TEST(contains(warning(R"(["A", null, "C"])"), "1 of 3"));
  BOOST_TEST(parse_predictions(R"({"0": "A", "1": "", "2": "C"})", "p.json", three()).warnings.empty());
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_passed_over) {
  std::string const mark = "\xEF\xBB\xBF";
  BOOST_TEST(sql_of(std::string(mark).append("A\nB\nC\n")) == (strings{"A", "B", "C"}));
  BOOST_TEST(sql_of(std::string(mark).append(R"({"0": "A", "1": "B", "2": "C"})")) == (strings{"A", "B", "C"}));
  BOOST_TEST(parse_gold(std::string(mark).append("SELECT 1\td\n"), "gold.txt").questions.at(0).sql == "SELECT 1");
  BOOST_TEST(parse_gold(std::string(mark).append(R"([{"db_id":"d","question":"q","query":"SELECT 1"}])"), "dev.json").questions.size() ==
             1u);
}

BOOST_AUTO_TEST_CASE(gold_that_cannot_be_used_is_named) {
  auto const said = [](std::string_view content) -> std::string {
    try {
      (void)parse_gold(content, "dev.json");
    } catch (error const& e) {
      return e.what();
    }
    return {};
  };
  BOOST_TEST(contains(said("[]"), "there is no question in it"));
  BOOST_TEST(contains(said(""), "there is no question in it"));
  BOOST_TEST(contains(said(R"([{"db_id":"d","question":"q","query":"SELECT 1"},{"question":"q","query":"SELECT 1"}])"),
                      "element 1 has no \"db_id\""));
  BOOST_TEST(contains(said(R"([{"db_id":"d","question":"q","query":""}])"), "element 0: its gold SQL is empty"));
  BOOST_TEST(contains(said(R"([{"db_id":"d","question":"q"}])"), "element 0 has neither"));
  BOOST_TEST(contains(said("[\n {\"db_id\": \"d\",\n  \"question\" \"q\"}]"), "dev.json: line 3 is not JSON"));
  BOOST_TEST(contains(said(R"({"db_id":"d","question":"q","query":"SELECT 1"})"), "the JSON is not an array"));
  BOOST_TEST(contains(said("[\n {\"db_id\": \"d\",\n  \"question\" \"q\"}]"), "at byte 31"));
}

BOOST_AUTO_TEST_CASE(an_array_of_strings) {
  BOOST_TEST(sql_of(R"(["A", "", null])") == (strings{"A", "", ""}));
  BOOST_TEST(contains(complaint("[1]"), "element 0"));
  BOOST_TEST(contains(complaint("[\"A\""), "line 1 is not JSON"));
}

BOOST_AUTO_TEST_CASE(recorded_runs) {
  auto const set = parse_predictions(
      "{\"sql\":\"B\",\"rounds\":[\"A\",\"B\"],\"calls\":3,\"prompt_tokens\":100,\"cached_tokens\":60,\"completion_tokens\":20,\"seconds\":"
      "1.5}\n{\"sql\":null}"
      "\n"
      "{\"sql\":\"C\"}\n",
      "p.jsonl", three());
  BOOST_TEST(set.predictions.at(0).sql == "B");
  BOOST_TEST(set.predictions[0].rounds == (strings{"A", "B"}));
  BOOST_TEST(set.predictions[0].recorded().spent.value().prompt_tokens == 100u);
  BOOST_TEST(set.predictions[0].recorded().spent.value().cached_tokens == 60u);
  BOOST_TEST(set.predictions[0].recorded().spent.value().seconds == 1.5);
  BOOST_TEST(set.predictions[1].sql.empty());
  BOOST_TEST(!set.predictions[2].recorded().spent.has_value());
  BOOST_TEST(contains(complaint("{\"sql\":\"A\"}\n{\"sql\":1}\n"), "line 2"));
  BOOST_TEST(contains(complaint("{\"sql\":\"A\"}\n{\"sql\"\n"), "line 2 is not JSON"));
  BOOST_TEST(contains(complaint("{\"sql\":\"A\",\"calls\":1e300}\n{\"sql\":\"B\"}\n"), "line 1: \"calls\" is below 0 or absurdly high"));
  BOOST_TEST(contains(complaint("{\"sql\":\"A\",\"calls\":0e340}\n{\"sql\":\"B\"}\n"), "line 1: \"calls\" is"));
  BOOST_TEST(contains(complaint("{\"sql\":\"A\",\"seconds\":-1}\n{\"sql\":\"B\"}\n"), "line 1: \"seconds\" is below 0"));
  BOOST_TEST(contains(complaint("{\"prediction\":\"A\"}\n{\"prediction\":\"B\"}\n"), "line 1: there is no \"sql\""));
}

BOOST_AUTO_TEST_CASE(what_policies_found_out_is_read) {
  auto const set = parse_predictions(
      R"({"sql":"B","question":"q?","rewritten":"r?","rounds":["A","B"],"linked":[{"round":0,"tables":["T"],"columns":["T.a","b"]},)"
      R"({"round":1,"tables":[],"columns":[]}],"skeletons":[{"round":1,"skeleton":"select _ from _"}],)"
      R"("verdicts":[{"round":0,"verdict":"no","analysis":"one column too many"},{"round":1,"verdict":"yes"}]})"
      "\n{\"sql\":\"C\",\"simplified\":\"s?\",\"linked\":[{\"round\":0,\"tables\":[],\"columns\":[]}]}\n{\"sql\":\"D\"}\n",
      "p.jsonl", three());
  auto const& first = set.predictions.at(0);
  BOOST_TEST(first.recorded().question == "q?");
  BOOST_TEST(first.recorded().rewritten == "r?");
  BOOST_TEST(first.recorded().simplified.empty());
  BOOST_REQUIRE(first.recorded().linked.size() == 2u);
  BOOST_TEST(first.recorded().linked[0].round == 0u);
  BOOST_TEST(first.recorded().linked[0].tables == strings{"T"});
  BOOST_TEST(first.recorded().linked[0].columns == (strings{"T.a", "b"}));
  BOOST_TEST(first.recorded().linked[1].round == 1u);
  BOOST_TEST(first.recorded().skeletons.at(0).round == 1u);
  BOOST_TEST(first.recorded().skeletons[0].skeleton == "select _ from _");
  BOOST_REQUIRE(first.recorded().verdicts.size() == 2u);
  BOOST_TEST(!first.recorded().verdicts[0].right);
  BOOST_TEST(first.recorded().verdicts[0].analysis == "one column too many");
  BOOST_TEST(first.recorded().verdicts[1].right);
  BOOST_TEST(first.recorded().verdicts[1].round == 1u);
  BOOST_TEST(set.predictions[1].recorded().simplified == "s?");
  BOOST_TEST(set.predictions[1].recorded().linked.size() == 1u);
  BOOST_TEST(set.predictions[2].recorded().linked.empty());
  BOOST_TEST(set.predictions[2].recorded().question.empty());
}

BOOST_AUTO_TEST_CASE(records_that_cannot_be_read_are_named) {
  for (auto const& [member, said] : {
           std::pair{R"("linked":{})", "line 2: \"linked\" is not an array"},
           std::pair{R"("linked":[3])", "line 2: \"linked\", element 0: this is not an object"},
           std::pair{R"("linked":[{"tables":[],"columns":[]}])", "line 2: \"linked\", element 0: \"round\" is not a whole number below 1"},
           std::pair{R"("linked":[{"round":0,"tables":[]}])", "line 2: \"linked\", element 0: \"columns\" is not an array"},
           std::pair{R"("linked":[{"round":0,"tables":[1],"columns":[]}])", "a name in \"tables\" is not a string"},
           std::pair{R"("rounds":["A","B"],"skeletons":[{"round":2,"skeleton":""}])", "element 0: \"round\" is not a whole number below 2"},
           std::pair{R"("skeletons":[{"round":-1,"skeleton":""}])", "element 0: \"round\" is not a whole number below 1"},
           std::pair{R"("skeletons":[{"round":0.5,"skeleton":""}])", "element 0: \"round\" is not a whole number below 1"},
           std::pair{R"("skeletons":[{"round":0,"skeleton":""},{"round":0}])", "\"skeletons\", element 1: \"skeleton\" is not a string"},
           std::pair{R"("verdicts":[{"round":0,"verdict":"maybe"}])", "\"verdicts\", element 0: \"verdict\" is neither"},
           std::pair{R"("rewritten":7)", "line 2: \"rewritten\" is not a string"},
       }) {
    auto const what = complaint(std::string("{\"sql\":\"A\"}\n{\"sql\":\"B\",").append(member).append("}\n"));
    BOOST_TEST(contains(what, said), member << ": " << what);
  }
}

BOOST_AUTO_TEST_SUITE_END()
