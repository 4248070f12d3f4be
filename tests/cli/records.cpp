// SPDX-License-Identifier: BSL-1.0
// The records that `t2s predict` writes beside the SQL, and their evaluation by `t2s evaluate`.
#include <cmath>

#include "model_place.hpp"
#include "scripted_play.hpp"

using namespace cli_test;

namespace {

/// The reply of a stage to a question about cities, or to one that counts shops.
std::string reply_of_dac(std::string const& stage, bool of_cities) {
  if (stage == "linking")
    return of_cities ? "[{'token': 'city', 'schema': 'shops.city', 'type': 'col'}, {'token': 'shops', 'schema': 'shops', 'type': 'tbl'}]"
                     : "[]";
  if (stage == "skeleton") return of_cities ? "```sql\nSELECT a FROM b ORDER BY c\n```" : "```sql\nSELECT count(*) FROM t\n```";
  if (stage == "draft") return of_cities ? "SELECT shop_id FROM shops" : "SELECT count(*) FROM shops";
  if (stage == "entity correction") return "SELECT city FROM shops";
  return "SELECT city FROM shops ORDER BY city";
}

t2s::tests::server_script plays_dac(seen_request const& asked) {
  auto const body = json::parse(asked.body);
  auto const seen = recognize_dac({std::string(body.at("messages").at(0).at("content").as_string())});
  return replies(200, reply_with(reply_of_dac(seen.stage, contains(letters_of(seen.about), "city"))));
}

struct recorded : place {
  http_server dac{plays_dac};

  recorded() { make_data({"Name the city of all shops", "How many shops are there?"}); }

  [[nodiscard]] said predict(std::string const& pipeline, http_server const& by) const {
    return cli_test::t2s("predict" + data() + asks(by) + "--pipeline " + pipeline + by_spelling(pipeline) + " --out " +
                         quoted(file("runs.jsonl")));
  }
  [[nodiscard]] std::vector<json::object> runs() const {
    std::vector<json::object> all;
    std::ifstream in(path / "runs.jsonl");
    for (std::string line; std::getline(in, line);) all.push_back(json::parse(line).as_object());
    return all;
  }
  [[nodiscard]] said evaluate(std::string const& words) const { return cli_test::t2s("evaluate" + data() + " " + words); }
};

bool near(json::value const& found, double expected) { return std::abs(found.to_number<double>() - expected) < 1e-9; }

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_records)

BOOST_FIXTURE_TEST_CASE(dac_records_links_and_skeletons, recorded) {
  auto const r = predict("dac", dac);
  BOOST_REQUIRE_MESSAGE(r.status == 0, r.err);
  auto const all = runs();
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].at("question") == "Name the city of all shops");
  BOOST_TEST(all[0].at("rounds").as_array().size() == 3u);
  BOOST_TEST(all[0].at("linked") == json::parse(R"([{"round": 0, "tables": ["shops"], "columns": ["shops.city"]}])"));
  BOOST_TEST(all[0].at("skeletons") == json::parse(R"([{"round": 1, "skeleton": "select _ from _ order by _"}])"));
  BOOST_TEST(all[1].at("linked") == json::parse(R"([{"round": 0, "tables": [], "columns": []}])"));
  for (auto const* absent : {"rewritten", "simplified", "verdicts"}) BOOST_TEST(!all[0].contains(absent));
}

// The gold SQL is `SELECT count(*) FROM shops` for both. Links by hand: for the first question exactly all labels, for the second none.
BOOST_FIXTURE_TEST_CASE(what_dac_records_is_evaluated, recorded) {
  BOOST_REQUIRE(predict("dac", dac).status == 0);
  write(file("labels.json"),
        R"([{"db_id": "shop", "question": "Name the city of all shops", "tables": ["shops"], "columns": ["shops.city", "shops.shop_id"]},
            {"db_id": "shop", "question": "How many shops are there?", "tables": ["shops"], "columns": []}])");
  auto const of_runs = "--predictions " + quoted(file("runs.jsonl")) + " --json " + quoted(file("report.json")) + " ";
  auto const links = evaluate(of_runs + "--linking " + quoted(file("labels.json")));
  BOOST_TEST(links.status == 0, links.err);
  BOOST_TEST(contains(links.out, "2   50.0   50.0   50.0        1   66.7  100.0   50.0  easy\n"), links.out);
  BOOST_TEST(contains(links.out, "linked in round 0\n"), links.out);
  auto const l = json::parse(content_of(file("report.json"))).at("files").at(0);
  BOOST_TEST(near(l.at("tables").at("f1"), 50));
  BOOST_TEST(near(l.at("columns").at("precision"), 100));
  BOOST_TEST(near(l.at("columns").at("recall"), 50));
  BOOST_TEST(near(l.at("by_hardness").at("easy").at("tables").at("recall"), 50));
  BOOST_TEST(near(l.at("by_round").at(0).at("columns").at("f1"), 200.0 / 3));
  BOOST_TEST(near(l.at("databases").at("shop").at("tables").at("questions"), 2));
  BOOST_TEST(l.at("unrecorded").as_array().empty());
  BOOST_TEST(l.at("file").as_string() == file("runs.jsonl"));

  auto const skeletons = evaluate(of_runs + "--skeletons");
  BOOST_TEST(skeletons.status == 0, skeletons.err);
  BOOST_TEST(contains(skeletons.out, "easy\n"), skeletons.out);
  auto const s = json::parse(content_of(file("report.json"))).at("files").at(0);
  BOOST_TEST(near(s.at("sql").at("percent"), 50));
  BOOST_TEST(near(s.at("parsed").at("percent"), 50));
  BOOST_TEST(near(s.at("by_hardness").at("easy").at("parsed").at("right"), 1));
  BOOST_TEST(s.at("by_round").as_array().size() == 3u);
  BOOST_TEST(near(s.at("by_round").at(1).at("parsed").at("questions"), 1));  // the first question's was parsed after a correction
  BOOST_TEST(near(s.at("by_round").at(1).at("parsed").at("right"), 0));
}

BOOST_FIXTURE_TEST_CASE(runs_without_a_record_count_as_having_found_nothing, recorded) {
  write(file("some.jsonl"),
        "{\"sql\":\"SELECT 1\",\"linked\":[{\"round\":0,\"tables\":[\"shops\"],\"columns\":[]}]}\n{\"sql\":\"SELECT 1\"}\n");
  write(file("labels.json"),
        R"([{"db_id": "shop", "question": "Name the city of all shops", "tables": ["shops"], "columns": []},
            {"db_id": "shop", "question": "How many shops are there?", "tables": ["shops"], "columns": []}])");
  auto const r = evaluate("--predictions " + quoted(file("some.jsonl")) + " --linking " + quoted(file("labels.json")));
  BOOST_TEST(contains(r.out, "labelled but not recorded, so counted as having found nothing: 1 question (#1)\n"), r.out);
  BOOST_TEST(contains(r.out, "50.0"), r.out);
}

BOOST_FIXTURE_TEST_CASE(files_without_records_are_refused, recorded) {
  write(file("plain.sql"), "SELECT 1\nSELECT 2\n");
  write(file("labels.json"), R"([{"db_id": "shop", "question": "Name the city of all shops", "tables": ["shops"], "columns": []}])");
  write(file("strange.json"), R"([{"db_id": "shop", "question": "Who?", "tables": ["shops"], "columns": []}])");
  auto const plain = "--predictions " + quoted(file("plain.sql"));
  auto const refused = [&](std::string const& words, int status, std::string_view part) {
    auto const r = evaluate(words);
    BOOST_TEST(r.status == status, words << ": " << r.err);
    BOOST_TEST(contains(r.err, part), words << ": " << r.err);
    BOOST_TEST(r.out.empty(), words << ": " << r.out);
  };
  refused(plain + " --linking " + quoted(file("labels.json")), 3,
          "plain.sql: no run has recorded which entities it linked; pipelines dac and dac-local");
  refused(plain + " --skeletons", 3, "plain.sql: no run has recorded a parsed skeleton; pipelines dac and dac-local");
  refused(plain + " --skeletons --metric ex", 2, "--metric");
  refused(plain + " --skeletons --html x.html", 2, "--html");
  BOOST_REQUIRE(predict("dac", dac).status == 0);
  refused("--predictions " + quoted(file("runs.jsonl")) + " --linking " + quoted(file("strange.json")), 3,
          "strange.json: no label belongs to a question of");
}

BOOST_FIXTURE_TEST_CASE(questions_and_verdicts_are_recorded, recorded) {
  http_server dart([](seen_request const& asked) {
    std::vector<std::string> messages;
    auto const body = json::parse(asked.body);
    for (auto const& m : body.at("messages").as_array()) messages.emplace_back(m.at("content").as_string());
    auto const stage = recognize_dart_sql(messages).stage;
    if (stage == "rewriting") return replies(200, reply_with("How many rows has the table shops?"));
    if (stage == "outcome")
      return replies(200, reply_with(messages.size() > 1 && contains(messages[1], "city") ? "No, count them." : "Yes. It is one number."));
    return replies(200, reply_with(stage == "refinement" ? "SELECT count(*) FROM shops" : "SELECT city FROM shops"));
  });
  BOOST_REQUIRE(predict("dart-sql", dart).status == 0);
  auto const judged = runs().at(1);
  BOOST_TEST(judged.at("question") == "How many shops are there?");
  BOOST_TEST(judged.at("rewritten") == "How many rows has the table shops?");
  BOOST_TEST(!judged.contains("simplified"));
  BOOST_TEST(!judged.contains("linked"));
  auto const& verdicts = judged.at("verdicts").as_array();
  BOOST_REQUIRE(verdicts.size() == 2u);
  BOOST_TEST(verdicts[0].at("round") == 0);
  BOOST_TEST(verdicts[0].at("verdict") == "no");
  BOOST_TEST(contains(std::string(verdicts[0].at("analysis").as_string()), "count them"));
  BOOST_TEST(verdicts[1].at("round") == 1);
  BOOST_TEST(verdicts[1].at("verdict") == "yes");

  http_server dynamic([](seen_request const& asked) {
    auto const stage =
        recognize_dynamic_revision({std::string(json::parse(asked.body).at("messages").at(0).at("content").as_string())}).stage;
    if (stage == "simplification") return replies(200, reply_with("Count the shops."));
    return replies(200, reply_with("SELECT count(*) FROM shops"));
  });
  BOOST_REQUIRE(predict("dynamic-revision", dynamic).status == 0);
  auto const simple = runs().at(1);
  BOOST_TEST(simple.at("simplified") == "Count the shops.");
  BOOST_TEST(!simple.contains("rewritten"));
  BOOST_TEST(!simple.contains("verdicts"));
}

BOOST_FIXTURE_TEST_CASE(a_failed_question_is_recorded_as_asked, recorded) {
  http_server fails([](seen_request const&) { return replies(400, R"({"error":{"message":"too long"}})"); });
  BOOST_TEST(predict("dac", fails).status == 3);
  if (!fs::exists(path / "runs.jsonl")) return;  // the failure concerned all questions
  for (auto const& run : runs()) BOOST_TEST(run.contains("question"));
}

BOOST_AUTO_TEST_SUITE_END()
