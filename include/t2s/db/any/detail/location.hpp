// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_LOCATION_HPP
#define T2S_DB_ANY_DETAIL_LOCATION_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace t2s::db {

/// The kinds of databases that a text can name.
enum class engine : std::uint8_t { sqlite, postgres, mysql, duckdb, odbc };

/// As people write it: "PostgreSQL".
[[nodiscard]] constexpr std::string_view title_of(engine e) noexcept {
  switch (e) {
    case engine::sqlite: return "SQLite";
    case engine::postgres: return "PostgreSQL";
    case engine::mysql: return "MySQL";
    case engine::duckdb: return "DuckDB";
    case engine::odbc: return "ODBC";
  }
  return {};
}

/// Where a database is.
struct location {
  db::engine engine{};   ///< what answers there
  std::string target{};  ///< what the engine's own connection takes: a file, or the text as it was written; it may have a password
  std::string shown{};   ///< for messages: what was written, with *** in the place of passwords
  std::string name{};    ///< of the database alone, as data sets call it: that of its file without the ending, or that on the server
};

/// What a text names: `postgresql://...` or `postgres://...`, `mysql://...` or `mariadb://...`, `duckdb:FILE`, `odbc:DSN=...`,
/// `sqlite:FILE`, and any other is a file, of DuckDB if it begins as DuckDB's do and else of SQLite. Nothing is connected to.
///
/// Throws `t2s::error` with `errc::invalid_argument` for nothing, and for a scheme that is none of these (unless a file has that name).
/// O(bytes), and a few bytes are read of a file.
[[nodiscard]] T2S_DECL location locate(std::string_view written);

/// The text with *** in the place of every password that it has: before the @ of a URL, and as the value of password, pwd, token and the
/// like. O(bytes); thread safe.
[[nodiscard]] T2S_DECL std::string without_password(std::string_view written);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/any/detail/location.ipp"
#endif

#endif
