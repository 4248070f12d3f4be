// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_TARGET_IPP
#define T2S_DB_COPY_DETAIL_TARGET_IPP

#include "t2s/core/error.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/db/copy/detail/sqlite_target.hpp"
#include "t2s/db/copy/detail/target.hpp"

#ifdef T2S_WITH_DUCKDB
#include "t2s/db/copy/detail/duckdb_target.hpp"
#endif
#ifdef T2S_WITH_MYSQL
#include "t2s/db/copy/detail/mysql_target.hpp"
#endif
#ifdef T2S_WITH_POSTGRES
#include "t2s/db/copy/detail/postgres_target.hpp"
#endif

namespace t2s::db {

T2S_DECL std::unique_ptr<copy_target> open_target(std::string_view written, [[maybe_unused]] target_options const& options) {
  auto const l = locate(written);
  if (l.engine == engine::sqlite) return std::make_unique<detail::sqlite_target>(l.target);
#ifdef T2S_WITH_POSTGRES
  if (l.engine.name == "postgres") return std::make_unique<detail::postgres_target>(l, options);
#endif
#ifdef T2S_WITH_DUCKDB
  if (l.engine.name == "duckdb") return std::make_unique<detail::duckdb_target>(l);
#endif
#ifdef T2S_WITH_MYSQL
  if (l.engine.name == "mysql") return std::make_unique<detail::mysql_target>(l, options);
#endif
  if (l.engine.name == "odbc")
    throw error(failure{
        errc::invalid_argument, "nothing is written through ODBC", l.shown, "name a file, or postgresql://, mysql://, duckdb:", {}});
  throw error(failure{errc::invalid_argument,
                      std::string("this build cannot write to ").append(l.engine.title),
                      l.shown,
                      "name a file or another server; if the engine's client library is missing (docs/packaging.md), install it and configure again",
                      {}});
}

}  // namespace t2s::db

#endif
