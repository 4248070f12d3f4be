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
#include "output_file.hpp"
#include "progress.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/evaluation/linking.hpp"
#include "t2s/link/linked_question.hpp"
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
  if (!fs::exists(path))
    throw t2s::error(t2s::errc::file_not_found, labels + " asks for the database " + id + ", but there is no file " + path.string(),
                     "name the folder of databases with --databases");
  t2s::db::sqlite_connection database(path.string());
  return words.read(database);
}

bool has(t2s::schema::database const& d, std::string const& name) {
  return std::ranges::any_of(d.tables(), [&](auto const& t) {
    auto const is_named = [&](auto const& c) { return t2s::text::same(t.name + "." + c.name, name); };
    return t2s::text::same(t.name, name) || std::ranges::any_of(t.columns, is_named);
  });
}

/// What labels name that is not there counts as not found, and is mostly misspelt.
void note_unknown(std::vector<std::string> const& names, std::string const& file) {
  if (names.empty()) return;
  std::cerr << "t2s: " << file << ": " << counted(names.size(), "name") << " of no table or column, first " << printable(names.front())
            << "; such names count as not found: write TABLE or TABLE.COLUMN\n";
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

}  // namespace

void evaluate_linking(po::variables_map const& given) {
  auto const file = given["linking"].as<std::string>();
  auto const out = given.count("json") != 0 ? given["json"].as<std::string>() : std::string();
  if (!out.empty()) require_output(out, {file});
  auto const report = link_all(ev::read_linking_labels(file), lexicon_options(given), databases_of(given), file);
  std::cout << "Schema linking without a model: macro averages over the questions with a label of the kind, in percent\n\n"
               "tables                        columns\n"
               " asked     F1  prec.  recall   asked     F1  prec.  recall  database\n";
  for (auto const& [id, scores] : report.databases) print(id, scores);
  print("all", report.all);
  if (!out.empty()) write_whole(out, json::serialize(report_json(report)) + "\n");
}

}  // namespace cli
