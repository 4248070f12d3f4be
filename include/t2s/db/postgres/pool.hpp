// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_POOL_HPP
#define T2S_DB_POSTGRES_POOL_HPP

#include "t2s/db/detail/basic_pool.hpp"
#include "t2s/db/postgres/connection.hpp"

namespace t2s::db {

using postgres_pool_use = pool_use;  ///< as `db::postgres::use` gives it

#ifdef T2S_WITH_POSTGRES

/// A PostgreSQL server whose statements are awaited. There with the CMake target t2s::postgres. At most `postgres_options::connections`
/// connections, each as a `postgres_connection` says, are opened when they are needed and kept. One is looked at before it is used, and
/// replaced if it is broken; a server that cannot be reached is tried again, less often each time, for `postgres_options::reconnect_time`
/// of an operation.
///
/// The coroutine waits for the socket on its own executor, whose context must be an `io_context` or `thread_pool`; connecting and
/// cancelling have threads of their own, since libpq blocks in both. A cancelled operation ends at once: the server is told, and the
/// connection goes back to the pool, which waits for what is still to come before the next use.
class postgres : public basic_pool<postgres_driver> {
 public:
  using basic_pool::basic_pool;
};

static_assert(Database<postgres> && Estimating<postgres>);

#else

/// PostgreSQL needs libpq: this stands in its place and does not compile when it is used.
class postgres {
 public:
  /// Does not compile, and says why.
  template <class... Arguments>
  explicit postgres(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000, "t2s: db::postgres needs libpq: install it (Debian: libpq-dev) and link t2s::postgres");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_POSTGRES) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/postgres/detail/pool.ipp"
#endif

#endif
