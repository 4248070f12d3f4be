// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DIALECTS_HPP
#define T2S_SQL_DIALECTS_HPP

#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/mysql.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/postgres.hpp"

#include <array>

/// All dialects, for programs that learn only at run time which one they are to read.
namespace t2s::sql {

/// What models mix into SQLite's, in the order in which a statement of unknown origin is read: MySQL is what they mix in most.
inline constexpr std::array<grammar, 2> other_dialects{mysql, postgres};

/// How to read a dialect, for `options::grammar`.
[[nodiscard]] constexpr grammar const& grammar_of(dialect d) noexcept {
  return d == dialect::postgres ? postgres : d == dialect::mysql ? mysql : d == dialect::duckdb ? duckdb : sqlite;
}

}  // namespace t2s::sql

#endif
