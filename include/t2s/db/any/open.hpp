// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_OPEN_HPP
#define T2S_DB_ANY_OPEN_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/any/detail/engine.hpp"
#include "t2s/db/detail/without_password.hpp"

#include <string_view>
#include <vector>

namespace t2s::db {

/// What a text names: `postgresql://...` or `postgres://...`, `mysql://...` or `mariadb://...`, `duckdb:FILE`, `odbc:DSN=...`,
/// `sqlite:FILE`, and any other is a file, of DuckDB if it begins as DuckDB's do and else of SQLite. Nothing is connected to.
///
/// Throws `t2s::error` with `errc::invalid_argument` for nothing, and for a scheme that is none of these (unless a file has that name).
/// O(bytes), and a few bytes are read of a file.
[[nodiscard]] T2S_DECL location locate(std::string_view written);

/// Opens the database that a text names, as `locate` reads it: a file, postgresql://..., mysql://..., duckdb:FILE, odbc:DSN=...
///
/// Throws `t2s::error` with `errc::invalid_argument` for a text that names none and for an engine that this program was built without, with
/// what to install; else as the engine's own connection does.
[[nodiscard]] T2S_DECL any_connection open(std::string_view written, any_options const& options = {});

/// Asks an open connection. Throws as `execute`.
[[nodiscard]] T2S_DECL server_facts facts_of(any_connection& connection, engine by);

/// The engines that this program was built with.
[[nodiscard]] T2S_DECL std::vector<engine> engines();

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/any/detail/open.ipp"
#endif

#endif
