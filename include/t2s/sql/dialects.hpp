// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DIALECTS_HPP
#define T2S_SQL_DIALECTS_HPP

#include "t2s/sql/mysql.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/postgres.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

/// All dialects, for programs that learn only at run time which one they are to read.
namespace t2s::sql {

/// In the order of `dialect`.
inline constexpr std::array<std::string_view, 3> dialect_names{"sqlite", "postgres", "mysql"};

/// In lower case.
[[nodiscard]] constexpr std::string_view name_of(dialect d) noexcept { return dialect_names[static_cast<std::size_t>(d)]; }

/// The dialect of a name, or nothing.
[[nodiscard]] constexpr std::optional<dialect> dialect_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < dialect_names.size(); ++i)
    if (dialect_names[i] == name) return static_cast<dialect>(i);
  return {};
}

/// How to read a dialect, for `options::grammar`.
[[nodiscard]] constexpr grammar grammar_of(dialect d) noexcept {
  return d == dialect::postgres ? postgres : d == dialect::mysql ? mysql : sqlite;
}

}  // namespace t2s::sql

#endif
