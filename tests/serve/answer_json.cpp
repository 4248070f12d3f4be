// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/detail/answer_json.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <limits>

#include "support/json_schema.hpp"
#include "t2s/pipeline/detail/ask_back.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"
#include "t2s/serve/runs/detail/events.hpp"

using namespace t2s;
namespace json = boost::json;

namespace {

db::execution odd_rows() {
  db::rows all;
  all.columns = {"whole", "real", "text", "bytes", "none"};
  all.values.push_back({value(std::int64_t{1} << 53U), value(std::numeric_limits<double>::infinity()), value("a\xFF"),
                        value(blob{{std::byte{0xC0}, std::byte{0x0F}}}), value()});
  all.values.push_back({value((std::int64_t{1} << 53U) + 1), value(0.5), value("b"), value(blob{}), value()});
  return db::execution(all);
}

/// An answer with all members set.
answer full() {
  answer a;
  candidate read("SELECT 1", "read from the question");
  read.note(link::question_reading{{{"purple", 6, 12, link::unread_role::restricts}}, {"a JOIN b"}});
  attempt draft(read);
  draft.outcome = db::execution(failure{errc::no_such_column, "no such column: x", "x", "look", 7});
  draft.remarks.push_back(remark("execution error", "no such column"));
  draft.reviewed = true;
  attempt last(read);
  last.outcome = odd_rows();
  last.recorded.emplace_back(estimated(0.5, {"not read: \"purple\""}));
  selected chosen(1, "most votes");
  candidate_run other;
  other.generator = "few_shot";
  other.stopped = "the model failed";
  other.finished = true;
  other.failed = failure{errc::model_failed, "nobody is there", {}, "start it"};
  chosen.others = {other};
  last.recorded.emplace_back(chosen);
  last.recorded.emplace_back(ask_back{"Which result is meant?", {{"gives 1 (1)", attempt(read)}, {"gives 2 (2)", attempt(read)}}});
  a.revisions = {draft, last};
  a.stopped = "most votes";
  a.failed = failure{errc::model_failed, "gone"};
  a.schema_shown = schema_share{1, 2, 3, 4};
  return a;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(answers_as_json)

BOOST_AUTO_TEST_CASE(the_published_schema_is_that_of_the_library) {
  std::ifstream in(std::string(T2S_DATA_DIR) + "/../../docs/answer.schema.json");
  auto published = json::parse(std::string(std::istreambuf_iterator<char>(in), {})).as_object();
  published.erase("$schema");
  published.erase("title");
  BOOST_TEST(published == serve::answer_schema());
}

BOOST_AUTO_TEST_CASE(every_answer_fits_the_schema) {
  auto const schema = tests::answer_schema();
  answer withheld;
  withheld.withheld = attempt(candidate("SELECT 1"));
  for (auto const& a : {full(), answer(), withheld}) {
    BOOST_TEST(schema.wrong(serve::answer_json(a, "offline")) == "");
    BOOST_TEST(schema.wrong(serve::answer_json(a, "offline", {1, 1'000, true})) == "");
    auto event = serve::answer_event(a, "offline", sql::sqlite);
    BOOST_TEST(schema.wrong(event) == "");
    event["more"] = 1;
    BOOST_TEST(schema.wrong(event) == "$ has more");
  }
}

BOOST_AUTO_TEST_CASE(a_failed_model_and_a_question_back_are_said) {
  auto const a = serve::answer_json(full(), "cross-checked");
  BOOST_TEST(a.at("notice") == "The model failed: nobody is there. This answer was read without it, and nothing confirms it.");
  BOOST_TEST(a.at("ask_back").at("question") == "Which result is meant?");
  BOOST_TEST(a.at("ask_back").at("options").at(1).at("text") == "gives 2 (2)");
  auto const nothing = serve::answer_json(answer(), "offline");
  BOOST_TEST(nothing.at("notice").is_null());
  BOOST_TEST(nothing.at("ask_back").is_null());
}

BOOST_AUTO_TEST_CASE(values_that_readers_of_json_would_not_keep_are_texts) {
  auto const rows = serve::answer_json(full(), "dac").at("rows").as_array();
  BOOST_TEST((rows.at(0) == json::array{std::int64_t{1} << 53U, "Inf", "a\xEF\xBF\xBD", json::object{{"blob", 2}}, nullptr}));
  BOOST_TEST((rows.at(1).at(0) == "9007199254740993"));
  serve::answer_extent whole;
  whole.blobs = true;
  auto const shown = serve::answer_json(full(), "dac", whole).at("rows").as_array();
  BOOST_TEST((shown.at(0).at(3) == json::object{{"blob", 2}, {"hex", "C00F"}}));
}

BOOST_AUTO_TEST_CASE(a_chart_is_proposed_of_the_whole_result_if_it_is_asked_for) {
  answer a;
  attempt only(candidate("SELECT town, count(*) FROM stall GROUP BY town"));
  db::rows towns;
  towns.columns = {"town", "count(*)"};
  for (auto const* name : {"Lindow", "Alderly", "Marton"}) towns.values.push_back({value(name), value(3)});
  only.outcome = db::execution(towns);
  a.revisions = {only};
  auto const schema = tests::answer_schema();
  serve::answer_extent one{1};
  BOOST_TEST(!serve::answer_json(a, "offline", one).contains("chart"));
  one.chart = true;
  auto const charted = serve::answer_json(a, "offline", one);
  BOOST_TEST(schema.wrong(charted) == "");
  BOOST_TEST(charted.at("rows").as_array().size() == 1U);
  BOOST_TEST(charted.at("chart").at("kind") == "bar");
  BOOST_TEST(charted.at("chart").at("spec").at("data").at("values").as_array().size() == 3U);
  BOOST_TEST(serve::answer_json(answer(), "offline", one).at("chart").is_null());
  auto const odd = serve::answer_json(full(), "offline", one);
  BOOST_TEST(schema.wrong(odd) == "");
  BOOST_TEST(odd.at("chart").at("spec").is_null());
}

BOOST_AUTO_TEST_CASE(rows_that_are_left_out_are_said) {
  auto const one = serve::answer_json(full(), "dac", {1});
  BOOST_TEST(one.at("rows").as_array().size() == 1U);
  BOOST_TEST(one.at("row_count") == 2);
  BOOST_TEST(one.at("cut") == true);
  BOOST_TEST(one.at("next_offset") == 1);
  BOOST_TEST(serve::answer_json(full(), "dac").at("next_offset").is_null());
}

BOOST_AUTO_TEST_CASE(what_is_withheld_says_what_it_does_without) {
  answer a;
  candidate read("SELECT 1", "read from the question");
  read.note(link::question_reading{{{"purple", 6, 12, link::unread_role::restricts}}, {}});
  a.withheld = attempt(read);
  auto const j = serve::answer_json(a, "offline");
  BOOST_TEST(j.at("sql").is_null());
  BOOST_TEST(j.at("withheld") == "SELECT 1");
  BOOST_TEST(j.at("not_read").at(0).at("text") == "purple");
}

BOOST_AUTO_TEST_SUITE_END()
