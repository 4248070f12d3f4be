// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DIALECTS_HPP
#define T2S_SQL_DIALECTS_HPP

#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/mysql.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/postgres.hpp"

#include <array>

/// All dialects, for programs that choose the dialect at run time.
namespace t2s::sql {

/// The dialects that models mix into SQLite's, in the order of trying a statement of unknown origin: MySQL is the most common.
inline constexpr std::array<grammar, 3> other_dialects{mysql, postgres, duckdb};

/// The grammar of a dialect, for `options::grammar`.
[[nodiscard]] constexpr grammar const& grammar_of(dialect d) noexcept {
  return d == dialect::postgres ? postgres : d == dialect::mysql ? mysql : d == dialect::duckdb ? duckdb : sqlite;
}

}  // namespace t2s::sql

#endif
