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

/// Adds --db, which may be repeated, --max-rows-read, and --rules with what belongs to it.
void describe_served_databases(po::options_description& to);

/// The databases of --db as those who ask may see them.
struct served_databases {
  t2s::serve::database_list for_all{};                                       ///< without --users
  std::map<std::string, t2s::serve::database_list, std::less<>> of_users{};  ///< with it; users who see the same share theirs

  /// Each once.
  [[nodiscard]] t2s::serve::database_list all() const;
};

/// Opens them for `users`, or for all where there are none; they are called NAME of NAME=FILE|URL, else by the file or database. What users
/// ask is written down before rules change it, by --audit. Throws usage_error for two of one name and for options that do not fit together,
/// t2s::error for what cannot be opened. `telemetry` outlives them.
[[nodiscard]] served_databases open_served(po::variables_map const& given, t2s::serve::service_limits const& limits,
                                           telemetry_options const& telemetry, std::vector<t2s::serve::user> const& users);

}  // namespace cli

#endif
