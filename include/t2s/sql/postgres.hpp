// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_POSTGRES_HPP
#define T2S_SQL_POSTGRES_HPP

#include "t2s/sql/parse.hpp"

namespace t2s::sql {

namespace detail {
[[nodiscard]] T2S_DECL std::size_t lex_postgres(std::string const& text, std::vector<token>& room);
[[nodiscard]] T2S_DECL bool read_postgres(state& s);
inline constexpr dialect_reader postgres_reader{&lex_postgres, &read_postgres};
}  // namespace detail

/// The grammar of PostgreSQL's queries, for `options::grammar`.
inline constexpr grammar postgres{dialect::postgres, &detail::postgres_reader};

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/postgres.ipp"
#endif

#endif
