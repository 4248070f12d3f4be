// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_ENGINES_HPP
#define T2S_DB_ANY_DETAIL_ENGINES_HPP

#include "t2s/db/any/detail/sqlite_entry.hpp"
#include "t2s/db/duckdb/detail/entry.hpp"
#include "t2s/db/mysql/detail/entry.hpp"
#include "t2s/db/odbc/detail/entry.hpp"
#include "t2s/db/postgres/detail/entry.hpp"

#include <string>
#include <tuple>

namespace t2s::db::detail {

/// The engines whose databases a text can name: what `engine_entry.hpp` asks of each. Here, and nowhere else, one is added.
using engine_entries = std::tuple<sqlite_entry, postgres_entry, mysql_entry, duckdb_entry, odbc_entry>;

/// f(entry) for each engine, until one returns true; returns whether one did.
template <class F>
constexpr bool any_engine(F f) {
  return std::apply([&](auto... entry) { return (f(entry) || ...); }, engine_entries{});
}

}  // namespace t2s::db::detail

#endif
