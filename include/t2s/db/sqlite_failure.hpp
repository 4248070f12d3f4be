// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_FAILURE_HPP
#define T2S_DB_SQLITE_FAILURE_HPP

#include "t2s/core/error.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace t2s::db {

/// What SQLite means by a result code and its message, as this library's failure.
///
/// `code` is a result code, plain or extended, other than SQLITE_OK, SQLITE_ROW and SQLITE_DONE. The message is kept as it is.
/// `subject` is what the message names: the missing table, column (qualified if the statement qualifies it) or function, the ambiguous
/// column, the token that is wrong. Codes that tell of the file and not of the statement (SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR,
/// ...) give codes outside the range of statements: see `is_about_statement`. SQLITE_INTERRUPT gives `errc::cancelled`. Pure.
[[nodiscard]] T2S_DECL failure sqlite_failure(int code, std::string_view message, std::optional<std::size_t> offset = {});

/// Whether a failure of this code is data (`execution::failure`) rather than thrown.
[[nodiscard]] constexpr bool is_about_statement(errc code) noexcept { return code >= errc::sql_syntax && code <= errc::sql_failed; }

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/impl/sqlite_failure.ipp"
#endif

#endif
