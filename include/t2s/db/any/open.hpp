// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_OPEN_HPP
#define T2S_DB_ANY_OPEN_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/any/detail/any_options.hpp"
#include "t2s/db/any/detail/location.hpp"

#include <string_view>
#include <vector>

namespace t2s::db {

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
