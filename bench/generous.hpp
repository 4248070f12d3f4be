// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_GENEROUS_HPP
#define T2S_BENCH_GENEROUS_HPP

#include "t2s/db/sqlite/connection.hpp"

#include <chrono>
#include <cstddef>

/// Options for an unchanging file, with limits beyond those that a data set's own SQL could reach.
inline t2s::db::sqlite_options generous() {
  t2s::db::sqlite_options o;
  o.immutable = true;
  o.limits.time = std::chrono::seconds(60);
  o.limits.rows = 10'000'000;
  o.limits.bytes = std::size_t{1} << 31U;
  return o;
}

#endif
