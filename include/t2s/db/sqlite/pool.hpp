// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_POOL_HPP
#define T2S_DB_SQLITE_POOL_HPP

#include "t2s/db/detail/basic_pool.hpp"
#include "t2s/db/sqlite/connection.hpp"

namespace t2s::db {

/// An SQLite file whose statements run on threads of their own: it is opened `sqlite_options::connections` times. Cancellation interrupts a
/// statement at once, save inside a single function call, which the limits bound.
class sqlite : public basic_pool<sqlite_driver> {
 public:
  using basic_pool::basic_pool;
};

static_assert(Database<sqlite> && Estimating<sqlite>);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/sqlite/detail/pool.ipp"
#endif

#endif
