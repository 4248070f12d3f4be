// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/runs/detail/events.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "t2s/sql/dialects.hpp"

namespace json = boost::json;
using namespace t2s::serve;

namespace {

std::string joined(json::array const& tokens) {
  std::string all;
  for (auto const& t : tokens) all += t.as_array()[0].as_string();
  return all;
}

/// "keyword:SELECT name:a"
std::string kinds(std::string const& sql, t2s::sql::grammar const& dialect = t2s::sql::sqlite) {
  std::string all;
  for (auto const& t : sql_tokens(sql, dialect)) {
    if (t.as_array()[1] == "space") continue;
    if (!all.empty()) all += ' ';
    all.append(t.as_array()[1].as_string()).append(":").append(t.as_array()[0].as_string());
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run_events)

BOOST_AUTO_TEST_CASE(tokens_make_up_the_text_whatever_it_is) {
  std::vector<std::string> const texts{"",
                                       "SELECT a FROM b",
                                       "  select\tcount(*) -- all\n from /* here */ t;  ",
                                       "SELECT 'it''s', \"a b\", [c], `d`, x'00', 1.5e3, :p",
                                       "SELECT K\xC3\xB6ln FROM st\xC3\xA4"
                                       "dte -- \xE2\x82\xAC",
                                       "not SQL at all ?!\\ 'open",
                                       "/* open",
                                       "SELECT 1 --"};
  for (auto const& text : texts)
    for (auto const& dialect : {t2s::sql::sqlite, t2s::sql::mysql, t2s::sql::postgres, t2s::sql::duckdb})
      BOOST_TEST(joined(sql_tokens(text, dialect)) == text);
}

BOOST_AUTO_TEST_CASE(pieces_have_the_kinds_of_what_they_are) {
  BOOST_TEST(kinds("SELECT count(*), t.row FROM t WHERE a >= 1.5 AND b = 'x' -- why") ==
             "keyword:SELECT function:count operator:( operator:* operator:) operator:, name:t operator:. name:row keyword:FROM name:t "
             "keyword:WHERE name:a operator:>= number:1.5 keyword:AND name:b operator:= string:'x' comment:-- why");
}

BOOST_AUTO_TEST_CASE(names_and_values_of_a_statement) {
  auto const e =
      sql_entities("SELECT h.name FROM hives AS h WHERE h.place = 'meadow' AND h.year > 2020 AND h.place = 'meadow'", t2s::sql::sqlite);
  BOOST_TEST(e.at("tables") == json::array{"hives"});
  BOOST_TEST((e.at("columns") == json::array{"hives.name", "hives.place", "hives.year"}));
  BOOST_TEST((e.at("values") == json::array{"meadow", "2020"}));
  BOOST_TEST(sql_entities("nonsense", t2s::sql::sqlite).at("tables").as_array().empty());
  BOOST_TEST(sql_skeleton("SELECT name FROM hives WHERE year > 2020", t2s::sql::sqlite) == "select _ from _ where _ > _");
  BOOST_TEST(sql_skeleton("nonsense", t2s::sql::sqlite) == "");
}

BOOST_AUTO_TEST_CASE(an_answer_has_as_many_rows_as_fit) {
  t2s::answer a;
  t2s::db::rows many;
  many.columns = {"n"};
  for (int i = 0; i < 12'000; ++i) many.values.push_back({t2s::value(i)});
  t2s::attempt only(t2s::candidate("SELECT n FROM t"));
  only.outcome = t2s::db::execution(many);
  a.revisions.push_back(only);
  auto const whole = answer_event(a, "offline", t2s::sql::sqlite);
  BOOST_TEST(whole.at("rows").as_array().size() == 10'000U);
  BOOST_TEST(whole.at("row_count") == 12'000);
  BOOST_TEST(whole.at("cut") == true);
  auto const part = answer_event(a, "offline", t2s::sql::sqlite, {10'000, 1'000});
  BOOST_TEST(part.at("rows").as_array().size() < 100U);
  BOOST_TEST(attempt_event(only, 0, {}, t2s::sql::sqlite).at("rows").as_array().size() == 50U);
}

BOOST_AUTO_TEST_CASE(an_answer_without_sql_says_why) {
  t2s::answer a;
  a.stopped = "nothing to propose";
  auto const e = answer_event(a, "offline", t2s::sql::sqlite);
  BOOST_TEST(e.at("sql").is_null());
  BOOST_TEST(e.at("rows").as_array().empty());
  BOOST_TEST(e.at("cut") == false);
  BOOST_TEST(e.at("confidence").is_null());
  BOOST_TEST(e.at("uncertain").is_null());
  BOOST_TEST(e.at("stopped") == "nothing to propose");
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_too_uncertain_is_shown_as_withheld) {
  t2s::answer a;
  t2s::attempt kept_back(t2s::candidate("SELECT 1"));
  kept_back.recorded.emplace_back(t2s::estimated(0.25, {"not read: \"purple\""}));
  a.withheld = kept_back;
  auto const e = answer_event(a, "offline", t2s::sql::sqlite);
  BOOST_TEST(e.at("sql").is_null());
  BOOST_TEST(e.at("withheld") == "SELECT 1");
  BOOST_TEST(e.at("confidence") == 0.25);
  BOOST_TEST(e.at("uncertain") == true);
  BOOST_TEST((e.at("missing") == json::array{"not read: \"purple\""}));
}

BOOST_AUTO_TEST_SUITE_END()
