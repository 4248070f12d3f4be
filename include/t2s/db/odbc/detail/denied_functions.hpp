// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_DENIED_FUNCTIONS_HPP
#define T2S_DB_ODBC_DETAIL_DENIED_FUNCTIONS_HPP

#include "t2s/db/duckdb/detail/denied_functions.hpp"
#include "t2s/db/guard.hpp"
#include "t2s/db/mysql/detail/denied_functions.hpp"
#include "t2s/db/postgres/detail/denied_functions.hpp"
#include "t2s/sql/mysql.hpp"

#include <string_view>

namespace t2s::db {

/// The functions of SQLite, its command line and its ODBC driver that reach files, load code or tell of the session. `*` stands for any
/// characters.
inline constexpr std::string_view odbc_sqlite_denied_functions[] = {
    "load_extension", "readfile", "writefile", "edit",    "fsdir",       "lsmode",      "zipfile*",      "sqlar_*",  "pragma_*",
    "fts3_tokenizer", "import_*", "export_*",  "xpath_*", "blob_import", "blob_export", "sqlite_dbpage", "fossil_*", "sqlite_log"};

/// Lets a statement pass that is one query of the dialect and calls none of the functions that this library knows to do more.
[[nodiscard]] inline statement_guard odbc_guard(sql::grammar const& dialect) {
  switch (dialect.dialect) {
    case sql::dialect::postgres: return postgres_guard();
    case sql::dialect::duckdb: return duckdb_guard();
    case sql::dialect::mysql: return mysql_guard();
    default: return statement_guard(dialect, odbc_sqlite_denied_functions);
  }
}

}  // namespace t2s::db

#endif
