// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SERVED_DATABASES_HPP
#define T2S_CLI_SERVED_DATABASES_HPP

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "command.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/users.hpp"
#include "telemetry_options.hpp"

namespace cli {

/// Adds --db, which may be repeated, --max-rows-read, and --rules with related options.
void describe_served_databases(po::options_description& to);

/// The databases of --db as users may see them.
struct served_databases {
  t2s::serve::database_list for_all{};                                       ///< without --users
  std::map<std::string, t2s::serve::database_list, std::less<>> of_users{};  ///< with it; users with equal rights share theirs
  t2s::serve::learned_files learned{};                                       ///< those that clients may decide about

  /// All databases, each once.
  [[nodiscard]] t2s::serve::database_list all() const;
};

/// Opens them for `users`, or for all if there are none. A database is called NAME in NAME=FILE|URL, or else after the file or database.
/// --audit records the users' statements before rules change them. Throws usage_error for a repeated name and for conflicting options,
/// t2s::error for what cannot be opened. `telemetry` must outlive them.
[[nodiscard]] served_databases open_served(po::variables_map const& given, t2s::serve::service_limits const& limits,
                                           telemetry_options const& telemetry, std::vector<t2s::serve::user> const& users);

/// What is still within the databases, for `latest_end`: "1 call within shop, whose statement does not end". Keeps them open.
[[nodiscard]] std::function<std::string()> calls_left(t2s::serve::database_list all);

}  // namespace cli

#endif
