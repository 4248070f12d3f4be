// SPDX-License-Identifier: BSL-1.0
// t2s index: writes an index of a database's values to a file.
#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "advice.hpp"
#include "answer_json.hpp"
#include "command.hpp"
#include "interruption.hpp"
#include "lexicon_options.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/knowledge/value_index.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace json = boost::json;
namespace knowledge = t2s::knowledge;
using seconds = std::chrono::duration<double>;

/// The statistics of the new index.
struct made_index {
  knowledge::value_index_report report{};
  std::shared_ptr<knowledge::value_index const> index{};
  std::string file{};
  seconds took{};
};

std::chrono::nanoseconds time_of(double s) {
  if (s >= 1e-6 && s <= 1e9) return std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * s));
  throw usage_error("--time-limit needs seconds, from 0.000001 to 1000000000");
}

/// Reading the first table of a large file may take minutes without progress.
void note_if_large(t2s::db::any_connection const& database) {
  constexpr std::uintmax_t large = 500'000'000;
  std::error_code none;
  auto const bytes = database.file().empty() ? 0 : std::filesystem::file_size(database.file(), none);
  if (!none && bytes >= large)
    std::cerr << "t2s: reading " << bytes / 1'000'000 << " MB, and sorting what differs; an interruption leaves no file behind\n";
}

made_index make_index(po::variables_map const& given) {
  auto const start = std::chrono::steady_clock::now();
  knowledge::value_index_options how;
  how.stop = stop_by_signal();
  auto database = open_database(given["db"].as<std::string>());
  made_index made;
  auto const out = given.count("out") != 0 ? given["out"].as<std::string>() : std::string();
  if (out.empty() && database.file().empty())
    throw usage_error(
        "the index of a database on a server needs a place: give --out FILE or a folder, and name it to the other commands with"
        " --index");
  made.file = out.empty()                          ? knowledge::value_index_place(given["db"].as<std::string>())
              : std::filesystem::is_directory(out) ? knowledge::value_index_place(database.shown(), out)
                                                   : out;
  require_output(made.file, {given["db"].as<std::string>()});
  std::optional<progress> bar;
  if (given.count("time-limit") != 0) {
    how.stored.time = how.computed.time = time_of(given["time-limit"].as<double>());
    how.computed_time = std::max(how.computed_time, how.computed.time);
  }
  how.progress = [&](std::size_t, std::size_t all) {
    if (!bar) bar.emplace(all);
    bar->step();
  };
  note_if_large(database);
  try {
    made.report = knowledge::update_value_index(made.file, database, how);
  } catch (t2s::error const& e) {
    bar.reset();
    if (e.code() == t2s::errc::cancelled && signal_seen() != 0)
      throw interrupted("interrupted: no index was made; an earlier one is unchanged");
    throw;
  }
  made.index = knowledge::value_index::open(made.file);
  made.took = std::chrono::steady_clock::now() - start;
  return made;
}

json::array left_out_json(std::vector<knowledge::unread_column> const& all) {
  json::array out;
  for (auto const& u : all)
    out.push_back(json::object{{"table", json_text(u.table)}, {"column", json_text(u.column)}, {"why", json_text(u.why)}});
  return out;
}

json::object index_json(made_index const& made) {
  json::array columns;
  for (auto const& c : made.index->columns())
    columns.push_back(json::object{
        {"table", json_text(c.table)}, {"column", json_text(c.column)}, {"values", c.last - c.first}, {"complete", c.complete}});
  json::array notes;
  for (auto const& n : made.report.notes) notes.push_back(json_text(n));
  return {{"file", made.file},
          {"columns", std::move(columns)},
          {"values", made.index->size()},
          {"bytes", made.index->bytes()},
          {"columns_read", made.report.read},
          {"was_current", made.report.was_current},
          {"notes", std::move(notes)},
          {"left_out", left_out_json(made.report.left_out)},
          {"seconds", made.took.count()}};
}

/// One row for each table: how many of its columns have texts, how many values, and the columns of which not all values are kept.
t2s::db::rows tables_of(knowledge::value_index const& index) {
  struct kept {
    std::int64_t columns = 0, values = 0;
    std::string incomplete{};
  };
  std::map<std::string, kept> tables;
  for (auto const& c : index.columns()) {
    auto& t = tables[c.table];
    ++t.columns;
    t.values += static_cast<std::int64_t>(c.last - c.first);
    if (!c.complete) t.incomplete.append(t.incomplete.empty() ? "" : ", ").append(c.column);
  }
  t2s::db::rows out;
  out.columns = {"table", "columns", "values"};
  bool const all_complete = std::ranges::all_of(tables, [](auto const& t) { return t.second.incomplete.empty(); });
  if (!all_complete) out.columns.emplace_back("not all values of");
  for (auto const& [name, t] : tables) {
    auto& row = out.values.emplace_back(std::vector<t2s::value>{t2s::value(name), t2s::value(t.columns), t2s::value(t.values)});
    if (!all_complete) row.emplace_back(t.incomplete);
  }
  return out;
}

void print_index(made_index const& made) {
  auto const tables = tables_of(*made.index);
  print_table(std::cout, tables, tables.values.size());
  std::cout << "\n"
            << made.index->size() << " values, " << made.index->bytes() << " bytes, " << made.took.count() << " s: " << printable(made.file)
            << "\n";
  if (made.report.was_current)
    std::cout << "The database has not changed: nothing was read.\n";
  else
    std::cout << made.report.read << " of " << made.report.columns << " columns were read again.\n";
}

options index_options() {
  options o(
      "index --db FILE [--out FILE|FOLDER] [--json]",
      "Keeps the texts of a database in a file, by default FILE.t2s-values next to it, in which ask, predict and others then look up what\n"
      "questions name: for databases with more values than are read for every question. If the index exists, only what has\n"
      "changed in the database is read again.");
  auto add = o.described.add_options();
  add("db", a_database()->required(), what_databases);
  add("out", a_word("FILE|FOLDER"), "where the index is kept (default: next to the database, if that is a file)");
  add("time-limit", po::value<double>()->value_name("SECONDS"),
      "for the values of one column (default: 600; 5 for those of views and for generated columns)");
  add("json", "print one JSON object");
  return o;
}

}  // namespace

int index(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!index_options().read(words, given)) return answered;
  auto const made = make_index(given);
  for (auto const& note : made.report.notes) std::cerr << "t2s: " << for_terminal(note) << "\n";
  note_left_out(made.report.left_out);
  if (given.count("json") != 0)
    std::cout << json_line(index_json(made)) << "\n";
  else
    print_index(made);
  return answered;
}

}  // namespace cli
