// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_BASIC_CONNECTION_HPP
#define T2S_DB_DETAIL_BASIC_CONNECTION_HPP

#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/detail/limits.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace t2s::db {

namespace detail {
struct pool_core;
template <class Driver>
class connection_state;
template <class Driver>
class threaded_pool;
}  // namespace detail

/// What the drivers of most engines have alike. `detail::Driver` says what it means.
struct usual_driver {
  using limits = statement_limits;                  ///< of one statement
  static constexpr bool nests = false;              ///< one statement at a time
  static constexpr bool tells_cost = true;          ///< there is `estimate`
  static constexpr bool tells_write_access = true;  ///< there is `can_write`
};

/// A connection that answers at once on the calling thread: `sqlite_connection`, `postgres_connection`, `mysql_connection`,
/// `duckdb_connection`, `odbc_connection`. What one engine does in its own way stands there.
/// Whatever the SQL says, the data stay as they are. Thread safety: one thread at a time, save `interrupt()`; a second one gets `error`
/// with `errc::invalid_argument`. A moved-from object can only be assigned to and destroyed.
template <class Driver>
class basic_connection {
 public:
  /// Connects and reads the schema. The engine says what `where` names, and what is thrown as `t2s::error`.
  explicit basic_connection(std::string const& where, typename Driver::options const& options = {});

  basic_connection(basic_connection&&) noexcept;             ///< takes the connection over
  basic_connection& operator=(basic_connection&&) noexcept;  ///< takes the connection over and closes its own
  ~basic_connection();

  /// Tables and views that can be read, as they were at the beginning: those whose names need no schema before them.
  [[nodiscard]] t2s::schema::database const& schema() const noexcept;

  /// What one statement may take if its call says nothing else: those of the options.
  [[nodiscard]] typename Driver::limits const& limits() const noexcept;

  /// Runs exactly one query. Comments, white space and semicolons around it do not count. The failure of the outcome is the guard's, the
  /// engine's own or a limit's.
  /// Throws `t2s::error` with `errc::cancelled` when `stop` is requested or `interrupt()` is called, at once; and with what is wrong with
  /// the file or the connection, if no other can be made.
  [[nodiscard]] execution execute(std::string const& sql, std::stop_token stop = {});

  /// The same within limits of its own for time, rows, bytes and the length of a value.
  [[nodiscard]] execution execute(std::string const& sql, typename Driver::limits const& within, std::stop_token stop = {});

  /// Any `n` rows of a table: those that the engine comes upon first, without reading more. The failure is `errc::no_such_table` if the
  /// schema has none of that name. Else as `execute`.
  [[nodiscard]] execution sample(std::string const& table, std::size_t n, std::stop_token stop = {});

  /// At most `limit` different values of the column in no order, NULL left out, among the first `distinct_rows` rows (an option). The
  /// failure is `errc::row_limit`, with the values that were found, where that may not have been all; `errc::no_such_table` or
  /// `no_such_column` if the schema has none of that name. Else as `execute`.
  [[nodiscard]] execution distinct(std::string const& table, std::string const& column, std::size_t limit, std::stop_token stop = {});

  /// Runs exactly one query and hands its rows over one by one as they come, so that they need not fit into memory: the limits of rows and
  /// bytes do not count, that of time does. A row is valid during the call. Returns what ended the statement before its last row, if
  /// anything did. `take` may not use this connection. Throws as `execute`, and what `take` throws.
  std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                  std::stop_token stop = {});

  /// The same within limits of its own, which all count: bytes are those of all rows that were handed over.
  std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                  typename Driver::limits const& within, std::stop_token stop = {});

  /// Why the connection could write, or reach beyond the database, if nothing of this library stood before it: a sentence a reason. Throws
  /// as `execute`.
  [[nodiscard]] std::vector<std::string> can_write()
    requires(Driver::tells_write_access);

  /// What a statement would read, by the engine's plan: it is not run. Refuses what `execute` refuses, and throws as that.
  [[nodiscard]] estimation estimate(std::string const& sql, std::stop_token stop = {})
    requires(Driver::tells_cost);

  /// Ends the statement that is running, if one is. May be called by any thread while the object exists and is not being moved.
  void interrupt() noexcept;

 protected:
  using state = detail::connection_state<Driver>;  ///< the engine's backend, and who uses it
  std::unique_ptr<state> state_;                   ///< empty once it was moved from

 private:
  friend class detail::threaded_pool<Driver>;

  basic_connection() = default;
  [[nodiscard]] basic_connection another(std::string const& where, typename Driver::options const& options) const;  ///< to the same
  [[nodiscard]] bool is_open() const noexcept;  ///< whether it is connected at this moment; from any thread
};

}  // namespace t2s::db

#endif
