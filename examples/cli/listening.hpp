// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LISTENING_HPP
#define T2S_CLI_LISTENING_HPP

#include <string>

#include "command.hpp"
#include "t2s/serve/http/server.hpp"

namespace cli {

/// Adds --token, --users and --allow-host.
void describe_listening(po::options_description& to);

/// Where and to whom a server listens: at HOST:PORT, the value of `option`, by --token or --users, and --allow-host. Off this machine
/// it has a new token where neither is given. Throws usage_error, and t2s::error for a file that is no users.
[[nodiscard]] t2s::serve::http_options listening_at(std::string const& place, char const* option, po::variables_map const& given);

}  // namespace cli

#endif
