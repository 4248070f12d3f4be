// SPDX-License-Identifier: BSL-1.0
#include "access_options.hpp"

#include <utility>

#include "t2s/db/policy/restricted.hpp"

namespace cli {

void describe_rules(po::options_description& into) {
  auto add = into.add_options();
  add("rules", a_file(), "who may see which tables, columns and rows (docs/policy.md); needs --role");
  add("role", a_word("NAME"), "the role in the file of --rules");
  add("parameter", po::value<std::vector<std::string>>()->value_name("NAME=VALUE"),
      "what :NAME stands for in the conditions of --rules; may be given several times");
}

void describe_users(po::options_description& into) {
  into.add_options()("users", a_file(),
                     "who may ask, each with a token, a role of --rules and parameters (docs/serve.md), in place of --token, --role and "
                     "--parameter");
}

std::vector<t2s::serve::user> users_of(po::variables_map const& given) {
  if (given.count("users") == 0) return {};
  if (given.count("rules") == 0) throw usage_error("--users needs --rules: give the file that says what their roles may see");
  for (auto const* has : {"role", "parameter", "token"})
    if (given.count(has) != 0) throw usage_error(std::string("--users sets this for each user: leave --").append(has).append(" out"));
  if (given.count("knowledge") != 0)
    throw usage_error("--knowledge keeps values that one user sees in a file for all users: leave it or --users out");
  if (given.count("relations") != 0)
    throw usage_error("--relations names tables, which a failure would show to users who may not see them: leave it or --users out");
  return t2s::serve::read_users(given["users"].as<std::string>());
}

access_options access_of(po::variables_map const& given) {
  access_options who;
  if (given.count("rules") == 0) {
    if (given.count("role") != 0 || given.count("parameter") != 0)
      throw usage_error("--role and --parameter need --rules: give the file of rules");
    return who;
  }
  bool const has_users = given.count("users") != 0;
  if (given.count("role") == 0 && !has_users)
    throw usage_error("--rules needs --role: give the name of a role in the file; a server over HTTP may have --users");
  if (given.count("index") != 0 && given["index"].as<std::string>() != "none")
    throw usage_error("--index cannot be used with --rules: an index has the values of all rows; leave --index out");
  who.is_restricted = true;
  who.session.role = text_of(given, "role");
  if (given.count("parameter") != 0)
    for (auto const& written : given["parameter"].as<std::vector<std::string>>()) {
      auto const at = written.find('=');
      if (at == std::string::npos || at == 0) throw usage_error("--parameter needs NAME=VALUE, not \"" + written + "\"");
      if (!who.session.parameters.emplace(written.substr(0, at), written.substr(at + 1)).second)
        throw usage_error("--parameter gives " + written.substr(0, at) + " twice");
    }
  who.rules = t2s::db::policy::read_rules(given["rules"].as<std::string>());
  return who;
}

t2s::db::any_connection open_restricted(std::string const& written, t2s::db::any_options how, access_options const& who, bool are_tried) {
  if (!who.is_restricted) return open_database(written, how);
  how.postgres_settings = t2s::db::policy::server_settings(who.rules, who.session);
  return t2s::db::policy::restrict(open_database(written, how), who.rules, who.session, are_tried);
}

}  // namespace cli
