// SPDX-License-Identifier: BSL-1.0
#include "data_options.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "open_database.hpp"
#include "t2s/core/error.hpp"
#include "t2s/sql/parse.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace ev = t2s::evaluation;
namespace fs = std::filesystem;
namespace retrieve = t2s::retrieve;

/// Errors name the option: the file may be one that is looked for in its usual place.
std::vector<retrieve::demonstration> read(std::string const& path, retrieve::gold_sql sql, std::string const& option,
                                          retrieve::question_forms& forms) try {
  return retrieve::read_pool(path, sql, &forms);
} catch (t2s::error const& e) {
  if (is_sqlite_file(path))
    throw t2s::error(t2s::errc::malformed_data, option + ": " + path + " is an SQLite database",
                     "give a file of questions with their SQL there: JSON, JSON Lines or CSV");
  auto what = e.details();
  what.message.insert(0, option + ": ");
  throw t2s::error(std::move(what));
}

[[noreturn]] void refuse_databases(fs::path const& folder, std::string const& remedy) {
  throw t2s::error(t2s::errc::file_not_found, "there is no folder of databases " + t2s::db::without_password(folder.string()),
                   remedy.empty() ? "name it with --databases" : remedy + ", with --databases DIR");
}

/// What compares strategies does so on SQLite's files.
void require_files(ev::database_folders const& all) {
  for (auto const& folder : all.all())
    if (ev::database_folders::is_pattern(folder.string()))
      throw usage_error("--databases: this command reads SQLite's files alone: give a folder of ID/ID.sqlite");
}

}  // namespace

bool is_sqlite_file(std::string const& path) {
  constexpr std::string_view magic = "SQLite format 3";
  std::string begin(magic.size(), ' ');
  return std::ifstream(path).read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

void describe_databases(po::options_description& to, std::string const& about) {
  to.add_options()(
      "databases", po::value<std::vector<std::string>>()->composing()->value_name("DIR|URL"),
      (about + "folder of ID/ID.sqlite (default: DIR/databases or DIR/database); may be repeated, the first that has ID counts. Or a "
               "server, with {db} in the place of ID: postgresql://host/{db}")
          .c_str());
}

ev::data_set open_data(po::variables_map const& given, char const* questions, char const* demonstrations, bool files_only) {
  auto const asked = files_of(given, questions);
  ev::data_set set;
  if (given.count("data") != 0) try {
      set = ev::open_data_set(text_of(given, "data"), asked.empty() ? std::string() : asked.front());
    } catch (t2s::error const& e) {
      auto what = e.details();
      what.message.insert(0, "--data: ");
      throw t2s::error(std::move(what));
    }
  if (!asked.empty()) set.questions = asked;
  if (auto const own = files_of(given, demonstrations); !own.empty()) set.demonstrations = own;
  if (auto const own = files_of(given, "tables"); !own.empty()) set.tables = own.front();
  auto usual = set.folder / "databases";
  if (given.count("databases") != 0) {
    set.databases = {};
    for (auto const& folder : given["databases"].as<std::vector<std::string>>())
      ev::database_folders::is_pattern(folder) || fs::is_directory(folder) ? set.databases.add(folder) : refuse_databases(folder, {});
    if (files_only) require_files(set.databases);
  }
  if (set.databases.empty()) refuse_databases(usual, set.databases_remedy());
  for (auto const& note : set.notes()) std::cerr << "t2s: " << printable(note) << "\n";
  return set;
}

std::string database_file(ev::database_folders const& databases, std::string const& id) {
  auto const path = databases.file_of(id);
  if (!is_sqlite(path.string()) || fs::exists(path)) return path.string();
  auto const& all = databases.all();
  auto const where = all.size() == 1 ? t2s::db::without_password(path.string())
                                     : (fs::path(id) / path.filename()).string() + " in any of " + databases.string();
  throw t2s::error(t2s::errc::file_not_found, "there is no database " + where, "name its folder with --databases");
}

file_names files_of(po::variables_map const& given, char const* option) {
  return given.count(option) != 0 ? file_names{given[option].as<std::string>()} : file_names();
}

void note_forms(retrieve::question_forms const& of, std::string const& place) {
  if (auto const note = retrieve::form_note(of); !note.empty()) std::cerr << "t2s: " << place << printable(note) << "\n";
}

std::vector<retrieve::demonstration> read_questions(file_names const& paths) {
  std::vector<retrieve::demonstration> all;
  retrieve::question_forms forms;
  for (auto const& path : paths) {
    auto some = read(path, retrieve::gold_sql::optional, "--questions", forms);
    if (some.empty())
      throw t2s::error(t2s::errc::malformed_data, path + ": there is no question in it", "give the questions to be answered");
    for (std::size_t i = 0; i < some.size(); ++i)
      if (some[i].database.empty())
        throw t2s::error(t2s::errc::malformed_data,
                         std::string(path).append(": question #").append(std::to_string(i)) + " (" + some[i].question + ") has no db_id",
                         "add the name of its database");
    std::ranges::move(some, std::back_inserter(all));
  }
  note_forms(forms);
  return all;
}

std::vector<retrieve::demonstration> read_demonstrations(file_names const& paths, char const* option) {
  std::vector<retrieve::demonstration> all;
  retrieve::question_forms forms;
  for (auto const& path : paths) {
    auto some = read(path, retrieve::gold_sql::required, option, forms);
    if (some.empty()) std::cerr << "t2s: " << option << ": there are no demonstrations in " << printable(path) << "\n";
    std::ranges::move(some, std::back_inserter(all));
  }
  note_forms(forms, std::string(option) + ": ");
  auto const is_unread = [](auto const& d) { return !t2s::sql::parse(d.sql); };
  if (auto const first = std::ranges::find_if(all, is_unread); first != all.end())
    std::cerr << "t2s: " << option << ": the SQL of " << std::count_if(first, all.end(), is_unread) << " of " << all.size()
              << " demonstrations does not parse, first " << printable(first->sql) << "; without a model it is of no use\n";
  return all;
}

std::vector<retrieve::demonstration> demonstrations_or_shipped(file_names const& paths, char const* option) {
  return paths.empty() ? retrieve::parse_pool(shipped_pool(), "the shipped demonstrations") : read_demonstrations(paths, option);
}

}  // namespace cli
