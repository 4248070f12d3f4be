// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_SERVER_HPP
#define T2S_DB_POSTGRES_DETAIL_SERVER_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/back_off.hpp"
#include "t2s/db/postgres/detail/options.hpp"
#include "t2s/db/postgres/detail/reading.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace t2s::db::detail {

/// What all connections to a server have in common. Only `attempts` changes after the schema has been read.
struct postgres_server {
  std::string connection_string{};
  postgres_options options{};
  schema::database schema{};
  postgres_type_names types{};
  std::set<std::string, std::less<>> doing_functions{};  ///< not PostgreSQL's own, and declared VOLATILE: in lower case
  /// By schema and name, how many rows statistics say of those that have more than `distinct` looks at.
  std::map<std::string, double, std::less<>> large_tables{};
  back_off attempts{};
};

}  // namespace t2s::db::detail

#endif
