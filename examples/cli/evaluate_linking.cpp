// SPDX-License-Identifier: BSL-1.0
#include "evaluate_linking.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "data_options.hpp"
#include "lexicon_options.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/subtasks.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
namespace ev = t2s::evaluation;
namespace knowledge = t2s::knowledge;
namespace link = t2s::link;

ev::database_folders databases_of(po::variables_map const& given) {
  if (given.count("databases") == 0 && given.count("data") == 0)
    throw usage_error("--linking needs the databases: name the data set with --data");
  return open_data(given, "gold", "pool").databases;
}

std::set<std::string> names_in(knowledge::lexicon const& names, std::vector<link::mention> const& all) {
  std::set<std::string> out;
  for (auto const& m : all) {
    auto name = names.table(m.where).name;
    if (!m.where.is_table()) name.append(".").append(names.column(m.where).name);
    out.insert(t2s::text::lower(name));
  }
  return out;
}

std::shared_ptr<knowledge::lexicon const> open(lexicon_options const& words, ev::database_folders const& databases, std::string const& id,
                                               std::string const& labels) {
  auto const path = databases.file_of(id);
  if (is_sqlite(path.string()) && !fs::exists(path))
    throw t2s::error(t2s::errc::file_not_found, labels + " asks for the database " + id + ", but there is no file " + path.string(),
                     "name the folder of databases with --databases");
  auto database = open_database(path.string());
  return words.read(database);
}

bool has(t2s::schema::database const& d, std::string const& name) {
  return std::ranges::any_of(d.tables(), [&](auto const& t) {
    auto const is_named = [&](auto const& c) { return t2s::text::same(t.name + "." + c.name, name); };
    return t2s::text::same(t.name, name) || std::ranges::any_of(t.columns, is_named);
  });
}

/// A label with an unknown name counts as not found; most such names are misspelt.
void note_unknown(std::vector<std::string> const& names, std::string const& file) {
  if (names.empty()) return;
  std::cerr << "t2s: " << file << ": " << counted(names.size(), "name") << " of unknown tables or columns, first "
            << printable(names.front()) << "; such names count as not found: write TABLE or TABLE.COLUMN\n";
}

ev::linking_report link_all(std::vector<ev::linking_label> const& labels, lexicon_options const& words,
                            ev::database_folders const& databases, std::string const& file) {
  ev::linking_report report;
  std::map<std::string, std::shared_ptr<knowledge::lexicon const>> opened;
  std::vector<std::string> unknown;
  progress bar(labels.size());
  for (auto const& label : labels) {
    auto& names = opened[label.database];
    if (!names) names = open(words, databases, label.database, file);
    for (auto const* kind : {&label.tables, &label.columns})
      for (auto const& name : *kind)
        if (!has(names->schema(), name)) unknown.push_back(name + " of " + label.database);
    auto const found = link::linked_question(names, label.question).mentions();
    report.add(label, names_in(*names, found.tables), names_in(*names, found.columns));
    bar.step();
  }
  note_unknown(unknown, file);
  return report;
}

void print(std::string const& name, ev::linking_report::scores const& s) {
  char line[112];
  std::snprintf(line, sizeof line, "%6zu %6.1f %6.1f %6.1f   %6zu %6.1f %6.1f %6.1f  ", s.tables.questions(), 100 * s.tables.f1(),
                100 * s.tables.precision(), 100 * s.tables.recall(), s.columns.questions(), 100 * s.columns.f1(),
                100 * s.columns.precision(), 100 * s.columns.recall());
  std::cout << line << printable(name) << "\n";
}

json::object score_json(ev::linking_score const& s) {
  return {{"questions", s.questions()}, {"f1", 100 * s.f1()}, {"precision", 100 * s.precision()}, {"recall", 100 * s.recall()}};
}

json::object scores_json(ev::linking_report::scores const& s) {
  return {{"tables", score_json(s.tables)}, {"columns", score_json(s.columns)}};
}

json::object report_json(ev::linking_report const& report) {
  auto out = scores_json(report.all);
  json::object each;
  for (auto const& [id, scores] : report.databases) each[t2s::text::valid_utf8(id)] = scores_json(scores);
  out["databases"] = std::move(each);
  return out;
}

json::object report_json(ev::recorded_linking_report const& report, ev::prediction_set const& file) {
  json::object out{{"file", t2s::text::valid_utf8(file.name)}};
  for (auto& [key, value] : report_json(static_cast<ev::linking_report const&>(report))) out[key] = std::move(value);
  auto& levels = out.emplace("by_hardness", json::object()).first->value().as_object();
  for (auto const& [level, scores] : report.hardness) levels[t2s::text::valid_utf8(level)] = scores_json(scores);
  auto& rounds = out.emplace("by_round", json::array()).first->value().as_array();
  for (auto const& scores : report.rounds) rounds.push_back(scores_json(scores));
  out["questions"] = report.questions;
  out["unrecorded"] = numbers_json(report.unrecorded);
  out["unlabelled"] = numbers_json(report.unlabelled);
  return out;
}

void print_heads(char const* last) {
  std::cout << "tables                        columns\n"
               " asked     F1  prec.  recall   asked     F1  prec.  recall  "
            << last << "\n";
}

void print(recorded_runs const& runs, ev::recorded_linking_report const& report) {
  print_heads("hardness, database, round");
  runs.each_level(report.hardness, [](std::string const& level, auto const& scores) { print(level, scores); });
  for (auto const& [id, scores] : report.databases) print(id, scores);
  print("all", report.all);
  for (std::size_t n = 0; n < report.rounds.size(); ++n) print("linked in round " + std::to_string(n), report.rounds[n]);
  print_questions(report.unrecorded, "labelled but not recorded, so counted as having found nothing");
  print_questions(report.unlabelled, "without a label, so not counted");
}

ev::recorded_linking_report score(recorded_runs const& runs, ev::prediction_set const& file, std::vector<ev::linking_label> const& labels,
                                  std::string const& path) {
  auto const found = std::ranges::count_if(file.predictions, [](auto const& p) { return !p.recorded().linked.empty(); });
  require_records(file, static_cast<std::size_t>(found), "which entities it linked",
                  "pipelines dac and dac-local record them, as does a pipeline of your own with t2s::feedback::missing_entities, where "
                  "`t2s predict --out` names a file that ends in .jsonl");
  auto report = ev::recorded_linking(runs.gold, file, labels, runs.hardness);
  if (report.questions > 0) return report;
  throw t2s::error(t2s::errc::malformed_data, path + ": no label belongs to a question of " + runs.gold.name,
                   "give labels with the same db_id and question");
}

}  // namespace

json::array evaluate_recorded_links(recorded_runs const& runs, std::string const& path) {
  auto const labels = ev::read_linking_labels(path);
  json::array all;
  for (auto const& file : runs.files) {
    auto const report = score(runs, file, labels, path);
    std::cout << (all.empty() ? "" : "\n") << "Entities that the runs of " << printable(file.name)
              << " linked: macro averages over the questions with a label of the kind, in percent\n\n";
    print(runs, report);
    all.push_back(report_json(report, file));
  }
  return all;
}

void evaluate_linking(po::variables_map const& given) {
  auto const file = given["linking"].as<std::string>();
  auto const out = given.count("json") != 0 ? given["json"].as<std::string>() : std::string();
  if (!out.empty()) require_output(out, {file});
  auto const report = link_all(ev::read_linking_labels(file), lexicon_options(given), databases_of(given), file);
  std::cout << "Schema linking without a model: macro averages over the questions with a label of the kind, in percent\n\n";
  print_heads("database");
  for (auto const& [id, scores] : report.databases) print(id, scores);
  print("all", report.all);
  if (!out.empty()) write_whole(out, json::serialize(report_json(report)) + "\n");
}

}  // namespace cli
