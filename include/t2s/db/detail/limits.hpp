// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_LIMITS_HPP
#define T2S_DB_DETAIL_LIMITS_HPP

#include <chrono>
#include <cstddef>
#include <limits>

namespace t2s::db {

/// No limit of the rows that a statement may read.
inline constexpr std::size_t unlimited_rows = std::numeric_limits<std::size_t>::max();

/// What one statement may take, whatever the engine. After `time_limit`, `row_limit` and `size_limit` the rows read until then are kept.
struct statement_limits {
  std::chrono::nanoseconds time = std::chrono::seconds(5);  ///< from its start to its last row. `errc::time_limit`
  std::size_t rows = 100'000;                               ///< `errc::row_limit`
  std::size_t bytes = std::size_t{64} << 20U;  ///< the memory that its rows take here, a value at least `sizeof(value)`. `errc::size_limit`
  std::size_t value_bytes = std::size_t{4} << 20U;  ///< one text or blob. `errc::size_limit`
  std::size_t statement_bytes = 65'536;             ///< bytes of SQL. `errc::statement_too_long`

  /// What it may read by the engine's own estimate (`statement_cost::rows_read`), asked before it is run: one that would read more is not
  /// run. Not asked at the default, nor of statements that the library makes itself. `errc::too_costly`
  std::size_t rows_read = unlimited_rows;
};

}  // namespace t2s::db

#endif
