// SPDX-License-Identifier: BSL-1.0
// t2s correct: remembers a question with its right SQL, and lists, exports and forgets such corrections.
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <iostream>
#include <string>
#include <vector>

#include "advice.hpp"
#include "answer_json.hpp"
#include "command.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "t2s/core/error.hpp"
#include "t2s/offline/reader/detail/follow_up_reading.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/pool.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace json = boost::json;
namespace retrieve = t2s::retrieve;

std::string place_of_corrections(po::variables_map const& given) {
  if (given.count("corrections") != 0) return given["corrections"].as<std::string>();
  auto const database = open_database(given["db"].as<std::string>());
  if (database.file().empty())
    throw usage_error("the corrections of a database on a server need a place: give --corrections FILE, here and to the other commands");
  return retrieve::corrections_place(database.file());
}

json::array in_json(std::vector<t2s::demonstration> const& all) {
  json::array out;
  for (auto const& d : all)
    out.push_back(json::object{{"db_id", json_text(d.database)}, {"question", json_text(d.question)}, {"query", json_text(d.sql)}});
  return out;
}

void list(std::vector<t2s::demonstration> const& all, bool as_json) {
  if (as_json) {
    std::cout << json_line(json::object{{"corrections", in_json(all)}}) << "\n";
    return;
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    std::cout << i + 1 << "  " << printable(all[i].question) << "\n   " << printable(all[i].sql) << "\n";
  if (all.empty()) std::cout << "no corrections\n";
}

/// The question that --remove means: a number of --list, or the question.
std::string question_to_remove(std::string const& typed, std::vector<t2s::demonstration> const& all) {
  bool const number = !typed.empty() && typed.size() < 9 && std::ranges::all_of(typed, [](char c) { return c >= '0' && c <= '9'; });
  if (!number) return typed;
  auto const n = static_cast<std::size_t>(std::stoul(typed));
  if (n == 0 || n > all.size())
    throw usage_error("--remove " + typed + ": " +
                      (all.empty() ? "there are no corrections" : "their numbers are 1 to " + std::to_string(all.size())));
  return all[n - 1].question;
}

/// Whether a question means nothing without the one before it.
bool needs_earlier(t2s::db::any_connection& database, std::string const& question) {
  t2s::prepared known(database, t2s::knowledge::lexicon_options{.values_per_column = 1, .times_per_column = 1});  // names decide
  return t2s::reader::needs_earlier({known.known<t2s::knowledge::lexicon>(), question});
}

/// Keeps a correction if its SQL runs.
int keep(po::variables_map const& given, std::string const& file) {
  if (given.count("question") == 0 || given.count("sql") == 0)
    throw usage_error("give a question and its right SQL, each in quotes: t2s correct --db FILE --question QUESTION --sql SQL");
  t2s::demonstration kept;
  kept.question = given["question"].as<std::string>();
  kept.sql = given["sql"].as<std::string>();
  auto database = open_database(given["db"].as<std::string>());
  kept.database = database.name();
  auto const done = database.execute(kept.sql);
  if (!done.ok()) {
    std::cerr << "t2s: nothing was kept, since the SQL does not run: " << for_terminal(done.failure->text()) << "\n";
    return no_sql;
  }
  if (needs_earlier(database, kept.question)) {
    std::cerr << "t2s: nothing was kept: this question needs the one before it: ask it whole\n";
    return no_sql;
  }
  require_output(file, {given["db"].as<std::string>()});
  retrieve::keep_correction(file, kept);
  std::cout << "kept; the SQL returns " << counted(done.rows.values.size(), "row") << "\n"
            << printable(file) << ": " << counted(retrieve::read_corrections(file).size(), "correction") << "\n";
  return answered;
}

options correct_options() {
  options o("correct --db FILE --question QUESTION --sql SQL  or  --list, --export FILE, --remove N",
            "Remembers a question with its right SQL, in FILE.t2s-corrections next to the database. ask, serve and mcp answer the same\n"
            "question by it, and show it to models and to the offline reader for similar questions. The SQL must run.");
  auto add = o.described.add_options();
  add("db", a_database()->required(), what_databases);
  add("question", a_word("QUESTION"), "the question, in quotes");
  add("sql", a_word("SQL"), "its right SQL, in quotes");
  add("list", "print all corrections, with numbers");
  add("export", a_file(), "write them as JSON in Spider's form, which --demonstrations reads");
  add("remove", a_word("N|QUESTION"), "forget one, by its number in --list or its question");
  add("corrections", a_file(), "the file (default: next to the database, if that is a file)");
  add("json", "with --list: print one JSON object");
  return o;
}

}  // namespace

int correct(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!correct_options().read(words, given)) return answered;
  constexpr std::array others{"list", "export", "remove"};
  if (std::ranges::count_if(others, [&](char const* o) { return given.count(o) != 0; }) > 1)
    throw usage_error("--list, --export and --remove each do one thing: give one of them");
  auto const file = place_of_corrections(given);
  auto const all = retrieve::read_corrections(file);
  if (given.count("list") != 0) {
    list(all, given.count("json") != 0);
  } else if (given.count("export") != 0) {
    auto const out = given["export"].as<std::string>();
    require_output(out, {given["db"].as<std::string>(), file});
    write_whole(out, json::serialize(in_json(all)) + "\n");
    std::cout << counted(all.size(), "correction") << ": " << printable(out) << "\n";
  } else if (given.count("remove") != 0) {
    auto const question = question_to_remove(given["remove"].as<std::string>(), all);
    if (!retrieve::remove_correction(file, question)) throw usage_error("there is no correction of \"" + question + "\"; --list shows all");
    std::cout << "forgotten: " << printable(question) << "\n";
  } else {
    return keep(given, file);
  }
  return answered;
}

}  // namespace cli
