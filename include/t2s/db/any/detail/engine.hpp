// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_ENGINE_HPP
#define T2S_DB_ANY_DETAIL_ENGINE_HPP

#include "t2s/db/detail/any_connection.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::db {

/// A kind of database that a text can name. `engines()` lists those that this program was built with.
struct engine {
  std::string_view name{};   ///< as its folder below db/: "postgres"
  std::string_view title{};  ///< as people write it: "PostgreSQL"

  static engine const sqlite;

  friend constexpr bool operator==(engine const& a, engine const& b) noexcept { return a.name == b.name; }
};

inline constexpr engine engine::sqlite{"sqlite", "SQLite"};

/// Where a database is.
struct location {
  db::engine engine{};   ///< what answers there
  std::string target{};  ///< what the engine's own connection takes: a file, or the text as it was written; it may have a password
  std::string shown{};   ///< for messages: what was written, with *** in the place of passwords
  std::string name{};    ///< of the database alone, as data sets call it: that of its file without the ending, or that on the server
};

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
