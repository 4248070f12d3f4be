// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_LIMITS_HPP
#define T2S_DB_SQLITE_LIMITS_HPP

#include <chrono>
#include <cstddef>

namespace t2s::db {

/// What one statement may take. 0 is a limit as any other, save where it is said.
struct sqlite_limits {
  /// From the start of its compilation. `errc::time_limit`
  std::chrono::nanoseconds time = std::chrono::seconds(5);

  /// `errc::row_limit`
  std::size_t rows = 100'000;

  /// The memory that its rows take here, each value at least `sizeof(value)`. `errc::size_limit`
  std::size_t bytes = std::size_t{64} << 20U;

  /// One text or blob, also inside an expression. `errc::size_limit`
  std::size_t value_bytes = std::size_t{1} << 20U;

  /// Bytes of SQL. `errc::statement_too_long`
  std::size_t statement_bytes = 65'536;

  /// What SQLite may allocate in the whole process, since it keeps no account of a connection: opening a connection lowers the
  /// process's limit to this; 0 leaves it. It ends what the others cannot, such as a statement whose subqueries double at every
  /// level while it is compiled. `errc::size_limit`
  std::size_t heap_bytes = std::size_t{512} << 20U;
};

}  // namespace t2s::db

#endif
