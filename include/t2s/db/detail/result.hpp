// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_RESULT_HPP
#define T2S_DB_DETAIL_RESULT_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/error.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::db {

/// Whether a failure of this code is data (`execution::failure`) rather than thrown.
[[nodiscard]] constexpr bool is_about_statement(errc code) noexcept { return code >= errc::sql_syntax && code <= errc::sql_failed; }

/// A result: the names of its columns (any text, also several of the same name) and, in the order of the database, its rows.
struct rows {
  std::vector<std::string> columns{};        ///< their names
  std::vector<std::vector<value>> values{};  ///< each as long as `columns`
  std::vector<std::string>
      types{};  ///< what the engine calls the type of each column, "" where unknown; empty from one that has no such types

  /// Whether there is no row.
  [[nodiscard]] bool empty() const noexcept { return values.empty(); }

  friend bool operator==(rows const&, rows const&) = default;
};

/// What became of a statement. SQL that is wrong, or does more than it may, is an outcome as any other: `failure` says what was wrong.
struct execution {
  db::rows rows{};  ///< all rows, or those read until a time, row or size limit was met; empty after any other failure
  std::optional<t2s::failure> failure{};  ///< code from `errc::sql_syntax` to `errc::sql_failed`; nothing if the statement ran
  std::chrono::nanoseconds elapsed{};     ///< from the start of its compilation to its last row, without waiting in a queue

  execution() = default;
  /// A statement that gave rows.
  explicit execution(db::rows r, std::chrono::nanoseconds t = {}) : rows(std::move(r)), elapsed(t) {}
  /// A statement that failed.
  explicit execution(t2s::failure f, std::chrono::nanoseconds t = {}) : failure(std::move(f)), elapsed(t) {}

  /// Whether it ran.
  [[nodiscard]] bool ok() const noexcept { return !failure; }

  friend bool operator==(execution const&, execution const&) = default;
};

}  // namespace t2s::db

#endif
