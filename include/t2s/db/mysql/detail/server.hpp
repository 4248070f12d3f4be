// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_SERVER_HPP
#define T2S_DB_MYSQL_DETAIL_SERVER_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/back_off.hpp"
#include "t2s/db/mysql/detail/options.hpp"
#include "t2s/db/mysql/detail/url.hpp"

#include <set>
#include <string>

namespace t2s::db::detail {

/// What all connections to a server have in common. Only `attempts` changes after the schema has been read.
struct mysql_server {
  mysql_url url{};
  mysql_options options{};
  schema::database schema{};
  std::set<std::string, std::less<>> doing_functions{};  ///< those that are stored, which may change their session: in lower case
  bool has_doing_views = false;                          ///< whether a view of the database may call one of them
  std::set<std::string, std::less<>> other_databases{};  ///< in lower case
  back_off attempts{};
};

}  // namespace t2s::db::detail

#endif
