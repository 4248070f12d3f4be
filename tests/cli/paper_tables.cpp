// SPDX-License-Identifier: BSL-1.0
// The papers' tables of `t2s reproduce`: their form, and their figures compared with the papers' texts.
#include <boost/test/unit_test.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "reproduce/paper_table.hpp"
#include "run_program.hpp"

using namespace cli::reproduce;

namespace {

using words = std::vector<std::string_view>;

std::array<paper const*, 5> all_papers() {
  return {&dac_paper(), &dart_sql_paper(), &dynamic_revision_paper(), &sql_craft_paper(), &tcsr_sql_paper()};
}

double number(std::string_view figure) {
  double n = NAN;
  auto const end = figure.data() + figure.size();
  auto const read = std::from_chars(figure.data(), end, n);
  return read.ec == std::errc() && read.ptr == end ? n : NAN;
}

bool is_figure(std::string_view f) { return f.empty() || f == "-" || !std::isnan(number(f)); }

bool asks_nothing(measure what) { return what == measure::questions || what == measure::databases; }

/// Calls `see(where, paper, table)` for every table.
void for_all(auto const& see) {
  for (auto const* p : all_papers())
    for (auto const& t : p->tables) BOOST_TEST_CONTEXT(p->name << ", " << t.number) see(t);
}

void for_all_runs(auto const& see) {
  for_all([&](paper_table const& t) {
    for (auto const& row : t.ours) {
      if (row.run.pipeline.empty()) continue;
      see(row.run);
      if (row.against) see(*row.against);
    }
  });
}

paper_table const& table_of(paper const& p, std::string_view number) {
  for (auto const& t : p.tables)
    if (t.number == number) return t;
  throw std::runtime_error("there is no table " + std::string(number));
}

/// The paper's figure in a row and a column.
double theirs(paper_table const& t, words const& labels, std::string_view head) {
  for (auto const& row : t.theirs)
    if (row.labels == labels)
      for (std::size_t i = 0; i < t.columns.size(); ++i)
        if (t.columns[i].head == head) return number(row.figures.at(i));
  throw std::runtime_error("there is no such row or column");
}

/// The differences between the figures of two rows, in the order of the columns.
void check_changes(paper_table const& t, words const& from, words const& to, std::vector<double> const& changes) {
  BOOST_REQUIRE(changes.size() == t.columns.size());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto const head = t.columns[i].head;
    BOOST_TEST(std::abs(theirs(t, to, head) - theirs(t, from, head) - changes[i]) < 0.01, to.back()
                                                                                              << " of " << to.front() << ", " << head);
  }
}

void check_change(paper const& p, std::string_view number, words const& from, words const& to, std::string_view head, double change) {
  auto const& t = table_of(p, number);
  BOOST_TEST(std::abs(theirs(t, to, head) - theirs(t, from, head) - change) < 0.01, p.name << ", " << number << ", " << to.back());
}

/// Spider's development set: easy, medium, hard, extra, as counted by its own evaluation.
double mean_over_hardness(paper_table const& t, words const& row) {
  return (248 * theirs(t, row, "Easy") + 446 * theirs(t, row, "Medium") + 174 * theirs(t, row, "Hard") + 166 * theirs(t, row, "Extra")) /
         1034;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(paper_tables)

BOOST_AUTO_TEST_CASE(rows_have_a_label_for_each_head_and_a_figure_for_each_column) {
  for_all([](paper_table const& t) {
    BOOST_TEST(!t.columns.empty());
    BOOST_TEST(!t.label_heads.empty());
    BOOST_TEST(!t.ours.empty());
    for (auto const& row : t.theirs) {
      BOOST_TEST(row.labels.size() == t.label_heads.size());
      BOOST_TEST(row.figures.size() == t.columns.size());
      for (auto const figure : row.figures) BOOST_TEST(is_figure(figure), figure);
    }
    for (auto const& row : t.ours) BOOST_TEST(row.labels.size() == t.label_heads.size());
  });
}

BOOST_AUTO_TEST_CASE(no_two_rows_or_columns_have_the_same_name) {
  for_all([](paper_table const& t) {
    std::set<words> seen;
    for (auto const& row : t.theirs) BOOST_TEST(seen.insert(row.labels).second, row.labels.back());
    seen.clear();
    for (auto const& row : t.ours) BOOST_TEST(seen.insert(row.labels).second, row.labels.back());
    std::set<std::string_view> heads;
    for (auto const& c : t.columns) BOOST_TEST(heads.insert(c.head).second, c.head);
  });
}

BOOST_AUTO_TEST_CASE(the_models_name_is_left_to_the_user) {
  for_all([](paper_table const& t) {
    for (std::size_t i = 0; i < t.label_heads.size(); ++i)
      for (auto const& row : t.ours)
        if (t.label_heads[i] == "Model") BOOST_TEST(row.labels[i] == "");
  });
}

BOOST_AUTO_TEST_CASE(curves_are_over_numbers) {
  for_all([](paper_table const& t) {
    if (!t.is_curve) return;
    for (auto const& row : t.theirs) BOOST_TEST(!std::isnan(number(row.labels.back())));
    for (auto const& row : t.ours) BOOST_TEST(!std::isnan(number(row.labels.back())));
  });
}

BOOST_AUTO_TEST_CASE(columns_name_data_sets_and_levels_of_hardness) {
  std::set<std::string_view> const public_data{"spider",
                                               "spider-test",
                                               "spider-syn",
                                               "spider-realistic",
                                               "spider-dk",
                                               "bird",
                                               "kaggledbqa",
                                               "dr-spider-NLQ_column_value",
                                               "dr-spider-NLQ_value_synonym"};
  std::set<std::string_view> const not_at_hand{"tcd", "tcd-real-world"};
  std::set<std::string_view> const groups{"all", "easy", "medium", "hard", "extra"};
  for_all([&](paper_table const& t) {
    bool can_be_measured = false;
    for (auto const& c : t.columns) {
      BOOST_TEST((public_data.contains(c.data) || not_at_hand.contains(c.data)), c.data);
      can_be_measured |= public_data.contains(c.data);
      BOOST_TEST(groups.contains(c.group), c.group);
    }
    BOOST_TEST(can_be_measured);
  });
}

BOOST_AUTO_TEST_CASE(what_compares_two_runs_names_both) {
  for_all([](paper_table const& t) {
    for (auto const& c : t.columns)
      if (c.what == measure::fixed || c.what == measure::broken)
        for (auto const& row : t.ours) BOOST_TEST(row.against.has_value(), row.labels.back());
  });
}

BOOST_AUTO_TEST_CASE(rows_without_a_pipeline_ask_nothing) {
  for_all([](paper_table const& t) {
    for (auto const& row : t.ours)
      for (auto const& c : t.columns) BOOST_TEST(row.run.pipeline.empty() == asks_nothing(row.instead.value_or(c.what)), row.labels.back());
  });
}

// By hand from the papers: tables, then figures.
BOOST_AUTO_TEST_CASE(nothing_of_a_paper_is_forgotten) {
  std::map<std::string_view, words> const printed{
      {"dac",
       {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "figure 1", "figure 2", "figure 3", "figure 4", "figure 5"}},
      {"dart-sql", {"1", "2", "3", "4", "5", "6", "7", "figure 1", "figure 2a", "figure 2b", "figure 2c", "figure 2d", "figure 3"}},
      {"dynamic-revision", {"1", "2", "3", "figure 1", "figure 2", "figure 3", "figure 4"}},
      {"sql-craft", {"1", "2", "3", "4", "5", "6", "figure 1", "figure 2", "figure 3"}},
      {"tcsr-sql", {"1", "2", "3", "4", "5", "figure 1", "figure 2", "figure 3", "figure 4", "figure 5", "figure 6"}}};
  for (auto const* p : all_papers()) {
    std::multiset<std::string_view> numbers;
    for (auto const& t : p->tables) numbers.insert(t.number);
    for (auto const& o : p->omitted) {
      numbers.insert(o.number);
      BOOST_TEST(!o.reason.empty(), o.number);
    }
    auto const& expected = printed.at(p->name);
    bool const same = numbers == std::multiset<std::string_view>(expected.begin(), expected.end());
    BOOST_TEST(same, p->name);
  }
}

#ifdef T2S_CLI
BOOST_AUTO_TEST_CASE(pipelines_and_settings_exist) {
  std::map<std::string, std::set<std::string>> known;
  std::istringstream lines(cli_test::t2s("systems").out);
  std::string system;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    if (line.front() != ' ') known[system = line];
    if (auto const equals = line.find('='); line.starts_with("    ") && line.find(' ', 4) > equals)
      known[system].insert(line.substr(4, equals - 4));
  }
  BOOST_TEST(known.size() > 5u);
  for_all_runs([&](run_plan const& run) {
    std::string const pipeline(run.pipeline);
    BOOST_TEST(known.contains(pipeline), pipeline);
    for (auto const setting : run.settings)
      BOOST_TEST(known[pipeline].contains(std::string(setting.substr(0, setting.find('=')))), pipeline << ", " << setting);
  });
}
#endif

// The following compares the figures with others that the papers print: an error in either one shows.

BOOST_AUTO_TEST_CASE(dac_changes_in_parentheses) {
  auto const& ablation = table_of(dac_paper(), "3");
  check_changes(ablation, {"Llama3", "8b", "DAC"}, {"Llama3", "8b", "- Entity"}, {-0.1, -0.9, -0.2});
  check_changes(ablation, {"Llama3", "8b", "DAC"}, {"Llama3", "8b", "- Skeleton"}, {-1.7, -2.0, -0.4});
  check_changes(ablation, {"Llama3", "70b", "DAC"}, {"Llama3", "70b", "- Entity"}, {-0.1, -1.3, -0.2});
  check_changes(ablation, {"Llama3", "70b", "DAC"}, {"Llama3", "70b", "- Skeleton"}, {-0.4, -1.3, -1.3});
  check_changes(ablation, {"Deep.C.", "6.7b", "DAC"}, {"Deep.C.", "6.7b", "- Entity"}, {-0.1, -0.6, -0.0});
  check_changes(ablation, {"Deep.C.", "6.7b", "DAC"}, {"Deep.C.", "6.7b", "- Skeleton"}, {-0.6, -0.1, -0.2});
  check_changes(ablation, {"Deep.C.", "33b", "DAC"}, {"Deep.C.", "33b", "- Entity"}, {-0.2, -0.6, -0.9});
  check_changes(ablation, {"Deep.C.", "33b", "DAC"}, {"Deep.C.", "33b", "- Skeleton"}, {-0.7, -1.1, -0.3});
  auto const& oracles = table_of(dac_paper(), "7");
  check_changes(oracles, {"Llama3", "8b", "DAC"}, {"Llama3", "8b", "+ Oracle Entity"}, {0.9, 0.4, 0.4});
  check_changes(oracles, {"Llama3", "8b", "DAC"}, {"Llama3", "8b", "+ Oracle Skeleton"}, {0.6, 0.6, 1.1});
  check_changes(oracles, {"Llama3", "8b", "DAC"}, {"Llama3", "8b", "+ Oracle Both"}, {1.4, 0.7, 1.3});
  check_changes(oracles, {"Llama3", "70b", "DAC"}, {"Llama3", "70b", "+ Oracle Entity"}, {0.5, 0.2, 2.2});
  check_changes(oracles, {"Llama3", "70b", "DAC"}, {"Llama3", "70b", "+ Oracle Skeleton"}, {2.3, 0.5, 1.8});
  check_changes(oracles, {"Llama3", "70b", "DAC"}, {"Llama3", "70b", "+ Oracle Both"}, {2.5, 1.1, 3.5});
  check_changes(oracles, {"Deepseek-Coder", "6.7b", "DAC"}, {"Deepseek-Coder", "6.7b", "+ Oracle Entity"}, {0.8, 0.0, 0.9});
  check_changes(oracles, {"Deepseek-Coder", "6.7b", "DAC"}, {"Deepseek-Coder", "6.7b", "+ Oracle Skeleton"}, {1.8, 0.1, 1.1});
  check_changes(oracles, {"Deepseek-Coder", "6.7b", "DAC"}, {"Deepseek-Coder", "6.7b", "+ Oracle Both"}, {1.8, 0.7, 1.8});
  check_changes(oracles, {"Deepseek-Coder", "33b", "DAC"}, {"Deepseek-Coder", "33b", "+ Oracle Entity"}, {0.6, 0.0, 1.9});
  check_changes(oracles, {"Deepseek-Coder", "33b", "DAC"}, {"Deepseek-Coder", "33b", "+ Oracle Skeleton"}, {0.9, 0.1, 0.8});
  check_changes(oracles, {"Deepseek-Coder", "33b", "DAC"}, {"Deepseek-Coder", "33b", "+ Oracle Both"}, {1.5, 0.4, 1.9});
}

// "an average improvement of 3.7%"
BOOST_AUTO_TEST_CASE(dac_average_improvement) {
  auto const& t = table_of(dac_paper(), "1");
  double sum = 0;
  for (auto const model : {"Llama3-8b", "Llama3-70b", "Deep.C.-6.7b", "Deep.C.-33b", "GPT-3.5"})
    for (auto const set : {"Spider", "Bird", "Kaggle"}) sum += theirs(t, {model, "+ DAC"}, set) - theirs(t, {model, "few-shot"}, set);
  BOOST_TEST(std::abs(sum / 15 - 3.7) < 0.05);
}

BOOST_AUTO_TEST_CASE(dac_by_hardness) {
  auto const& all = table_of(dac_paper(), "1");
  auto const& by_hardness = table_of(dac_paper(), "8");
  for (auto const model : {"Llama3-8b", "Llama3-70b", "Deep.C.-6.7b", "Deep.C.-33b"}) {
    BOOST_TEST(std::abs(mean_over_hardness(by_hardness, {model, "baseline"}) - theirs(all, {model, "few-shot"}, "Spider")) < 0.1, model);
    BOOST_TEST(std::abs(mean_over_hardness(by_hardness, {model, "+ DAC"}) - theirs(all, {model, "+ DAC"}, "Spider")) < 0.1, model);
  }
}

// Sections 4.2 and 4.3, and the abstract's "5.38%" over C3, relative to the baseline.
BOOST_AUTO_TEST_CASE(dart_sql_text) {
  auto const& p = dart_sql_paper();
  std::string_view const gpt = "GPT-3.5-turbo-16k";
  check_change(p, "1", {gpt, "baseline"}, {gpt, "DART-SQL"}, "Realistic EM", 15.2);
  check_change(p, "1", {gpt, "baseline"}, {gpt, "DART-SQL"}, "Realistic EX", 10.4);
  check_change(p, "3", {gpt, "w/o DART-SQL (baseline)"}, {gpt, "w/o DAIL-SQL (0-shot)"}, "Dev (EX)", 2.4);
  check_change(p, "3", {gpt, "w/o DART-SQL (baseline)"}, {gpt, "w/o DAIL-SQL (0-shot)"}, "Dev (EM)", -19.9);
  check_change(p, "3", {gpt, "DART-SQL"}, {gpt, "w/o RW"}, "Dev (EM)", -0.8);
  check_change(p, "3", {gpt, "DART-SQL"}, {gpt, "w/o CAP"}, "Dev (EX)", -2.7);
  check_change(p, "3", {gpt, "DART-SQL"}, {gpt, "w/o ER"}, "Dev (EX)", -2.5);
  check_change(p, "3", {gpt, "w/o ER"}, {gpt, "w/o CAP+ER"}, "Dev (EX)", -0.7);
  auto const& c3 = table_of(p, "2");
  double sum = 0;
  for (auto const set : {"Dev EX", "Test EX", "Realistic EX", "DK EX"})
    sum += theirs(c3, {gpt, "DART-SQL"}, set) / theirs(c3, {gpt, "baseline"}, set) - 1;
  BOOST_TEST(std::abs(100 * sum / 4 - 5.38) < 0.01);
}

// The rows of table 3 are those of table 1.
BOOST_AUTO_TEST_CASE(dart_sql_ablation) {
  auto const& all = table_of(dart_sql_paper(), "1");
  auto const& dev = table_of(dart_sql_paper(), "3");
  std::string_view const gpt = "GPT-3.5-turbo-16k";
  for (auto const& [row, same] : std::map<std::string_view, std::string_view>{
           {"DART-SQL", "DART-SQL"}, {"CAP+ER", "w/o RW"}, {"RW", "w/o CAP+ER"}, {"baseline", "w/o DART-SQL (baseline)"}}) {
    BOOST_TEST(theirs(all, {gpt, row}, "Dev EM") == theirs(dev, {gpt, same}, "Dev (EM)"));
    BOOST_TEST(theirs(all, {gpt, row}, "Dev EX") == theirs(dev, {gpt, same}, "Dev (EX)"));
  }
}

// Section 4.2, and the arrows in tables 1 and 2.
BOOST_AUTO_TEST_CASE(dynamic_revision_text) {
  auto const& p = dynamic_revision_paper();
  words const best{"Text-davinci", "Dynamic revision"};
  check_change(p, "1", {"T5-3B", "RESDSQL-3B + NatSQL [5]"}, best, "TS", 9.7);
  check_change(p, "1", {"PaLM2", "Few-shot SQL-PaLM [38]"}, best, "TS", 5.9);
  check_change(p, "1", {"T5-3B", "RESDSQL-3B + NatSQL [5]"}, best, "EX", 0.9);
  check_change(p, "1", {"Codex-davinci", "SELF-DEBUGGING [15]"}, best, "EX", 0.9);
  check_change(p, "1", {"GPT-4", "Few-shot [14]"}, best, "EX", 8.2);
  check_change(p, "2", {"T5-3B", "RESDSQL-3B + NatSQL"}, best, "Spider-Syn EX", 4.5);
  check_change(p, "2", {"PaLM2", "Few-shot SQL-PaLM"}, best, "Spider-Syn TS", 12.6);
  check_change(p, "2", {"PaLM2", "Fine-tuned SQL-PaLM"}, best, "Spider-DK EX", 13.6);
}

BOOST_AUTO_TEST_CASE(dynamic_revision_by_hardness) {
  auto const& t = table_of(dynamic_revision_paper(), "3");
  for (auto const& row : t.theirs)
    BOOST_TEST(std::abs(mean_over_hardness(t, row.labels) - theirs(t, row.labels, "All")) < 0.1, row.labels.back());
  auto const& all = table_of(dynamic_revision_paper(), "1");
  for (auto const& row : t.theirs)
    if (row.labels.front() != "CodeX-davinci")  // table 1 spells it differently
      BOOST_TEST(theirs(t, row.labels, "All") == theirs(all, row.labels, "TS"), row.labels.back());
}

// Section 3: "a maximum of 5.7% and 1.9%".
BOOST_AUTO_TEST_CASE(sql_craft_text) {
  check_change(sql_craft_paper(), "2", {"GPT-4", "SQL-Only"}, {"GPT-4", "IC-Lp+PoT"}, "Spider", 5.7);
  check_change(sql_craft_paper(), "2", {"GPT-4", "SQL-Only"}, {"GPT-4", "IC-Lp+PoT"}, "Bird", 1.9);
}

// Sections 1, 4.2 and 4.3.
BOOST_AUTO_TEST_CASE(tcsr_sql_text) {
  auto const& p = tcsr_sql_paper();
  std::string_view const gpt = "gpt-3.5-turbo-0125";
  words const whole{gpt, "TCSR-SQL"};
  check_change(p, "4", {"CodeS-15b-spider", "CodeS-15b-spider"}, whole, "TCD EX", 13.7);
  check_change(p, "4", {gpt, "C3-SQL"}, whole, "TCD EX", 37.4);
  check_change(p, "5", whole, {gpt, "w/o Keywords Extraction & Fuzzy Detection"}, "TCD EX", -7.6);
  check_change(p, "5", whole, {gpt, "w/o Knowledge Retrieval & Alignment"}, "TCD EX", -9.3);
  check_change(p, "5", whole, {gpt, "w/o Knowledge Retrieval & Alignment"}, "TCD EM", -2.6);
  check_change(p, "5", whole, {gpt, "w/o Revision"}, "TCD EX", -6.4);
  check_change(p, "5", whole, {gpt, "w/o Revision"}, "TCD EM", -1.8);
  auto const& sizes = table_of(p, "2");
  double sum = 0;
  for (auto const& c : sizes.columns)
    if (c.head != "Sum") sum += theirs(sizes, {"Selected"}, c.head);
  BOOST_TEST(sum == theirs(sizes, {"Selected"}, "Sum"));
}

BOOST_AUTO_TEST_SUITE_END()
