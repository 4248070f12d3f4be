// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_LOCATION_HPP
#define T2S_DB_ANY_DETAIL_LOCATION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/any/detail/engine.hpp"
#include "t2s/db/detail/without_password.hpp"

#include <string_view>

namespace t2s::db {

/// What a text names: `postgresql://...` or `postgres://...`, `mysql://...` or `mariadb://...`, `duckdb:FILE`, `odbc:DSN=...`,
/// `sqlite:FILE`, and any other is a file, of DuckDB if it begins as DuckDB's do and else of SQLite. Nothing is connected to.
///
/// Throws `t2s::error` with `errc::invalid_argument` for nothing, and for a scheme that is none of these (unless a file has that name).
/// O(bytes), and a few bytes are read of a file.
[[nodiscard]] T2S_DECL location locate(std::string_view written);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/any/detail/location.ipp"
#endif

#endif
