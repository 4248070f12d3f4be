// SPDX-License-Identifier: BSL-1.0
#include "data_options.hpp"

#include <filesystem>
#include <iostream>

#include "open_database.hpp"
#include "t2s/core/error.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace ev = t2s::evaluation;
namespace fs = std::filesystem;

[[noreturn]] void refuse_databases(fs::path const& folder, std::string const& remedy) {
  throw t2s::error(t2s::errc::file_not_found, "there is no folder of databases " + t2s::db::without_password(folder.string()),
                   remedy.empty() ? "name it with --databases" : remedy + ", with --databases DIR");
}

/// Commands that compare strategies work on SQLite files only.
void require_files(ev::database_folders const& all) {
  for (auto const& folder : all.all())
    if (ev::database_folders::is_pattern(folder.string()))
      throw usage_error("--databases: this command reads only SQLite files: give a folder of ID/ID.sqlite");
}

}  // namespace

void describe_databases(po::options_description& to, std::string const& about) {
  to.add_options()(
      "databases", po::value<std::vector<std::string>>()->composing()->value_name("DIR|URL"),
      (about + "folder of ID/ID.sqlite (default: DIR/databases or DIR/database); may be repeated, the first that has ID counts. Or a "
               "server, with {db} in the place of ID: postgresql://host/{db}, or without if one database has all tables")
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

}  // namespace cli
