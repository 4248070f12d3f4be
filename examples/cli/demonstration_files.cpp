// SPDX-License-Identifier: BSL-1.0
#include "demonstration_files.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "named_place.hpp"
#include "sqlite_file.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/sql/parse.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace retrieve = t2s::retrieve;

/// Errors name the option, since the file may have been found in its usual place.
std::vector<t2s::demonstration> read(std::string const& path, retrieve::gold_sql sql, std::string const& option,
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

}  // namespace

file_names files_of(po::variables_map const& given, char const* option) {
  return given.count(option) != 0 ? file_names{given[option].as<std::string>()} : file_names();
}

void note_forms(retrieve::question_forms const& of, std::string const& place) {
  if (auto const note = retrieve::form_note(of); !note.empty()) std::cerr << "t2s: " << place << printable(note) << "\n";
}

std::vector<t2s::demonstration> read_questions(file_names const& paths) {
  std::vector<t2s::demonstration> all;
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

std::vector<t2s::demonstration> read_demonstrations(file_names const& paths, char const* option) {
  std::vector<t2s::demonstration> all;
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

std::vector<t2s::demonstration> demonstrations_or_shipped(file_names const& paths, char const* option) {
  return paths.empty() ? retrieve::parse_pool(shipped_pool(), "the shipped demonstrations") : read_demonstrations(paths, option);
}

void describe_corrections(po::options_description& to) {
  to.add_options()(
      "corrections", a_word("FILE|none"),
      "questions with the SQL by which t2s correct remembers them (default: FILE.t2s-corrections next to the database, if there)");
}

file_names corrections_of(po::variables_map const& given) {
  auto const named = files_of(given, "corrections");
  if (!named.empty()) return named.front() == "none" ? file_names() : named;
  if (given.count("rules") != 0) return {};
  std::vector<std::string> databases;
  if (auto const* one = boost::any_cast<std::string>(&given["db"].value())) databases.push_back(*one);
  if (auto const* several = boost::any_cast<std::vector<std::string>>(&given["db"].value()))
    for (auto const& typed : *several) databases.push_back(place_of(typed).place);
  file_names found;
  for (auto const& place : databases) {
    auto file = retrieve::corrections_place(t2s::db::locate(place).target);
    std::error_code none;
    if (std::filesystem::exists(file, none)) found.push_back(std::move(file));
  }
  return found;
}

std::vector<t2s::demonstration> demonstrations_for(po::variables_map const& given) {
  std::vector<t2s::demonstration> all;
  for (auto const& file : corrections_of(given)) std::ranges::move(retrieve::read_corrections(file), std::back_inserter(all));
  std::ranges::move(demonstrations_or_shipped(files_of(given, "demonstrations")), std::back_inserter(all));
  return all;
}

}  // namespace cli
