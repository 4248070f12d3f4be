// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_POOL_HPP
#define T2S_DB_DUCKDB_POOL_HPP

#include "t2s/db/detail/basic_pool.hpp"
#include "t2s/db/duckdb/connection.hpp"

namespace t2s::db {

#ifdef T2S_WITH_DUCKDB

/// A DuckDB database, or files that DuckDB reads in place, whose statements run on threads of their own, so that no coroutine blocks. There
/// with the CMake target t2s::duckdb. It has `duckdb_options::connections` connections from the beginning, each as a `duckdb_connection`
/// says and on its own thread; they share one instance of DuckDB.
class duckdb : public basic_pool<duckdb_driver> {
 public:
  using basic_pool::basic_pool;
};

static_assert(Database<duckdb> && Estimating<duckdb>);

#else

/// DuckDB is loaded at run time: this stands in its place and does not compile when it is used.
class duckdb {
 public:
  /// Does not compile, and says why.
  template <class... Arguments>
  explicit duckdb(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000, "t2s: db::duckdb needs the means to load a library: link t2s::duckdb");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_DUCKDB) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/duckdb/detail/pool.ipp"
#endif

#endif
