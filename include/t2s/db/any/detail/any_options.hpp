// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_ANY_OPTIONS_HPP
#define T2S_DB_ANY_DETAIL_ANY_OPTIONS_HPP

#include "t2s/db/detail/any_connection.hpp"

#include <string>
#include <utility>
#include <vector>

namespace t2s::db {

/// How a database of any kind is opened. What only one engine has is set with that engine's own options and connection.
struct any_options {
  statement_limits limits{};  ///< of each statement
  bool immutable = false;     ///< an SQLite file cannot change while it is open, as `sqlite_options::immutable` says
  std::vector<std::pair<std::string, std::string>> postgres_settings{};  ///< as `postgres_options::settings`, which other engines pass over
};

/// What a connection says of itself.
struct server_facts {
  std::string engine{};   ///< "PostgreSQL 15.8"
  std::string role{};     ///< as whom it is logged in; "" where there are no roles
  bool is_known = false;  ///< whether it can tell if it could write
};

}  // namespace t2s::db

#endif
