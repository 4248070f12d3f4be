// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_DATA_OPTIONS_HPP
#define T2S_CLI_DATA_OPTIONS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "demonstration_files.hpp"
#include "t2s/lab/evaluation/data_set.hpp"

namespace cli {

/// Adds --databases to a command's options; `about` begins its help text.
void describe_databases(po::options_description& to, std::string const& about = {});

/// The data set of --data, which may be absent. Files that options name replace its own: --databases, --tables if the command has it, and
/// those of questions and demonstrations. Reports its choices on standard error. Throws t2s::error if --data or --databases names no
/// folder, or there are no databases; usage_error if the databases are on a server and `files_only` is set.
t2s::evaluation::data_set open_data(po::variables_map const& given, char const* questions = "questions",
                                    char const* demonstrations = "demonstrations", bool files_only = false);

/// The file of a database, or its address on a server. Throws t2s::error if there is no such file.
std::string database_file(t2s::evaluation::database_folders const& databases, std::string const& id);

}  // namespace cli

#endif
