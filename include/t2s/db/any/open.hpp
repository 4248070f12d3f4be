// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_OPEN_HPP
#define T2S_DB_ANY_OPEN_HPP

#include "t2s/db/any/detail/location.hpp"
#include "t2s/db/detail/any_connection.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::db {

/// How a database of any kind is opened. What only one engine has is set with that engine's own options and connection.
struct any_options {
  statement_limits limits{};  ///< of each statement
  bool immutable = false;     ///< an SQLite file cannot change while it is open, as `sqlite_options::immutable` says
  std::vector<std::pair<std::string, std::string>> postgres_settings{};  ///< as `postgres_options::settings`, which other engines pass over
};

/// Opens the database that a text names, as `locate` reads it: a file, postgresql://..., mysql://..., duckdb:FILE, odbc:DSN=...
///
/// Throws `t2s::error` with `errc::invalid_argument` for a text that names none and for an engine that this program was built without, with
/// what to install; else as the engine's own connection does.
[[nodiscard]] T2S_DECL any_connection open(std::string_view written, any_options const& options = {});

/// What a connection says of itself.
struct server_facts {
  std::string engine{};   ///< "PostgreSQL 15.8"
  std::string role{};     ///< as whom it is logged in; "" where there are no roles
  bool is_known = false;  ///< whether it can tell if it could write
};

/// Asks an open connection. Throws as `execute`.
[[nodiscard]] T2S_DECL server_facts facts_of(any_connection& connection, engine by);

/// The engines that this program was built with.
[[nodiscard]] T2S_DECL std::vector<engine> engines();

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/any/detail/open.ipp"
#endif

#endif
