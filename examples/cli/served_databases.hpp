// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SERVED_DATABASES_HPP
#define T2S_CLI_SERVED_DATABASES_HPP

#include <memory>
#include <vector>

#include "command.hpp"
#include "t2s/serve/served_database.hpp"
#include "telemetry_options.hpp"

namespace cli {

/// Adds --db, which may be repeated, --max-rows-read, and --rules with what belongs to it.
void describe_served_databases(po::options_description& to);

/// The databases of --db, by their names: NAME of NAME=FILE|URL, else the name of the file or database. Users see of them what --rules lets
/// them see; what they ask is written down before that, by --audit. Throws usage_error for two of one name, t2s::error for what cannot be
/// opened. `telemetry` outlives them.
[[nodiscard]] std::vector<std::shared_ptr<t2s::serve::served_database>> served_databases(po::variables_map const& given,
                                                                                         t2s::serve::service_limits const& limits,
                                                                                         telemetry_options const& telemetry);

}  // namespace cli

#endif
