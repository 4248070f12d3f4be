// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_POSTGRES_IPP
#define T2S_SQL_IMPL_POSTGRES_IPP

#include "t2s/sql/impl/postgres_lexer.hpp"
#include "t2s/sql/impl/postgres_rules.hpp"
#include "t2s/sql/impl/run.hpp"
#include "t2s/sql/postgres.hpp"

namespace t2s::sql::detail {

T2S_DECL std::size_t lex_postgres(storage& held) { return lex<postgres_lexer>(held.text, held.tokens); }

T2S_DECL bool read_postgres(state& s, storage const& held) { return read_with<postgres_rules>(s, held); }

}  // namespace t2s::sql::detail

#endif
