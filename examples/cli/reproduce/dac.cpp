// SPDX-License-Identifier: BSL-1.0
// "DAC: Decomposed Automation Correction for Text-to-SQL". The figures in `theirs` are the paper's.
#include "reproduce/paper_table.hpp"

namespace cli::reproduce {
namespace {

std::vector<column> three_sets(measure what = measure::ex) {
  return {{"Spider", "spider", what}, {"Bird", "bird", what}, {"Kaggle", "kaggledbqa", what}};
}

run_plan whole() { return {"dac"}; }

paper_table main_results() {
  return {.number = "1",
          .title = "Execution accuracy with and without DAC",
          .label_heads = {"Model", "Method"},
          .columns = three_sets(),
          .theirs = {{{"Llama3-8b", "few-shot"}, {"70.7", "30.4", "24.6"}},
                     {{"Llama3-8b", "+ DAC"}, {"75.0", "37.3", "29.4"}},
                     {{"Llama3-70b", "few-shot"}, {"80.7", "47.0", "31.4"}},
                     {{"Llama3-70b", "+ DAC"}, {"81.3", "48.4", "35.1"}},
                     {{"Deep.C.-6.7b", "few-shot"}, {"74.1", "42.4", "21.7"}},
                     {{"Deep.C.-6.7b", "+ DAC"}, {"77.1", "44.7", "25.4"}},
                     {{"Deep.C.-33b", "few-shot"}, {"77.0", "48.3", "27.0"}},
                     {{"Deep.C.-33b", "+ DAC"}, {"80.1", "52.7", "29.2"}},
                     {{"GPT-3.5", "few-shot"}, {"76.9", "40.0", "24.3"}},
                     {{"GPT-3.5", "+ DAC"}, {"80.6", "44.9", "30.9"}}},
          .ours = {{.labels = {"", "few-shot"}, .run = whole(), .round = 0}, {.labels = {"", "+ DAC"}, .run = whole()}},
          .note = "few-shot is the draft of the same run, as in the paper. Kaggle is KaggleDBQA."};
}

paper_table comparison() {
  return {.number = "2",
          .title = "Execution accuracy of correction methods, before and after the correction",
          .label_heads = {"Model", "Method", "Correction"},
          .columns = {{"Spider", "spider"}, {"Bird", "bird"}},
          .theirs = {{{"gpt-3.5-turbo", "Self-Debug", "before"}, {"71.1", "-"}},
                     {{"gpt-3.5-turbo", "Self-Debug", "after"}, {"72.2", "-"}},
                     {{"gpt-3.5-turbo", "SQL-CRAFT", "before"}, {"78.2", "-"}},
                     {{"gpt-3.5-turbo", "SQL-CRAFT", "after"}, {"79.3", "-"}},
                     {{"gpt-3.5-turbo", "DAC", "before"}, {"76.9", "40.0"}},
                     {{"gpt-3.5-turbo", "DAC", "after"}, {"80.6", "44.9"}},
                     {{"gpt-4", "Self-Debug", "before"}, {"73.2", "-"}},
                     {{"gpt-4", "Self-Debug", "after"}, {"73.6", "-"}},
                     {{"gpt-4", "EPI-SQL", "before"}, {"79.7", "-"}},
                     {{"gpt-4", "EPI-SQL", "after"}, {"85.1", "-"}},
                     {{"gpt-4", "SQL-CRAFT", "before"}, {"79.7", "53.3"}},
                     {{"gpt-4", "SQL-CRAFT", "after"}, {"85.4", "55.2"}},
                     {{"gpt-4", "MAGIC", "before"}, {"78.6", "-"}},
                     {{"gpt-4", "MAGIC", "after"}, {"85.7", "-"}}},
          .ours = {{.labels = {"", "SQL-CRAFT", "before"}, .run = {"sql-craft-sql-only", {"craft.rounds=0"}}},
                   {.labels = {"", "SQL-CRAFT", "after"}, .run = {"sql-craft"}},
                   {.labels = {"", "DAC", "before"}, .run = whole(), .round = 0},
                   {.labels = {"", "DAC", "after"}, .run = whole()}},
          .note =
              "Needs --embedding-model NAME (or --glove FILE) for SQL-CRAFT. Self-Debug, EPI-SQL and MAGIC are not "
              "part of t2s. SQL-CRAFT goes from SQL-Only to IC-Lp+PoT, as its own paper does."};
}

paper_table ablation() {
  return {.number = "3",
          .title = "Execution accuracy without the linked entities and without the parsed skeleton",
          .label_heads = {"Model", "Scale", "Method"},
          .columns = three_sets(),
          .theirs = {{{"Llama3", "8b", "DAC"}, {"75.0", "37.3", "29.4"}},
                     {{"Llama3", "8b", "- Entity"}, {"74.9", "36.4", "29.2"}},
                     {{"Llama3", "8b", "- Skeleton"}, {"73.3", "35.3", "29.0"}},
                     {{"Llama3", "70b", "DAC"}, {"81.3", "48.4", "35.1"}},
                     {{"Llama3", "70b", "- Entity"}, {"81.2", "47.1", "34.9"}},
                     {{"Llama3", "70b", "- Skeleton"}, {"80.9", "47.1", "33.8"}},
                     {{"Deep.C.", "6.7b", "DAC"}, {"77.1", "44.7", "25.4"}},
                     {{"Deep.C.", "6.7b", "- Entity"}, {"77.0", "44.1", "25.4"}},
                     {{"Deep.C.", "6.7b", "- Skeleton"}, {"76.5", "44.6", "25.2"}},
                     {{"Deep.C.", "33b", "DAC"}, {"80.1", "52.7", "29.2"}},
                     {{"Deep.C.", "33b", "- Entity"}, {"79.9", "52.1", "28.3"}},
                     {{"Deep.C.", "33b", "- Skeleton"}, {"79.4", "51.6", "28.9"}}},
          .ours = {{.labels = {"", "", "DAC"}, .run = whole()},
                   {.labels = {"", "", "- Entity"}, .run = {"dac", {"dac.entities=off"}}},
                   {.labels = {"", "", "- Skeleton"}, .run = {"dac", {"dac.skeleton=off"}}}}};
}

paper_table agreement() {
  return {.number = "4",
          .title = "How much of the SQL with the right entities and the right skeleton is right",
          .label_heads = {"Model", "Scale"},
          .columns = three_sets(measure::right_if_agreed),
          .theirs = {{{"Llama3", "8b"}, {"99.7", "93.8", "94.0"}},
                     {{"Llama3", "70b"}, {"99.7", "93.3", "96.8"}},
                     {{"Deep.C.", "6.7b"}, {"99.7", "96.1", "98.9"}},
                     {{"Deep.C.", "33b"}, {"99.7", "94.2", "96.0"}}},
          .ours = {{.labels = {"", ""}, .run = whole()}},
          .note = "Entities and skeleton of the final SQL are compared with the gold SQL's."};
}

paper_table linking() {
  return {.number = "5",
          .title = "Precision, recall and F1 of the linked entities",
          .label_heads = {"Model"},
          .columns = {{"Table P", "spider", measure::table_precision},
                      {"Table R", "spider", measure::table_recall},
                      {"Table F", "spider", measure::table_f1},
                      {"Column P", "spider", measure::column_precision},
                      {"Column R", "spider", measure::column_recall},
                      {"Column F", "spider", measure::column_f1}},
          .theirs = {{{"N-Gram"}, {"78.2", "69.6", "73.6", "61.4", "69.1", "65.1"}},
                     {{"EtA+BERT"}, {"81.1", "85.3", "83.1", "86.1", "79.3", "82.5"}},
                     {{"Llama3-8b"}, {"80.9", "86.4", "81.6", "76.6", "78.3", "75.5"}},
                     {{"Llama3-70b"}, {"88.9", "89.1", "87.4", "78.9", "83.1", "79.0"}},
                     {{"Deep.C.-6.7b"}, {"69.4", "74.6", "70.0", "72.8", "72.6", "70.3"}},
                     {{"Deep.C.-33b"}, {"79.1", "82.5", "79.1", "86.2", "78.6", "79.9"}}},
          .ours = {{.labels = {""}, .run = whole()}},
          .note =
              "Needs --labels FILE, the labels of Liu et al. (2021). N-Gram and EtA+BERT are theirs and not part of "
              "t2s. The paper heads the first column Method."};
}

paper_table skeletons() {
  return {.number = "6",
          .title = "Share of right skeletons, of the initial SQL and as parsed from the question",
          .label_heads = {"Model", "Scale", "Method"},
          .columns = three_sets(measure::parsed_skeleton),
          .theirs = {{{"Llama3", "8b", "Initial"}, {"32.0", "8.1", "18.2"}},
                     {{"Llama3", "8b", "Parsed"}, {"35.1", "10.1", "19.5"}},
                     {{"Llama3", "70b", "Initial"}, {"36.1", "11.7", "24.3"}},
                     {{"Llama3", "70b", "Parsed"}, {"37.4", "12.0", "25.2"}},
                     {{"Deep.C.", "6.7b", "Initial"}, {"36.0", "13.2", "15.4"}},
                     {{"Deep.C.", "6.7b", "Parsed"}, {"37.7", "18.3", "19.9"}},
                     {{"Deep.C.", "33b", "Initial"}, {"35.0", "11.5", "17.5"}},
                     {{"Deep.C.", "33b", "Parsed"}, {"36.5", "16.2", "19.3"}}},
          .ours = {{.labels = {"", "", "Initial"}, .run = whole(), .instead = measure::initial_skeleton},
                   {.labels = {"", "", "Parsed"}, .run = whole()}},
          .note =
              "The paper does not print which skeletons count as equal; here those that DAC's comparison takes as "
              "equal."};
}

paper_table oracles() {
  return {.number = "7",
          .title = "Execution accuracy with entities and skeleton of the gold SQL",
          .label_heads = {"Model", "Scale", "Method"},
          .columns = three_sets(),
          .theirs = {{{"Llama3", "8b", "DAC"}, {"75.0", "37.3", "29.4"}},
                     {{"Llama3", "8b", "+ Oracle Entity"}, {"75.9", "37.7", "29.8"}},
                     {{"Llama3", "8b", "+ Oracle Skeleton"}, {"75.6", "37.9", "30.5"}},
                     {{"Llama3", "8b", "+ Oracle Both"}, {"76.4", "38.0", "30.7"}},
                     {{"Llama3", "70b", "DAC"}, {"81.3", "48.4", "35.1"}},
                     {{"Llama3", "70b", "+ Oracle Entity"}, {"81.8", "48.6", "37.3"}},
                     {{"Llama3", "70b", "+ Oracle Skeleton"}, {"83.6", "48.9", "36.9"}},
                     {{"Llama3", "70b", "+ Oracle Both"}, {"83.8", "49.5", "38.6"}},
                     {{"Deepseek-Coder", "6.7b", "DAC"}, {"77.1", "44.7", "25.4"}},
                     {{"Deepseek-Coder", "6.7b", "+ Oracle Entity"}, {"77.9", "44.7", "26.3"}},
                     {{"Deepseek-Coder", "6.7b", "+ Oracle Skeleton"}, {"78.9", "44.8", "26.5"}},
                     {{"Deepseek-Coder", "6.7b", "+ Oracle Both"}, {"78.9", "45.4", "27.2"}},
                     {{"Deepseek-Coder", "33b", "DAC"}, {"80.1", "52.7", "29.2"}},
                     {{"Deepseek-Coder", "33b", "+ Oracle Entity"}, {"80.7", "52.7", "31.1"}},
                     {{"Deepseek-Coder", "33b", "+ Oracle Skeleton"}, {"81.0", "52.8", "30.0"}},
                     {{"Deepseek-Coder", "33b", "+ Oracle Both"}, {"81.6", "53.1", "31.1"}}},
          .ours = {{.labels = {"", "", "DAC"}, .run = whole()},
                   {.labels = {"", "", "+ Oracle Entity"}, .run = {"dac", {"dac.oracle-entities=on"}}},
                   {.labels = {"", "", "+ Oracle Skeleton"}, .run = {"dac", {"dac.oracle-skeleton=on"}}},
                   {.labels = {"", "", "+ Oracle Both"}, .run = {"dac", {"dac.oracle-entities=on", "dac.oracle-skeleton=on"}}}},
          .note = "The entities are those of the gold SQL, without what only joins its tables."};
}

paper_table hardness() {
  return {.number = "8",
          .title = "Execution accuracy on Spider's development set by hardness",
          .label_heads = {"Model", "Method"},
          .columns = {{"Easy", "spider", measure::ex, "easy"},
                      {"Medium", "spider", measure::ex, "medium"},
                      {"Hard", "spider", measure::ex, "hard"},
                      {"Extra", "spider", measure::ex, "extra"}},
          .theirs = {{{"Llama3-8b", "baseline"}, {"87.1", "78.0", "59.8", "38.0"}},
                     {{"Llama3-8b", "+ DAC"}, {"89.9", "81.8", "61.5", "48.8"}},
                     {{"Llama3-70b", "baseline"}, {"92.3", "87.0", "68.4", "59.0"}},
                     {{"Llama3-70b", "+ DAC"}, {"94.0", "86.5", "69.0", "61.4"}},
                     {{"Deep.C.-6.7b", "baseline"}, {"86.7", "83.0", "61.5", "44.6"}},
                     {{"Deep.C.-6.7b", "+ DAC"}, {"90.3", "84.8", "66.7", "47.6"}},
                     {{"Deep.C.-33b", "baseline"}, {"92.3", "85.7", "59.8", "48.8"}},
                     {{"Deep.C.-33b", "+ DAC"}, {"95.2", "86.8", "62.1", "58.4"}}},
          .ours = {{.labels = {"", "baseline"}, .run = whole(), .round = 0}, {.labels = {"", "+ DAC"}, .run = whole()}}};
}

paper_table errors() {
  return {.number = "figure 5",
          .title = "Numbers of wrong examples with and without DAC, by the kind of error",
          .label_heads = {"Model", "Method"},
          .columns = {{"Spider table", "spider", measure::table_errors},
                      {"Spider column", "spider", measure::column_errors},
                      {"Spider skeleton", "spider", measure::skeleton_errors},
                      {"Spider execution", "spider", measure::execution_errors},
                      {"Bird table", "bird", measure::table_errors},
                      {"Bird column", "bird", measure::column_errors},
                      {"Bird skeleton", "bird", measure::skeleton_errors},
                      {"Bird execution", "bird", measure::execution_errors},
                      {"Kaggle table", "kaggledbqa", measure::table_errors},
                      {"Kaggle column", "kaggledbqa", measure::column_errors},
                      {"Kaggle skeleton", "kaggledbqa", measure::skeleton_errors},
                      {"Kaggle execution", "kaggledbqa", measure::execution_errors}},
          .theirs = {},
          .ours = {{.labels = {"", "without DAC"}, .run = whole(), .round = 0}, {.labels = {"", "with DAC"}, .run = whole()}},
          .note =
              "The paper plots averages over its models and the three data sets and prints no numbers. An example "
              "may have several errors."};
}

}  // namespace

paper const& dac_paper() {
  static paper const all{
      .name = "dac",
      .title = "DAC: Decomposed Automation Correction for Text-to-SQL (Wang, Dou, Zhang, Zhu, Che)",
      .tables = {main_results(), comparison(), ablation(), agreement(), linking(), skeletons(), oracles(), hardness(), errors()},
      .omitted = {{"figure 1", "a drawing: direct and decomposed correction"},
                  {"figure 2", "a drawing: the discussion of sub-tasks"},
                  {"figure 3", "a drawing: the steps of DAC"},
                  {"figure 4", "a case study of two questions; t2s explain shows any question like it"},
                  {"9", "a prompt: SQL generation; t2s uses it"},
                  {"10", "a prompt: entity linking; t2s uses it"},
                  {"11", "a prompt: skeleton parsing; t2s uses it"},
                  {"12", "a prompt: correction with the entities; t2s uses it"},
                  {"13", "a prompt: correction with the skeleton; t2s uses it"}},
      .demonstrations_of = "spider"};
  return all;
}

}  // namespace cli::reproduce
