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

/// Adds --rules, --role and --parameter: what a user may see of a database.
void describe_rules(po::options_description& into);
/// Adds --users: who may ask a server, and what each may see.
void describe_users(po::options_description& into);

/// What these options say.
struct access_options {
  bool is_restricted = false;          ///< whether there are rules
  t2s::db::policy::rules rules{};      ///< of --rules
  t2s::db::policy::session session{};  ///< of --role and --parameter
};

/// Reads them, and the file of rules. Throws usage_error for --role or --parameter without --rules, for rules without a role and without
/// --users, and for a parameter that is not NAME=VALUE, and t2s::error for a file that is no rules.
access_options access_of(po::variables_map const& given);

/// The users of --users, none without it. Throws usage_error for --users without --rules, and beside what it has itself, and t2s::error for
/// a file that is no users.
std::vector<t2s::serve::user> users_of(po::variables_map const& given);

/// Opens what --db named, and shows of it what the options let the user see. Throws t2s::error.
t2s::db::any_connection open_restricted(std::string const& written, t2s::db::any_options how, access_options const& who);

}  // namespace cli

#endif
