// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_ENGINE_HPP
#define T2S_DB_ANY_DETAIL_ENGINE_HPP

#include <string>
#include <string_view>

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

}  // namespace t2s::db

#endif
