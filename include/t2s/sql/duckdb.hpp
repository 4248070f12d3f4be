// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DUCKDB_HPP
#define T2S_SQL_DUCKDB_HPP

#include "t2s/sql/parse.hpp"

namespace t2s::sql {

namespace detail {
[[nodiscard]] T2S_DECL std::size_t lex_duckdb(std::string const& text, std::vector<token>& room);
[[nodiscard]] T2S_DECL bool read_duckdb(state& s);
inline constexpr dialect_reader duckdb_reader{&lex_duckdb, &read_duckdb};
}  // namespace detail

/// The grammar of DuckDB's queries, for `options::grammar`.
inline constexpr grammar duckdb{dialect::duckdb, &detail::duckdb_reader};

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/duckdb.ipp"
#endif

#endif
