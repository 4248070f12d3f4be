// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ACCESS_OPTIONS_HPP
#define T2S_CLI_ACCESS_OPTIONS_HPP

#include <string>
#include <vector>

#include "command.hpp"
#include "open_database.hpp"
#include "t2s/db/policy/detail/rules.hpp"
#include "t2s/serve/users.hpp"

namespace cli {

/// Adds --rules, --role and --parameter, which restrict what a user may see of a database.
void describe_rules(po::options_description& into);
/// Adds --users: the users of a server, and what each may see.
void describe_users(po::options_description& into);

/// The values of these options.
struct access_options {
  bool is_restricted = false;          ///< whether there are rules
  t2s::db::policy::rules rules{};      ///< the rules of --rules
  t2s::db::policy::session session{};  ///< the session from --role and --parameter
};

/// Reads the options and the file of rules. Throws usage_error for --role or --parameter without --rules, for rules without a role and
/// without --users, and for a parameter that is not NAME=VALUE; t2s::error for an invalid file of rules.
access_options access_of(po::variables_map const& given);

/// The users of --users; none without it. Throws usage_error for --users without --rules, or with options that it replaces; t2s::error for
/// an invalid file of users.
std::vector<t2s::serve::user> users_of(po::variables_map const& given);

/// Opens the database of --db, restricted to what the user may see, whose rules are tried unless an earlier connection has. Throws
/// t2s::error.
t2s::db::any_connection open_restricted(std::string const& written, t2s::db::any_options how, access_options const& who,
                                        bool are_tried = false);

}  // namespace cli

#endif
