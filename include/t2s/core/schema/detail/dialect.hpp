// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_SCHEMA_DETAIL_DIALECT_HPP
#define T2S_CORE_SCHEMA_DETAIL_DIALECT_HPP

#include "t2s/core/detail/config.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace t2s::sql {

/// The dialects of SQL. The tree is the same for all of them.
enum class dialect : std::uint8_t { sqlite, postgres, mysql, duckdb };

/// In the order of `dialect`.
inline constexpr std::array<std::string_view, 4> dialect_names{"sqlite", "postgres", "mysql", "duckdb"};

/// In lower case.
[[nodiscard]] constexpr std::string_view name_of(dialect d) noexcept { return dialect_names[static_cast<std::size_t>(d)]; }

/// The dialect with a name, or nothing.
[[nodiscard]] constexpr std::optional<dialect> dialect_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < dialect_names.size(); ++i)
    if (dialect_names[i] == name) return static_cast<dialect>(i);
  return {};
}

/// The display name: "SQLite".
[[nodiscard]] constexpr std::string_view title_of(dialect d) noexcept {
  return d == dialect::postgres ? "PostgreSQL" : d == dialect::mysql ? "MySQL" : d == dialect::duckdb ? "DuckDB" : "SQLite";
}

namespace detail {
struct dialect_reader;  // defined in sql/
}

/// A dialect and its reader, for `options::grammar`. The values are `sqlite` (parse.hpp), `postgres` (postgres.hpp), `mysql` (mysql.hpp)
/// and `duckdb` (duckdb.hpp); a program that does not include a header does not pay for its grammar. Users do not make their own.
struct grammar {
  sql::dialect dialect{};                  ///< the dialect
  detail::dialect_reader const* reader{};  ///< its reader

  friend bool operator==(grammar const& a, grammar const& b) noexcept { return a.dialect == b.dialect; }
};

}  // namespace t2s::sql

#endif
