// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SERVED_DATABASES_HPP
#define T2S_CLI_SERVED_DATABASES_HPP

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "lexicon_options.hpp"
#include "open_database.hpp"
#include "t2s/serve/served_database.hpp"

namespace cli {

/// Adds --db, which may be repeated, and --max-rows-read.
void describe_served_databases(po::options_description& to);

/// Opens what --db named: as `open_database`, or with something before what that opens.
using database_opener = std::function<t2s::db::any_connection(std::string const& written, t2s::db::any_options const& how)>;

/// The databases of --db, by their names: NAME of NAME=FILE|URL, else the name of the file or database. Throws usage_error for two of one
/// name, t2s::error for what cannot be opened. `words`, if there are any, say what is read of each.
[[nodiscard]] std::vector<std::shared_ptr<t2s::serve::served_database>> served_databases(po::variables_map const& given,
                                                                                         t2s::serve::service_limits const& limits,
                                                                                         lexicon_options const* words = nullptr,
                                                                                         database_opener const& open = open_database);

}  // namespace cli

#endif
