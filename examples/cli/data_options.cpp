// SPDX-License-Identifier: BSL-1.0
#include "data_options.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>

#include "t2s/core/error.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/sql/parse.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace retrieve = t2s::retrieve;

/// Errors name the option: the file may be one that is looked for in its usual place.
std::vector<retrieve::demonstration> read(std::string const& path, retrieve::gold_sql sql, std::string const& option) try {
  return retrieve::read_pool(path, sql);
} catch (t2s::error const& e) {
  if (is_sqlite_file(path))
    throw t2s::error(t2s::errc::malformed_data, option + ": " + path + " is an SQLite database",
                     "give a file of questions with their SQL there: JSON, JSON Lines or CSV");
  auto what = e.details();
  what.message.insert(0, option + ": ");
  throw t2s::error(std::move(what));
}

}  // namespace

bool is_sqlite_file(std::string const& path) {
  constexpr std::string_view magic = "SQLite format 3";
  std::string begin(magic.size(), ' ');
  return std::ifstream(path).read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

data_options::data_options(po::variables_map const& given) : given_(given) {
  if (given.count("data") == 0) return;
  folder_ = given["data"].as<std::string>();
  if (!fs::is_directory(folder_))
    throw t2s::error(t2s::errc::file_not_found, "--data: there is no directory " + folder_.string(), "name the folder of the data set");
}

std::string data_options::file(char const* option, char const* usual) const {
  return given_.count(option) != 0 ? given_[option].as<std::string>() : (folder_ / usual).string();
}

std::string data_options::file_if_there(char const* option, char const* usual) const {
  auto path = file(option, usual);
  return given_.count(option) != 0 || fs::exists(path) ? path : std::string();
}

std::string data_options::databases() const {
  auto const first = file("databases", "databases");
  for (auto const& path : {first, file("databases", "database")})
    if (fs::is_directory(path)) return path;
  throw t2s::error(t2s::errc::file_not_found, "there is no folder of databases " + first, "name it with --databases");
}

std::string database_file(fs::path const& databases, std::string const& id) {
  auto const path = databases / id / (id + ".sqlite");
  if (!fs::exists(path))
    throw t2s::error(t2s::errc::file_not_found, "there is no database " + path.string(), "name its folder with --databases");
  return path.string();
}

std::vector<retrieve::demonstration> read_questions(std::string const& path) {
  auto all = read(path, retrieve::gold_sql::optional, "--questions");
  if (all.empty()) throw t2s::error(t2s::errc::malformed_data, path + ": there is no question in it", "give the questions to be answered");
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].database.empty())
      throw t2s::error(t2s::errc::malformed_data,
                       std::string(path).append(": question #").append(std::to_string(i)) + " (" + all[i].question + ") has no db_id",
                       "add the name of its database");
  return all;
}

std::vector<retrieve::demonstration> read_demonstrations(std::string const& path, char const* option) {
  auto all = read(path, retrieve::gold_sql::required, option);
  if (all.empty()) std::cerr << "t2s: " << option << ": there are no demonstrations in " << printable(path) << "\n";
  auto const is_unread = [](auto const& d) { return !t2s::sql::parse(d.sql); };
  if (auto const first = std::ranges::find_if(all, is_unread); first != all.end())
    std::cerr << "t2s: " << option << ": the SQL of " << std::count_if(first, all.end(), is_unread) << " of " << all.size()
              << " demonstrations does not parse, first " << printable(first->sql) << "; without a model it is of no use\n";
  return all;
}

std::vector<retrieve::demonstration> demonstrations_or_shipped(std::string const& path, char const* option) {
  return path.empty() ? retrieve::parse_pool(shipped_pool(), "the shipped demonstrations") : read_demonstrations(path, option);
}

}  // namespace cli
