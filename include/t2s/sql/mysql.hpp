// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_MYSQL_HPP
#define T2S_SQL_MYSQL_HPP

#include "t2s/sql/parse.hpp"

namespace t2s::sql {

namespace detail {
[[nodiscard]] T2S_DECL std::size_t lex_mysql(storage& held);
[[nodiscard]] T2S_DECL bool read_mysql(state& s, storage const& held);
}  // namespace detail

/// The grammar of MySQL's queries, for `options::grammar`.
inline constexpr grammar mysql{dialect::mysql, &detail::lex_mysql, &detail::read_mysql};

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/impl/mysql.ipp"
#endif

#endif
