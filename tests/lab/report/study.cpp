// SPDX-License-Identifier: BSL-1.0
// The figures of a study as text, JSON, CSV and a page.
#include "t2s/lab/report/report.hpp"

#include "lab/report/markup.hpp"
#include "lab/report/study_support.hpp"
#include "t2s/core/detail/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <cctype>

using namespace t2s::test;
namespace json = boost::json;

namespace {

std::vector<std::string> summary_of(study_figures const& f) {
  std::vector<std::string> out;
  auto const all = study_json(f);
  for (auto const& s : all.at("summary").as_array()) out.emplace_back(s.as_string());
  return out;
}

/// The sentence that contains it; "" if none does.
std::string sentence(study_figures const& f, std::string_view part) {
  for (auto const& s : summary_of(f))
    if (has(s, part)) return s;
  return {};
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> out;
  for (auto const line : t2s::text::split(text, '\n')) out.emplace_back(line);
  return out;
}

/// Whether a word stands alone in a text.
bool has_word(std::string const& all, std::string_view word) {
  for (auto at = all.find(word); at != all.npos; at = all.find(word, at + 1)) {
    auto const letter = [&](std::size_t i) { return i < all.size() && std::isalpha(static_cast<unsigned char>(all[i])) != 0; };
    if (!(at > 0 && letter(at - 1)) && !letter(at + word.size())) return true;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(figures_of_a_study)

BOOST_AUTO_TEST_CASE(the_summary_says_what_the_figures_say) {
  auto const f = three();
  std::vector<std::string> const expected{
      "The best EX is that of \"good\": 78.0 % (73.0 to 83.0) of its answers are right, and 60.0 % of its drafts were.",
      "\"good\" puts 20 wrong drafts right and breaks 2 right ones (a gain of 18.0 points, interval 14.0 to 22.0, McNemar's p 0.0001), "
      "more than chance.",
      "\"good\" and the first strategy, \"cheap\", differ by 13.0 points (interval 9.0 to 17.0, McNemar's p 0.0015), more than chance.",
      "On the Pareto front of EX against calls, and against tokens, are \"cheap\" and \"good\": no strategy is both cheaper and better.",
      "\"good\" detects the most wrong drafts: 62.5 % (60.5 to 64.5).",
      "\"rough\" objects to the most right drafts: 40.0 %.",
      "\"rough\" breaks the most right drafts: 12; \"cheap\" breaks none.",
      "A point of EX over 1,000 questions costs 50.0 calls with \"cheap\", the fewest, and 111.1 with \"good\", the most; \"rough\" does "
      "not "
      "raise EX."};
  BOOST_TEST(summary_of(f) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(chance_is_named_where_the_tests_do_not_exclude_it) {
  auto f = three();
  f.comparisons[0].difference = around(0.13, 0.2);
  BOOST_TEST(has(sentence(f, "the first strategy"), "do not agree whether it is more than chance."));
  f.comparisons[0].change.p = 0.3;
  BOOST_TEST(has(sentence(f, "the first strategy"), ", which may be chance."));
  f.strategies[1].change = {5, 4, 56, 35, 1.0};
  f.strategies[1].gain = around(0.01, 0.02);
  BOOST_TEST(has(sentence(f, "puts 5 wrong drafts right"), ", which may be chance."));
}

/// McNemar's test assumes independent runs, which runs of the same question are not.
BOOST_AUTO_TEST_CASE(with_several_files_of_drafts_the_interval_counts_alone) {
  auto f = three();
  f.drafts = {"a", "b"};
  BOOST_TEST(
      sentence(f, "puts 20 wrong drafts right") ==
      "\"good\" puts 20 wrong drafts right and breaks 2 right ones (a gain of 18.0 points, interval 14.0 to 22.0), more than chance.");
  f.strategies[1].gain = around(0.18, 0.2);
  BOOST_TEST(has(sentence(f, "puts 20 wrong drafts right"), "), which may be chance."));
}

/// The best and the second are compared by the runs that only one of them has right, if the figures have all of them.
BOOST_AUTO_TEST_CASE(the_next_best_is_compared_by_agreements) {
  auto f = study_of({hundred_runs("worst", 1, 1, 1), hundred_runs("best", 20, 0, 1), hundred_runs("next", 11, 1, 1)});
  f.agreements = {{{true, true, true}, 60},
                  {{false, true, true}, 9},
                  {{false, true, false}, 11},
                  {{false, false, true}, 1},
                  {{false, false, false}, 19}};
  BOOST_TEST(sentence(f, "the next best") ==
             "\"best\" and the next best, \"next\", differ by 10.0 points (McNemar's p 0.0063), more than chance by McNemar's test.");
  f.agreements.pop_back();
  BOOST_TEST(has(sentence(f, "the next best"), "how much of that is chance was not measured."));
}

BOOST_AUTO_TEST_CASE(one_strategy_is_compared_with_none) {
  auto f = study_of({hundred_runs("only", 8, 2, 1)});
  for (auto const& s : summary_of(f)) {
    BOOST_TEST(!has(s, "best"), s);
    BOOST_TEST(!has(s, "most"), s);
    BOOST_TEST(!has(s, "strategy"), s);
  }
  BOOST_TEST(has(summary_of(f)[0], "\"only\" has 66.0 %"));
}

BOOST_AUTO_TEST_CASE(equals_share_a_sentence) {
  auto const f = study_of({hundred_runs("a", 8, 2, 1), hundred_runs("b", 8, 2, 1), hundred_runs("c", 1, 0, 1)});
  BOOST_TEST(has(summary_of(f)[0], "The best EX is that of \"a\" and \"b\": 66.0 % of their answers are right."));
  BOOST_TEST(has(sentence(f, "detect"), "\"a\" and \"b\" detect the most"));
}

BOOST_AUTO_TEST_CASE(a_simulated_corrector_is_told_first) {
  auto f = three();
  f.simulated = true;
  f.corrector = "simulated: mends 0.7";
  BOOST_TEST(has(summary_of(f)[0],
                 "No model was asked, and the figures of answers and costs hold only for this corrector (simulated: mends 0.7)."));
  BOOST_TEST(has(study_text(f), "Corrector: simulated: mends 0.7. No model was asked.\n"));
  BOOST_TEST(has(study_html(f), "<p class=\"simulated\">Corrector: simulated: mends 0.7. No model was asked.</p>"));
  BOOST_TEST(has(study_csv(f), "cheap,simulated: mends 0.7,1,"));
}

BOOST_AUTO_TEST_CASE(text_has_small_tables) {
  auto const text = study_text(three());
  BOOST_TEST(has(text,
                 "strategy  runs  drafts  answers      interval  best attempt      interval\n"
                 "cheap      100    60.0     65.0  60.0 to 70.0          65.0  60.0 to 70.0\n"
                 "good       100    60.0     78.0  73.0 to 83.0          78.0  73.0 to 83.0\n"));
  BOOST_TEST(has(text, "good         25/40    62.5  60.5 to 64.5     4/60       86.2   85.2 to 87.2\n"));
  BOOST_TEST(has(text, "cheap      60.0     62.5     65.0\n"));
  BOOST_TEST(text.ends_with("\n"));
  BOOST_TEST(!text.ends_with("\n\n"));
}

BOOST_AUTO_TEST_CASE(costs_have_the_share_of_the_tokens_that_servers_had_cached) {
  auto f = three();
  auto& cost = f.strategies[1].cost;
  cost.cached_tokens = around(0.725 * cost.prompt_tokens.value, 1);
  auto const text = study_text(f);
  BOOST_TEST(has(text, "tokens sent  reused  received"));
  BOOST_TEST(has(text, "  72.5  "), text);
  BOOST_TEST(!has(study_text(three()), "  72.5  "));  // a server that says nothing of it has no share
  auto const json = study_json(f);
  BOOST_TEST(json.at("strategies").at(1).at("cost").at("cached_tokens").at("value").as_double() == cost.cached_tokens.value);
  BOOST_TEST(has(study_csv(f), ",cached_tokens,cached_tokens_low,cached_tokens_high,"));
}

BOOST_AUTO_TEST_CASE(text_fits_a_terminal) {
  auto f = many(25, 7);
  for (auto& s : f.strategies) {
    for (std::size_t i = 0; i < 9; ++i) {
      s.by_drafts.push_back({"a_file_of_predictions_" + std::to_string(i) + ".sql", 100, 0.6, 0.7, 5, 1, 1, 320, 0});
      s.stopped["reason " + std::to_string(i)] = i;
    }
    s.rounds.resize(30, s.rounds.back());
  }
  f.strategies[3].name = "a strategy with a very long name that goes on until nobody would read it to its end";
  for (auto const& line : lines_of(study_text(f))) BOOST_TEST(t2s::text::display_width(line) <= 100U, line);
  BOOST_TEST(has(study_text(f), "- 4. " + f.strategies[3].name));
}

BOOST_AUTO_TEST_CASE(json_has_every_figure) {
  auto const all = study_json(three());
  auto const& good = all.at("strategies").as_array().at(1);
  BOOST_TEST(good.at("name").as_string() == "good");
  BOOST_TEST(good.at("runs").to_number<int>() == 100);
  BOOST_TEST(good.at("ex_after").at("value").as_double() == 0.6 + 18.0 / 100);
  BOOST_TEST(good.at("change").at("fixed").to_number<int>() == 20);
  BOOST_TEST(good.at("detected").at("right_accused").to_number<int>() == 4);
  BOOST_TEST(good.at("by_feedback").at("execution_error").at("wrong").to_number<int>() == 40);
  BOOST_TEST(good.at("cost").at("calls_per_point").as_double() == 1000.0 * 2 / 18);
  BOOST_TEST(good.at("rounds").as_array().at(2).at("going").to_number<int>() == 7);
  BOOST_TEST(good.at("by_database").as_array().at(1).at("columns").to_number<int>() == 90);
  BOOST_TEST(good.at("stopped").at("attempt limit").to_number<int>() == 7);
  BOOST_TEST(good.at("seconds").at("p99").as_double() == 9.0);
  auto const& rough = all.at("strategies").as_array().at(2);
  BOOST_TEST(rough.at("seconds").is_null());
  BOOST_TEST(rough.at("cost").at("tokens_per_point").is_null());
  BOOST_TEST(all.at("comparisons").as_array().at(1).at("second").to_number<int>() == 2);
  BOOST_TEST(all.at("comparisons").as_array().at(1).at("difference").at("low").is_double());
  BOOST_TEST(all.at("agreements").as_array().at(2).at("runs").to_number<int>() == 20);
  BOOST_TEST((all.at("pareto").at("tokens") == json::array{0, 1}));
  BOOST_TEST(!all.at("simulated").as_bool());
}

BOOST_AUTO_TEST_CASE(csv_has_a_row_for_each_strategy) {
  auto const lines = lines_of(study_csv(three()));
  BOOST_REQUIRE(lines.size() == 5U);  // the last one is empty
  BOOST_TEST(lines[0].starts_with("strategy,corrector,simulated,runs,ex_before,ex_before_low,ex_before_high,ex_after,"));
  BOOST_TEST(lines[1].starts_with("cheap,gold,0,100,0.6,"));
  for (auto const& line : lines)
    if (!line.empty()) BOOST_TEST(std::ranges::count(line, ',') == std::ranges::count(lines[0], ','));
}

BOOST_AUTO_TEST_CASE(groups_have_a_table_of_their_own) {
  auto const lines = lines_of(study_groups_csv(three()));
  BOOST_REQUIRE(lines.size() == 2U + 3 * 6);
  BOOST_TEST(lines[0] == "strategy,kind,group,runs,ex_before,ex_after,fixed,broken,calls,tokens,columns");
  BOOST_TEST(lines[4] == "cheap,database,shop,70,0.7,0.6,2,1,0.5,250,90");
  BOOST_TEST(lines[5] == "cheap,error class,column,20,0,0.25,5,0,0.25,80,");
}

BOOST_AUTO_TEST_CASE(the_page_loads_nothing) {
  for (auto const& f : {three(), many(25, 9), hostile(8), hostile(25), without_numbers(), study_figures{}}) {
    auto const page = study_html(f);
    BOOST_TEST(ill_formed(page) == "");
    BOOST_TEST(!t2s::text::first_invalid_utf8(page).has_value());
    BOOST_TEST(has(page, "default-src 'none'; style-src 'unsafe-inline'"));
    for (auto const* part : {"<script", "<link", "<img", "<iframe", "src=", "url(", "http:", "https:", "@import", "onload"})
      BOOST_TEST(!has(page, part), part);
    BOOST_TEST(std::ranges::none_of(page, [](char c) { return c >= 0 && c < ' ' && c != '\n' && c != '\t'; }));
    BOOST_TEST(!has(page, "\xE2\x80\xAE"));
    BOOST_TEST(count(page, "\xE2\x81\xA8") == count(page, "\xE2\x81\xA9"));  // isolates are closed
  }
}

BOOST_AUTO_TEST_CASE(the_page_has_the_summary_then_pictures_then_tables) {
  auto const f = three();
  auto const page = study_html(f);
  BOOST_TEST(page.find("<h2>Summary</h2>") < page.find("<h2>Pictures</h2>"));
  BOOST_TEST(page.find("<h2>Pictures</h2>") < page.find("<h2>Tables</h2>"));
  BOOST_TEST(count(page, "<svg") == study_pictures(f).size());
  BOOST_TEST(count(page, "<figcaption>") == study_pictures(f).size());
  BOOST_TEST(count(page, "<table") > 8U);
  BOOST_TEST(has(page, "prefers-color-scheme:dark"));
  for (auto const& p : study_pictures(f)) BOOST_TEST(has(page, "id=\"" + p.file.substr(0, p.file.size() - 4) + "\""));
}

BOOST_AUTO_TEST_CASE(tables_say_where_strategies_agree) {
  auto const f = three();
  auto const table = between(study_html(f), "Runs that only the marked strategies have right", "</table>");
  BOOST_TEST(count(table, "<tr") == 1 + f.agreements.size());
  for (auto const& a : f.agreements) {
    std::string row = "<th scope=\"row\">" + std::to_string(a.runs) + "</th>";
    for (bool const right : a.right) row += right ? "<td>x</td>" : "<td>\xE2\x80\x93</td>";
    BOOST_TEST(has(table, row), row);
  }
  BOOST_TEST(has(study_text(f), "Mean calls up to each round"));
}

BOOST_AUTO_TEST_CASE(terminals_are_not_steered) {
  auto const text = study_text(hostile(25));
  BOOST_TEST(!t2s::text::first_invalid_utf8(text).has_value());
  BOOST_TEST(std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' ' && c != '\n'; }));
  for (auto const* mark : {"\xE2\x80\xAE", "\xE2\x81\xA7", "\xC2\x9B", "\x7F"}) BOOST_TEST(!has(text, mark));
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_a_dash_or_nothing) {
  auto const f = without_numbers();
  for (auto const& all : {study_text(f), study_html(f), study_csv(f), study_groups_csv(f), json::serialize(study_json(f))})
    for (auto const* word : {"nan", "NaN", "inf", "Infinity"}) BOOST_TEST(!has_word(all, word), word);
  BOOST_TEST(study_json(f).at("strategies").as_array().at(1).at("ex_after").at("value").is_null());
}

BOOST_AUTO_TEST_CASE(nothing_is_shown_as_nothing) {
  BOOST_TEST(study_text({}) == "- There is no strategy.\n");
  BOOST_TEST(lines_of(study_csv({})).size() == 2U);
  BOOST_TEST(lines_of(study_groups_csv({})).size() == 2U);
  study_figures f;
  f.strategies.resize(2);
  BOOST_TEST((summary_of(f) == std::vector<std::string>{"No run was made."}));
  BOOST_TEST(has(study_html(f), "No run was made."));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(a_name_is_no_formula_in_a_spreadsheet) {
  t2s::studies::study_figures f;
  for (auto const* name : {"=1+1", "@sum", "plain"}) f.strategies.emplace_back().name = name;
  auto const csv = t2s::studies::study_csv(f);
  BOOST_TEST(csv.find("\n'=1+1,") != std::string::npos);
  BOOST_TEST(csv.find("\n'@sum,") != std::string::npos);
  BOOST_TEST(csv.find("\nplain,") != std::string::npos);
}
