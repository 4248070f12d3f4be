// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LISTENING_HPP
#define T2S_CLI_LISTENING_HPP

#include <string>
#include <vector>

#include "command.hpp"
#include "t2s/serve/http/server.hpp"
#include "t2s/serve/users.hpp"

namespace cli {

/// Adds --token, --users and --allow-host.
void describe_listening(po::options_description& to);

/// Where and to whom a server listens: at HOST:PORT, the value of `option`, by --token, or the tokens of `users`, and --allow-host. Off
/// this machine it has a new token where there is neither. Throws usage_error.
[[nodiscard]] t2s::serve::http_options listening_at(std::string const& place, char const* option, po::variables_map const& given,
                                                    std::vector<t2s::serve::user> const& users);

}  // namespace cli

#endif
