// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_MYSQL_IPP
#define T2S_SQL_IMPL_MYSQL_IPP

#include "t2s/sql/impl/mysql_lexer.hpp"
#include "t2s/sql/impl/mysql_rules.hpp"
#include "t2s/sql/impl/run.hpp"
#include "t2s/sql/mysql.hpp"

namespace t2s::sql::detail {

T2S_DECL std::size_t lex_mysql(storage& held) { return lex<mysql_lexer>(held.text, held.tokens); }

T2S_DECL bool read_mysql(state& s, storage const& held) { return read_with<mysql_rules>(s, held); }

}  // namespace t2s::sql::detail

#endif
