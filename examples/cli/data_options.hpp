// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_DATA_OPTIONS_HPP
#define T2S_CLI_DATA_OPTIONS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "t2s/evaluation/data_set.hpp"
#include "t2s/retrieve/pool.hpp"

namespace cli {

/// Whether a file begins as SQLite's do.
bool is_sqlite_file(std::string const& path);

/// Adds --databases to a command's options; `about` begins what --help says of it.
void describe_databases(po::options_description& to, std::string const& about = {});

/// The data set of --data, which may be absent, with the files that options name in the place of its own: --databases, --tables if the
/// command has it, and those of questions and demonstrations. Standard error says what was taken for what. Throws t2s::error where --data
/// or --databases names no folder, and where there are no databases; usage_error where databases are on a server and `files_only`.
t2s::evaluation::data_set open_data(po::variables_map const& given, char const* questions = "questions",
                                    char const* demonstrations = "demonstrations", bool files_only = false);

/// The file of a database, or where it is on a server. Throws t2s::error where there is no such file.
std::string database_file(t2s::evaluation::database_folders const& databases, std::string const& id);

using file_names = std::vector<std::string>;

/// The file that the option names; none without it.
file_names files_of(po::variables_map const& given, char const* option);

/// Says on standard error, after `place`, of what form questions are that are no plain ones.
void note_forms(t2s::retrieve::question_forms const& of, std::string const& place = {});

/// The questions of files, with gold SQL or without. Throws t2s::error if there is none, or one without db_id.
std::vector<t2s::retrieve::demonstration> read_questions(file_names const& paths);

/// The demonstrations of the files that `option` names. Notes on standard error if there are none, or if some do not parse.
std::vector<t2s::retrieve::demonstration> read_demonstrations(file_names const& paths, char const* option = "--demonstrations");

/// The same; those that come with t2s without files.
std::vector<t2s::retrieve::demonstration> demonstrations_or_shipped(file_names const& paths, char const* option = "--demonstrations");

/// The demonstrations that come with t2s, as JSON.
std::string_view shipped_pool();

}  // namespace cli

#endif
