// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LISTENING_HPP
#define T2S_CLI_LISTENING_HPP

#include <string>
#include <vector>

#include "command.hpp"
#include "t2s/serve/http/server.hpp"
#include "t2s/serve/users.hpp"

namespace cli {

/// Adds --token, --users, --allow-host, --peer-connections and --connections.
void describe_listening(po::options_description& to);

/// The address of a server and its access rules: HOST:PORT from `option`, --token or the tokens of `users`, --allow-host, and
/// --allow-origin where a command has it. Beyond this machine it makes a new token if there is none. Throws usage_error.
[[nodiscard]] t2s::serve::http_options listening_at(std::string const& place, char const* option, po::variables_map const& given,
                                                    std::vector<t2s::serve::user> const& users);

}  // namespace cli

#endif
