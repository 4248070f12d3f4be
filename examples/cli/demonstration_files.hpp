// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_DEMONSTRATION_FILES_HPP
#define T2S_CLI_DEMONSTRATION_FILES_HPP

#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "t2s/retrieve/pool.hpp"

namespace cli {

using file_names = std::vector<std::string>;

/// The file that the option names; none without it.
file_names files_of(po::variables_map const& given, char const* option);

/// Reports the form of unusual questions on standard error, after `place`.
void note_forms(t2s::retrieve::question_forms const& of, std::string const& place = {});

/// The questions of files, with or without gold SQL. Throws t2s::error if there is none, or one without db_id.
std::vector<t2s::demonstration> read_questions(file_names const& paths);

/// The demonstrations in the files of `option`. Reports on standard error if there are none, or if some do not parse.
std::vector<t2s::demonstration> read_demonstrations(file_names const& paths, char const* option = "--demonstrations");

/// The same; without files, the demonstrations that come with t2s.
std::vector<t2s::demonstration> demonstrations_or_shipped(file_names const& paths, char const* option = "--demonstrations");

/// Adds --corrections.
void describe_corrections(po::options_description& to);

/// The files of corrections of the databases of --db: that of --corrections, else those next to files of databases; with --rules none,
/// since their SQL would tell what a role does not see.
file_names corrections_of(po::variables_map const& given);

/// The demonstrations for questions over --db: its corrections, then those of --demonstrations or those that come with t2s.
std::vector<t2s::demonstration> demonstrations_for(po::variables_map const& given);

/// The demonstrations that come with t2s, as JSON.
std::string_view shipped_pool();

}  // namespace cli

#endif
