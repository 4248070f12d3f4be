// SPDX-License-Identifier: BSL-1.0
// Systems that may abstain, as EHRSQL 2024 and TrustSQL score them. Expected texts of cells and statements are those of the shared task's
// scoring program; scores are worked out by hand.
#include "t2s/lab/evaluation/detail/reliability.hpp"

#include "db/support.hpp"
#include "t2s/lab/evaluation/detail/ehrsql.hpp"
#include "t2s/lab/evaluation/detail/verdict_json.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/report/report.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;
namespace fs = std::filesystem;

namespace {

struct clinic {
  test::folder f;

  clinic() {
    fs::create_directories(f / "clinic");
    test::make_database(f / "clinic/clinic.sqlite",
                        "CREATE TABLE visit(id INTEGER PRIMARY KEY, patient TEXT, fee REAL);"
                        "INSERT INTO visit VALUES (1, 'Ito', 10.0004), (2, 'Abe', 20), (3, 'Ito', 5);");
  }
  [[nodiscard]] std::string write(std::string const& name, std::string const& content) const {
    std::ofstream(f / name, std::ios::binary) << content;
    return (f / name).string();
  }
};

evaluation_options reliability_options(comparison how = comparison::strict) {
  evaluation_options o;
  o.wanted = {.em = false, .reliability = true};
  o.compare = how;
  return o;
}

db::rows result(std::vector<std::vector<value>> values) {
  db::rows r;
  r.columns.resize(values.empty() ? 1 : values.front().size());
  r.values = std::move(values);
  return r;
}

constexpr char const* five_questions = R"([
  {"db_id": "clinic", "question": "How many visits?", "query": "SELECT count(*) FROM visit"},
  {"db_id": "clinic", "question": "Who paid most?", "query": "SELECT patient FROM visit ORDER BY fee DESC LIMIT 1"},
  {"db_id": "clinic", "question": "Who paid least?", "query": "SELECT patient FROM visit ORDER BY fee LIMIT 1"},
  {"db_id": "clinic", "question": "Who is the tallest nurse?", "query": null},
  {"db_id": "clinic", "question": "What will the weather be?", "query": "null"}])";

}  // namespace

BOOST_AUTO_TEST_SUITE(reliability)

BOOST_AUTO_TEST_CASE(scores_are_those_of_the_papers) {
  reliability_totals t;
  for (int i = 0; i < 5; ++i) t.add(true, false, true);    // right
  for (int i = 0; i < 2; ++i) t.add(true, true, false);    // withheld
  for (int i = 0; i < 1; ++i) t.add(true, false, false);   // wrong
  for (int i = 0; i < 1; ++i) t.add(false, true, false);   // refused
  for (int i = 0; i < 1; ++i) t.add(false, false, false);  // invented
  BOOST_TEST(t.score(0) == 0.6);
  BOOST_TEST(t.score(5) == (6 - 10) / 10.0);
  BOOST_TEST(t.score(10) == (6 - 20) / 10.0);
  BOOST_TEST(t.coverage() == 0.7);
  BOOST_TEST(t.refusal_precision() == 1 / 3.0);
  BOOST_TEST(t.refusal_recall() == 0.5);
  BOOST_TEST(reliability_totals().score(5) == 0);
}

BOOST_FIXTURE_TEST_CASE(questions_without_an_answer_are_to_be_refused, clinic) {
  auto const gold = read_gold(write("gold.json", five_questions));
  BOOST_TEST(gold.has_unanswerable());
  auto const predicted =
      parse_predictions("SELECT count(id) FROM visit\nnull\nSELECT 'Abe'\nnull\nSELECT patient FROM visit LIMIT 1\n", "p.sql", gold);
  auto const r = evaluate(gold, std::vector{predicted}, {f / "", {}}, reliability_options());
  auto const s = scores_of(r, r.files[0]);
  BOOST_TEST(s.count == 3U);  // EX is measured where there is an answer
  BOOST_TEST(s.ex == 1 / 3.0);
  BOOST_TEST(s.reliability.right == 1U);
  BOOST_TEST(s.reliability.withheld == 1U);
  BOOST_TEST(s.reliability.wrong == 1U);
  BOOST_TEST(s.reliability.refused == 1U);
  BOOST_TEST(s.reliability.invented == 1U);
  BOOST_TEST(groups_of(r).at(groups_of(r).size() - 2) == unanswerable_questions);
  BOOST_TEST(scores_of(r, r.files[0], unanswerable_questions).reliability.size() == 2U);
  BOOST_TEST(report_text(r).find("reliability score RS(5)") != std::string::npos);
  auto const kept = read_question_verdicts(to_json({r.questions[3], {r.files[0].verdicts[3]}, {}}));
  BOOST_TEST(kept.about.has_no_answer);
  BOOST_TEST(kept.verdicts.at(0).refuses);
}

BOOST_FIXTURE_TEST_CASE(all_ways_to_say_no_answer_are_refusals, clinic) {
  auto const gold = read_gold(write("gold.json", five_questions));
  auto const predicted = parse_predictions(R"(["SELECT NULL", "", "null", "select null", " null "])", "p.json", gold);
  auto const r = evaluate(gold, std::vector{predicted}, {f / "", {}}, reliability_options());
  auto const s = scores_of(r, r.files[0]);
  BOOST_TEST(s.reliability.withheld == 3U);
  BOOST_TEST(s.reliability.refused == 2U);
}

BOOST_FIXTURE_TEST_CASE(asking_back_is_right_where_the_question_is_ambiguous, clinic) {
  auto const gold = read_gold(write("gold.json", R"([
    {"db_id": "clinic", "question": "Who came last?", "query": ["SELECT 'Ito'", "SELECT 'Abe'"], "ambiguous": true},
    {"db_id": "clinic", "question": "Who came first?", "query": ["SELECT 'Ito'", "SELECT 'Abe'"], "ambiguous": true},
    {"db_id": "clinic", "question": "Who is best?", "query": null, "ambiguous": true},
    {"db_id": "clinic", "question": "How many visits?", "query": "SELECT count(*) FROM visit"},
    {"db_id": "clinic", "question": "How will the weather be?", "query": null}])"));
  BOOST_TEST(gold.has_unanswerable());
  std::string const asks = R"("ask_back": {"question": "Which?", "options": [{"text": "a", "sql": "SELECT 1"}]})";
  auto const predicted = parse_predictions(R"({"sql": "SELECT 'Bo'", "confidence": 0.6, )" + asks + R"(}
{"sql": "SELECT 'Abe'", "ask_back": null}
{"sql": null, )" + asks + R"(}
{"sql": "SELECT 3", )" + asks + R"(}
{"sql": "SELECT 4", )" + asks + "}\n",
                                           "p.jsonl", gold);
  auto const r = evaluate(gold, std::vector{predicted}, {f / "", {}}, reliability_options());
  auto const s = scores_of(r, r.files[0]);
  BOOST_TEST(s.reliability.right == 1U);     // one of the readings
  BOOST_TEST(s.reliability.refused == 3U);   // two ambiguous ones asked back, and one that has no answer
  BOOST_TEST(s.reliability.withheld == 1U);  // the visits: nothing to ask
  BOOST_TEST(s.reliability.size() == 5U);
  BOOST_TEST(s.reliability.ambiguous == 3U);
  BOOST_TEST(s.reliability.asked == 4U);
  BOOST_TEST(s.reliability.clarified_share() == 2 / 3.0);
  BOOST_TEST(s.confidences.empty());
  BOOST_TEST(s.ex == 2 / 3.0);  // of the SQL as it stands
  BOOST_TEST(report_text(r).find("ambiguous questions that are asked back") != std::string::npos);
  auto const kept = read_question_verdicts(to_json({r.questions[0], {r.files[0].verdicts[0]}, {}}));
  BOOST_TEST(kept.about.ambiguous);
  BOOST_TEST(kept.verdicts.at(0).asks_back);
  BOOST_CHECK_THROW(static_cast<void>(parse_predictions(R"({"sql": "SELECT 1", "ask_back": "Which?"})", "p.jsonl", gold)), error);
}

BOOST_FIXTURE_TEST_CASE(refusals_are_not_valid_answers, clinic) {
  auto const gold = read_gold(write("gold.json", five_questions));
  auto const predicted = parse_predictions("SELECT NULL\nSELECT 'Bo'\nSELECT x\nnull\nnull\n", "p.sql", gold);
  auto const r = evaluate(gold, std::vector{predicted}, {f / "", {}}, reliability_options());
  BOOST_TEST(scores_of(r, r.files[0]).valid == 1 / 3.0);
}

BOOST_FIXTURE_TEST_CASE(labels_of_ehrsql_are_read, clinic) {
  auto gold = read_gold(
      write("label.json", R"({"a1": "SELECT sum(fee) FROM visit", "b2": "null", "c3": "SELECT patient FROM visit WHERE id = 3"})"));
  BOOST_TEST(gold.ids == (std::vector<std::string>{"a1", "b2", "c3"}), boost::test_tools::per_element());
  for (auto& q : gold.questions) q.database = "clinic";
  auto const predicted =
      parse_predictions(R"({"c3": "SELECT patient FROM visit\nWHERE id  > = 3", "a1": "SELECT 35.0", "b2": "null"})", "p.json", gold);
  auto const r = evaluate(gold, std::vector{predicted}, {f / "", {}}, reliability_options(comparison::ehrsql));
  auto const s = scores_of(r, r.files[0]);
  BOOST_TEST(s.reliability.right == 2U);  // 35.0004 is 35.0 in three decimals
  BOOST_TEST(s.reliability.refused == 1U);
  BOOST_CHECK_THROW(static_cast<void>(parse_gold(R"({"a1": 3})", "label.json")), error);
  BOOST_CHECK_THROW(static_cast<void>(parse_gold(R"({"a1": ""})", "label.json")), error);
}

BOOST_FIXTURE_TEST_CASE(confidences_make_a_curve, clinic) {
  auto const gold = read_gold(write("gold.json", five_questions));
  auto const predicted = parse_predictions(R"({"sql": "SELECT 3", "confidence": 0.9}
{"sql": "SELECT 'Ito'", "confidence": 0.5}
{"sql": "SELECT 'Ito'", "confidence": 0.7}
{"sql": "SELECT NULL", "confidence": 0.1}
{"sql": "SELECT 1", "confidence": 0.2})",
                                           "p.jsonl", gold);
  auto const r = evaluate(gold, std::vector{predicted}, {f / "", {}}, reliability_options());
  auto const s = scores_of(r, r.files[0]);
  BOOST_REQUIRE(s.confidences.size() == 4U);  // without the refusal
  BOOST_TEST(area_under_risk_coverage(s.confidences) == (0 + 0 + 1 / 3.0 + 2 / 4.0) / 4, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(cells_are_written_as_by_ehrsql) {
  using ehrsql::cell_text;
  BOOST_TEST(cell_text(value(5)) == "5.0");
  BOOST_TEST(cell_text(value(1.23456)) == "1.235");
  BOOST_TEST(cell_text(value(0.0625)) == "0.062");  // half to even
  BOOST_TEST(cell_text(value(-0.0001)) == "-0.0");
  BOOST_TEST(cell_text(value(std::int64_t{1} << 60U)) == "1.152921504606847e+18");
  BOOST_TEST(cell_text(value()) == "None");
  BOOST_TEST(cell_text(value(" 12 ")) == "12.0");
  BOOST_TEST(cell_text(value("1_000.5")) == "1000.5");
  BOOST_TEST(cell_text(value("1__0")) == "1__0");
  BOOST_TEST(cell_text(value("-Infinity")) == "-inf");
  BOOST_TEST(cell_text(value("nan")) == "nan");
  BOOST_TEST(cell_text(value("1e3")) == "1000.0");
  BOOST_TEST(cell_text(value(".5")) == "0.5");
  BOOST_TEST(cell_text(value("5.")) == "5.0");
  BOOST_TEST(cell_text(value("0x1F")) == "0x1F");
  BOOST_TEST(cell_text(value("2100-12-31")) == "2100-12-31");
  BOOST_TEST(cell_text(value("")) == "");
}

BOOST_AUTO_TEST_CASE(answers_are_equal_as_by_ehrsql) {
  BOOST_TEST(ehrsql::same_answer(result({{value(1), value("b")}, {value(2), value("a")}}),
                                 result({{value("2.0"), value("a")}, {value(1.0), value("b")}})));
  BOOST_TEST(!ehrsql::same_answer(result({{value(1), value("b")}}), result({{value("b"), value(1)}})));
  BOOST_TEST(!ehrsql::same_answer(result({{value(1)}, {value(1)}}), result({{value(1)}})));
  std::vector<std::vector<value>> many(150, {value(7)}), more(100, {value(7)});
  BOOST_TEST(ehrsql::same_answer(result(many), result(more)));  // only a hundred are looked at
}

BOOST_AUTO_TEST_CASE(statements_are_changed_as_by_ehrsql) {
  auto const of = ehrsql::statement_form::of;
  BOOST_TEST(of(" SELECT 1\n  WHERE 2 > = 1 ") == "SELECT 1 WHERE 2 >= 1");
  BOOST_TEST(of("SELECT strftime('%j',current_time)") == "SELECT strftime('%J','2100-12-31 23:59:00')");
  BOOST_TEST(of("SELECT datetime('now','-1 year'), '%y'") == "SELECT datetime('2100-12-31 23:59:00','-1 year'), '%Y'");
  BOOST_TEST(of("SELECT DATE_SUB(CURDATE(), INTERVAL 1 MONTH)") == "SELECT datetime('2100-12-31', '-1 month')");
  BOOST_TEST(of("SELECT DATE_ADD('2100-01-02',  INTERVAL 12 DAY)") == "SELECT datetime('2100-01-02', '+12 days')");
  BOOST_TEST(of("SELECT DATE_SUB(CURDATE(),INTERVAL 1 MONTH)") == "SELECT DATE_SUB('2100-12-31',INTERVAL 1 MONTH)");
  BOOST_TEST(of("WHERE v > systolic_bp_lower AND v < systolic_bp_upper") == "WHERE v > 90.0 AND v < 120.0");
  BOOST_TEST(of("WHERE v > systolic_bp_lower AND v < mean_bp_upper") == "WHERE v > systolic_bp_lower AND v < mean_bp_upper");
}

BOOST_AUTO_TEST_SUITE_END()
