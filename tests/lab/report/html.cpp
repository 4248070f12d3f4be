// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/report/report.hpp"

#include "lab/report/markup.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;
using namespace t2s::test;
namespace fs = std::filesystem;

namespace {

constexpr char const* garden =
    "CREATE TABLE plant(id INTEGER PRIMARY KEY, name TEXT, height REAL, note TEXT);"
    "INSERT INTO plant VALUES (1,'Fern',0.5,NULL), (2,'O''Hara''s \"Rose\" & <b>thorn</b>',1.25,'x'), (3,'Moss',0.1,char(1));"
    "CREATE TABLE leaf(number INT);"
    "WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 1500) INSERT INTO leaf SELECT n FROM up;";

/// A folder with the database garden, removed at the end.
class folder_of_databases {
 public:
  folder_of_databases() {
    fs::create_directories(in_ / "garden");
    t2s::test::make_database(in_ / "garden" / "garden.sqlite", garden);
  }

  [[nodiscard]] data_folders folders() const { return {in_.path(), {}}; }

 private:
  t2s::test::folder in_{"report"};
};

/// An evaluation with verdicts set by the test.
struct evaluated {
  folder_of_databases databases{};
  gold_set gold{};
  std::vector<prediction_set> files{};
  report r{};

  explicit evaluated(std::vector<std::string> const& names = {"first.sql"}) {
    for (auto const& n : names) {
      files.push_back({n, {}, {}});
      r.files.push_back({n, {}, {}});
    }
  }

  void ask(std::string const& question, std::string const& sql, std::string const& hardness = "easy") {
    gold.questions.push_back({"garden", question, sql, {}, {}});
    r.questions.push_back({hardness, {}});
  }
  verdict& predict(std::size_t file, std::string const& sql, bool right = false) {
    files[file].predictions.push_back({sql, {}, {}});
    auto& v = r.files[file].verdicts.emplace_back();
    v.ex = v.ex_single = v.em = right;
    v.parsed = true;
    return v;
  }
  verdict& add(std::string const& question, std::string const& sql, std::string const& predicted) {
    ask(question, sql);
    return predict(0, predicted);
  }

  [[nodiscard]] std::string page() const { return report_html(r, gold, files, databases.folders()); }
};

/// Every id occurs once, and every link refers to one of them.
std::string bad_anchor(std::string_view page) {
  std::map<std::string, int> ids;
  for (auto at = page.find(" id=\""); at != page.npos; at = page.find(" id=\"", at + 1))
    if (++ids[between(page.substr(at), " id=\"", "\"")] > 1) return "twice: " + between(page.substr(at), " id=\"", "\"");
  for (auto at = page.find("href=\"#"); at != page.npos; at = page.find("href=\"#", at + 1))
    if (auto const to = between(page.substr(at), "href=\"#", "\""); !ids.contains(to)) return "nowhere: " + to;
  return {};
}

void check_sound(std::string const& page) {
  BOOST_TEST(ill_formed(page) == "");
  BOOST_TEST(bad_anchor(page) == "");
  BOOST_TEST(!text::first_invalid_utf8(page).has_value());
  for (auto const* part : {"<script", "<link", "<img", "<iframe", "src=", "url(", "http:", "https:", "@import", "onload"})
    BOOST_TEST(!has(page, part), part);
  BOOST_TEST(std::ranges::none_of(page, [](char c) { return c >= 0 && c < ' ' && c != '\n' && c != '\t'; }));
}

std::string one_decimal(double share) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", 100 * share);
  return buffer;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(report_html_page)

BOOST_AUTO_TEST_CASE(a_wrong_example_shows_question_queries_and_results) {
  evaluated e;
  e.add("Which plants are tall?", "SELECT name FROM plant WHERE height > 1", "SELECT name, height FROM plant WHERE height > 0.3");
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(has(page, "Which plants are tall?"));
  auto const gold = between(page, "<section class=\"gold\">", "</section>"),
             predicted = between(page, "<section class=\"predicted\">", "</section>");
  BOOST_TEST(has(gold, "1 row<"));
  BOOST_TEST(!has(gold, "Fern"));
  BOOST_TEST(has(predicted, "2 rows<"));
  BOOST_TEST(has(predicted, "<td>Fern</td><td class=\"number\">0.5</td>"));
}

BOOST_AUTO_TEST_CASE(what_is_right_is_not_shown) {
  evaluated e;
  e.ask("Right?", "SELECT 1");
  e.predict(0, "SELECT 1", true);
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(!has(page, "Right?"));
  BOOST_TEST(has(page, "Wrong by EX: 0"));
}

BOOST_AUTO_TEST_CASE(nothing_in_data_is_markup) {
  evaluated e({"a \"file\" <i>.sql"});
  e.add("<script>alert('x')</script> & \"quotes\" \x01\xFF", "SELECT name, note FROM plant -- </pre><script>",
        "SELECT '<img src=x onerror=1>' AS \"<th>\"");
  e.gold.questions[0].evidence = "</details>";
  e.r.questions[0].hardness = "\"><b>";
  e.files[0].warnings = {"<u>"};
  auto const page = e.page();
  BOOST_TEST(ill_formed(page) == "");
  BOOST_TEST(bad_anchor(page) == "");
  for (auto const* part : {"<script", "<img", "<i>", "<b>t", "<u>", "\"><b>"}) BOOST_TEST(!has(page, part), part);
  BOOST_TEST(has(page, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;quotes&quot; \xE2\x90\x81\xEF\xBF\xBD"));
  BOOST_TEST(has(page, "<td>O&#39;Hara&#39;s &quot;Rose&quot; &amp; &lt;b&gt;thorn&lt;/b&gt;</td>"));
  BOOST_TEST(has(page, "<td class=\"null\">NULL</td>"));
  BOOST_TEST(has(page, "<td>\xE2\x90\x81</td>"));
}

BOOST_AUTO_TEST_CASE(differing_parts_are_marked) {
  evaluated e;
  e.add("?", "SELECT name FROM plant WHERE height > 1 ORDER BY name", "select  name from plant where HEIGHT >= 1 ORDER BY id");
  auto const page = e.page();
  BOOST_TEST(has(page, "SELECT name FROM plant WHERE height <mark>&gt;</mark> 1 ORDER BY <mark>name</mark></code>"));
  BOOST_TEST(has(page, "select  name from plant where HEIGHT <mark>&gt;=</mark> 1 ORDER BY <mark>id</mark></code>"));
}

BOOST_AUTO_TEST_CASE(case_counts_in_quotes_and_adjacent_tokens_share_a_mark) {
  evaluated e;
  e.add("?", "SELECT id FROM plant WHERE name = 'Fern'", "SELECT id FROM plant WHERE name = 'fern' LIMIT 3");
  auto const page = e.page();
  BOOST_TEST(has(page, "name = <mark>&#39;Fern&#39;</mark></code>"));
  BOOST_TEST(has(page, "name = <mark>&#39;fern&#39; LIMIT 3</mark></code>"));
}

BOOST_AUTO_TEST_CASE(words_are_compared_where_there_are_no_tokens) {
  evaluated e;
  e.add("?", "SELECT id FROM plant", "Sorry, I can't").failure = failure{errc::sql_syntax, "near \"Sorry\": syntax error", {}, {}, {}};
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(has(page, "<mark>Sorry, I can&#39;t</mark></code>"));
  BOOST_TEST(has(page, "<p class=\"failure\">near &quot;Sorry&quot;: syntax error</p>"));
}

BOOST_AUTO_TEST_CASE(an_empty_prediction_says_so) {
  evaluated e;
  e.add("?", "SELECT id FROM plant", "").failure = failure{errc::no_statement, "there is no statement", {}, {}, {}};
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(has(page, "The prediction is empty."));
  BOOST_TEST(has(page, "<code><mark>SELECT id FROM plant</mark></code>"));
}

BOOST_AUTO_TEST_CASE(long_queries_cost_a_bounded_time) {
  std::string many = "SELECT id FROM plant WHERE id IN (1", other = many;
  for (int i = 0; i < 20'000; ++i) {
    many.append(", ").append(std::to_string(i));
    other.append(", ").append(std::to_string(i + 7));
  }
  evaluated e;
  e.add("?", many + ")", other + ")");
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(has(page, "SELECT id FROM plant WHERE id IN (1, <mark>"));
}

BOOST_AUTO_TEST_CASE(large_results_are_cut) {
  evaluated e;
  e.add("?", "SELECT number FROM leaf WHERE number <= 30", "SELECT number FROM leaf");
  e.add("?", "SELECT 1,2,3,4,5,6,7,8,9,10,11,12,13", "SELECT hex(zeroblob(100)), zeroblob(3000000)");
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(has(page, "30 rows, the first 20 shown"));
  BOOST_TEST(has(page, "<td class=\"number\">20</td></tr></tbody>"));
  BOOST_TEST(has(page, "more than 1000 rows, the first 20 shown"));
  BOOST_TEST(has(page, "the first 12 of 13 columns shown"));
  BOOST_TEST(!has(page, ">13</th>"));
  BOOST_TEST(has(page, "<td>" + std::string(80, '0') + "\xE2\x80\xA6</td><td>X&#39;" + std::string(78, '0') + "\xE2\x80\xA6</td>"));
}

BOOST_AUTO_TEST_CASE(results_are_those_of_the_mode) {
  evaluated e;
  e.add("?", "SELECT DISTINCT 1 FROM plant", "SELECT DISTINCT 2 FROM plant");
  BOOST_TEST(count(e.page(), "3 rows<") == 2U);
  e.r.options.keep_distinct = distinct::kept;
  BOOST_TEST(count(e.page(), "1 row<") == 2U);
  e.r.options.keep_distinct = distinct::dropped;
  e.r.options.how = mode::strict;
  BOOST_TEST(count(e.page(), "1 row<") == 2U);
}

BOOST_AUTO_TEST_CASE(the_database_stays_as_it_is) {
  evaluated e;
  e.add("?", "SELECT count(*) FROM plant", "DROP TABLE plant");
  e.add("?", "SELECT count(*) FROM plant", "DELETE FROM plant");
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(e.page() == page);  // also: the same page for the same arguments
  BOOST_TEST(count(page, "<td class=\"number\">3</td>") == 2U);
}

BOOST_AUTO_TEST_CASE(what_never_ends_does_not_hold_the_page_up) {
  evaluated e;
  e.r.options.time = std::chrono::milliseconds(50);
  e.add("?", "SELECT 1", "SELECT count(*) FROM leaf a, leaf b, leaf c, leaf d");
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(has(between(page, "<section class=\"predicted\">", "</section>"), "<p class=\"failure\">"));
}

BOOST_AUTO_TEST_CASE(the_figures_are_those_of_scores_of) {
  evaluated e({"one.sql", "two.sql"});
  std::vector<std::string> const levels{"easy", "hard", "hard", "easy", "extra", "easy", "easy"};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    e.ask("?", "SELECT 1", levels[i]);
    e.predict(0, "SELECT 1", i % 2 == 0).parsed = i != 1;
    e.predict(1, "SELECT 2", i % 3 != 0).em = i == 4;
  }
  auto const page = e.page();
  check_sound(page);
  for (std::size_t f = 0; f < 2; ++f) {
    auto const part = between(page, "<h2 id=\"f" + std::to_string(f) + "\">", "</table>");
    std::string ex, em, parsed;
    for (auto const& g : groups_of(e.r)) {
      auto const s = scores_of(e.r, e.r.files[f], g);
      ex += "<td>" + one_decimal(s.ex) + "</td>";
      em += "<td>" + one_decimal(s.em) + "</td>";
      parsed += "<td>" + one_decimal(s.parsed) + "</td>";
    }
    BOOST_TEST(has(part, "execution accuracy (EX)</th>" + ex), part);
    BOOST_TEST(has(part, "exact-set match (EM)</th>" + em), part);
    BOOST_TEST(has(part, "parsed for EM; the rest is no match</th>" + parsed), part);
    BOOST_TEST(has(part, "mode official"));
    BOOST_TEST(has(part, "DISTINCT dropped"));
    BOOST_TEST(has(part, e.databases.folders().databases.string()));
  }
  // one.sql is right in 0 2 4 6, two.sql in 1 2 4 5
  BOOST_TEST(has(page, "<th scope=\"row\">two.sql</th><td>2</td><td>2</td><td>2</td><td>1</td><td>1</td><td>0.0 points</td>"));
  BOOST_TEST(has(page, "EX against one.sql: fixed and broken"));
  BOOST_TEST(count(page, "broken: right in the first file") == 2U);
}

BOOST_AUTO_TEST_CASE(plots_say_what_they_show) {
  evaluated e;
  e.add("?", "SELECT 1", "SELECT 2");
  e.r.files[0].rounds = {{true, false}};
  e.r.options.wanted.structure = true;
  auto const page = e.page();
  check_sound(page);
  for (auto const* title : {"execution accuracy (EX) by hardness", "exact-set match (EM) by hardness", "partial scores, all questions",
                            "EX after each round of correction", "Error classes of wrong predictions"})
    BOOST_TEST(has(page, std::string(title) + "</title>"), title);
  BOOST_TEST(count(page, "<svg") == count(page, "role=\"img\" aria-labelledby=\"plot"));
  BOOST_TEST(has(page, "draft 100.0, round 1 0.0."));
  BOOST_TEST(has(page, "prefers-color-scheme:dark"));
}

BOOST_AUTO_TEST_CASE(bars_have_the_height_of_their_value) {
  evaluated e;
  for (int i = 0; i < 4; ++i) {
    e.ask("?", "SELECT 1");
    e.predict(0, "SELECT 1", i == 0);
  }
  auto const svg = between(e.page(), "execution accuracy (EX) by hardness</title>", "</svg>");
  auto const y_of = [&svg](std::string_view of) { return std::stod(between(std::string_view(svg).substr(svg.find(of)), " y1=\"", "\"")); };
  auto const scale = y_of("<line class=\"axis\"") - y_of("<line class=\"grid\"");  // 20 percent
  BOOST_TEST(std::stod(between(svg, " height=\"", "\"")) == scale * 25 / 20, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(a_skipped_question_is_named_with_its_reason) {
  evaluated e;
  e.add("Asked?", "SELECT bloom FROM plant", "SELECT 1");
  e.r.questions[0].skipped = failure{errc::no_such_column, "no such column: bloom", "bloom", {}, {}};
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(has(page, "Wrong by EX: 0"));
  auto const part = between(page, "<h2 id=\"skipped\">", "</section>");
  BOOST_TEST(has(part, "#0"));
  BOOST_TEST(has(part, "SELECT bloom FROM plant"));
  BOOST_TEST(has(part, "no such column: bloom"));
}

BOOST_AUTO_TEST_CASE(at_most_so_many_examples_are_shown) {
  evaluated e;
  for (std::size_t i = 0; i < page_limits::examples + 3; ++i) e.add("?", "SELECT 1", "SELECT 2");
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(count(page, "<details class=\"example") == page_limits::examples);
  BOOST_TEST(has(page, "Wrong by EX: 503"));
  BOOST_TEST(has(page, "The first 500 are shown, 3 are left out."));
}

BOOST_AUTO_TEST_CASE(examples_are_filtered_by_buttons) {
  evaluated e;
  e.ask("?", "SELECT 1", "easy");
  e.ask("?", "SELECT 1", "extra");
  e.r.questions[1].kinds = {question_kind::negation};
  e.predict(0, "SELECT 2");
  e.predict(0, "SELECT 3").faults = faults(fault::value, {fault::column}, result_difference::rows);
  e.r.options.wanted.faults = true;
  auto const page = e.page();
  check_sound(page);
  for (auto const* label : {">extra (1)</label>", ">garden (2)</label>", ">negation (1)</label>", ">value (1)</label>"})
    BOOST_TEST(has(page, label), label);
  BOOST_TEST(has(page, "id=\"f0-h1\"/>"));
  BOOST_TEST(has(page, ".pick.h1:checked~details:not(.h1){display:none}"));
  BOOST_TEST(has(page, "<details class=\"example h0 d0\" id=\"f0-q0\">"));
  BOOST_TEST(has(page, "<details class=\"example k6 h1 w1 d0\" id=\"f0-q1\">"));
  BOOST_TEST(count(page, " checked=\"checked\"") == 4U);  // everything is shown at first
  for (auto const* tag : {"tag bad\">value</span>", "tag \">wrong column</span>", "tag \">result: other rows</span>"})
    BOOST_TEST(has(page, tag), tag);
}

BOOST_AUTO_TEST_CASE(faults_are_bars_and_tables) {
  evaluated e;
  for (int i = 0; i < 3; ++i) {
    e.ask("?", "SELECT 1");
    e.r.questions.back().database = "garden";
    e.predict(0, "SELECT 2").faults = faults(i == 0 ? fault::table : fault::limit);
  }
  e.r.options.wanted.faults = true;
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(has(between(page, "Main faults of wrong predictions</title>", "</svg>"), " table 1, limit 2."));
  BOOST_TEST(has(page, "<th scope=\"row\">limit</th><td>2</td><td>2</td><td>2</td>"));
  BOOST_TEST(has(page, "<th scope=\"row\">garden</th><td>3</td><td>3</td><td>100.0</td><td>1</td><td>2</td>"));
  BOOST_TEST(has(page, "class=\"bar k2\" style=\"--n:50%\">wrong table (1)</label>"));
  BOOST_TEST(has(page, "class=\"bar k13\" style=\"--n:100%\">limit (2)</label>"));
}

BOOST_AUTO_TEST_CASE(two_files_show_what_was_fixed_and_broken) {
  evaluated e({"one.sql", "two.sql"});
  for (int i = 0; i < 3; ++i) e.ask("?", "SELECT 1");
  bool const of_first[] = {false, true, false}, of_second[] = {true, false, false};
  for (std::size_t i = 0; i < 3; ++i) {
    e.predict(0, of_first[i] ? "SELECT 1" : "SELECT 2", of_first[i]);
    e.predict(1, of_second[i] ? "SELECT +1" : "SELECT 3", of_second[i]);
  }
  auto const page = e.page();
  check_sound(page);
  for (auto const* label : {">fixed (1)</label>", ">broken (1)</label>"}) BOOST_TEST(count(page, label) == 1U, label);
  BOOST_TEST(count(page, ">wrong in both (1)</label>") == 2U);
  BOOST_TEST(has(page, "<h4>Right in two.sql</h4><pre><code>SELECT +1</code></pre>"));
  BOOST_TEST(has(page, "<h4>Right in one.sql</h4><pre><code>SELECT 1</code></pre>"));
  BOOST_TEST(count(page, "<h4>Right in") == 2U);
}

BOOST_AUTO_TEST_CASE(without_ex_another_metric_says_what_is_wrong) {
  evaluated e;
  e.add("By EM", "SELECT 1", "SELECT 2").ex = true;
  e.r.options.wanted.ex = false;
  BOOST_TEST(has(e.page(), "Wrong by EM: 1"));
  e.r.options.wanted.bird = true;
  e.r.files[0].verdicts[0].bird_ex = true;
  BOOST_TEST(has(e.page(), "EX: 0"));
}

BOOST_AUTO_TEST_CASE(fewer_predictions_than_questions_and_no_question_at_all) {
  evaluated e;
  check_sound(e.page());
  e.ask("Unanswered?", "SELECT 1");
  auto const page = e.page();
  check_sound(page);
  BOOST_TEST(!has(page, "Unanswered?"));
}

BOOST_AUTO_TEST_CASE(recorded_cost_is_shown_for_one_question) {
  evaluated e;
  e.add("?", "SELECT 1", "SELECT 2");
  BOOST_TEST(!has(e.page(), "Cost of a question"));
  e.r.files[0].spent = {6, 1000, 30, 1.5};
  e.r.files[0].recorded = 4;
  BOOST_TEST(has(e.page(), "4 runs recorded it: 1.5 calls, 250.0 prompt tokens, 7.5 completion tokens, 0.375 s."));
}

BOOST_AUTO_TEST_CASE(a_report_of_something_else_is_refused) {
  evaluated e;
  e.add("?", "SELECT 1", "SELECT 2");
  e.files[0].predictions.clear();
  BOOST_CHECK_EXCEPTION(static_cast<void>(e.page()), error, [](error const& x) { return x.code() == errc::invalid_argument; });
}

BOOST_AUTO_TEST_SUITE_END()
