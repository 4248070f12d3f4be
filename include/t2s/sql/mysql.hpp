// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_MYSQL_HPP
#define T2S_SQL_MYSQL_HPP

#include "t2s/sql/parse.hpp"

namespace t2s::sql {

namespace detail {
[[nodiscard]] T2S_DECL std::size_t lex_mysql(std::string const& text, std::vector<token>& room);
[[nodiscard]] T2S_DECL bool read_mysql(state& s);
inline constexpr dialect_reader mysql_reader{&lex_mysql, &read_mysql};
}  // namespace detail

/// The grammar of MySQL's queries, for `options::grammar`.
inline constexpr grammar mysql{dialect::mysql, &detail::mysql_reader};

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/mysql.ipp"
#endif

#endif
