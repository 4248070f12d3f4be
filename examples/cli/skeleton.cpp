// SPDX-License-Identifier: BSL-1.0
// t2s skeleton: predicts the skeletons of a question's SQL.
#include <boost/json.hpp>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "answer_json.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "open_database.hpp"
#include "skeleton_parser.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/pipeline/answer.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace json = boost::json;
using t2s::skeleton::ranked;

std::vector<t2s::demonstration> pool_of(po::variables_map const& given) {
  return demonstrations_or_shipped(files_of(given, "pool"), "--pool");
}

json::object json_of(ranked const& r, skeleton_parser const& by) {
  json::object one{{"skeleton", json_text(r.skeleton)}, {"confidence", r.confidence}, {"question", nullptr}, {"sql", nullptr}};
  if (r.demonstration) {
    one["question"] = json_text(by.pool()[*r.demonstration].question);
    one["sql"] = json_text(by.pool()[*r.demonstration].sql);
  }
  return one;
}

void print_json(std::vector<ranked> const& found, skeleton_parser const& by) {
  json::array all;
  for (auto const& r : found) all.push_back(json_of(r, by));
  std::cout << json_line(json::object{{"skeletons", std::move(all)}}) << "\n";
}

void print(std::vector<ranked> const& found, skeleton_parser const& by) {
  for (auto const& r : found) {
    char percent[16];
    std::snprintf(percent, sizeof percent, "%5.1f %%  ", 100 * r.confidence);
    std::cout << percent << printable(r.skeleton) << "\n";
    if (r.demonstration) std::cout << "         as in: " << printable(by.pool()[*r.demonstration].question) << "\n";
  }
  if (found.empty()) std::cout << "No skeleton was found: the pool is empty, and the question names nothing of the database.\n";
}

}  // namespace

int skeleton(std::vector<std::string> const& words) {
  options o(
      "skeleton --db FILE [--pool FILE] [--json] QUESTION",
      "Says which skeletons the SQL of a question may have, the likeliest first, each with its confidence and a question of the pool\n"
      "that has it. Asks no model. Skeletons are those of DAC: names and literals as _. Exit status 1 if there is none.");
  auto add = o.described.add_options();
  add("db", a_database()->required(), what_databases);
  add("pool", a_file(), "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: those that come with t2s)");
  add("most", a_number(), "skeletons printed (default: 10)");
  add("json", "print one JSON object instead");
  add("question", a_word("QUESTION")->required(), "the question, in quotes");
  o.positional.add("question", 1);
  po::variables_map given;
  if (!o.read(words, given)) return answered;

  auto const& question = given["question"].as<std::string>();
  auto const most = whole_number(given, "most", 1, 1'000'000'000, 10);
  t2s::require_question(question, t2s::limits().question_bytes);
  auto database = open_database(given["db"].as<std::string>());
  skeleton_parser const by(pool_of(given));
  auto const found = by.rank(database, question, most);
  given.count("json") != 0 ? print_json(found, by) : print(found, by);
  return found.empty() ? no_sql : answered;
}

}  // namespace cli
