// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_OPENER_HPP
#define T2S_DB_DUCKDB_DETAIL_OPENER_HPP

#include "t2s/db/any/detail/opener.hpp"
#include "t2s/db/duckdb/detail/entry.hpp"

#ifdef T2S_WITH_DUCKDB
#include "t2s/db/duckdb/connection.hpp"
#endif

#include <string>

namespace t2s::db::detail {

template <>
struct opener<duckdb_entry> {
#ifdef T2S_WITH_DUCKDB
  static constexpr bool is_built = true;
#else
  static constexpr bool is_built = false;
#endif

  static any_connection open(location const& l, [[maybe_unused]] any_options const& options) {
#ifdef T2S_WITH_DUCKDB
    return {duckdb_connection(l.target, {.limits = options.limits}), l.shown, l.name};
#else
    refuse_engine(l, "build it where libraries can be loaded at run time");
#endif
  }

  static server_facts facts_of(any_connection& c) { return {"DuckDB " + one_value(c, "SELECT version()"), {}, true}; }
};

}  // namespace t2s::db::detail

#endif
