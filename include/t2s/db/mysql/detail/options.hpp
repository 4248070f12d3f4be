// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_OPTIONS_HPP
#define T2S_DB_MYSQL_DETAIL_OPTIONS_HPP

#include "t2s/db/detail/limits.hpp"
#include "t2s/db/mysql/detail/denied_functions.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace t2s::db {

namespace unsafe {

/// What keeps statements from doing harm. Only a test switches one off, to see that the others do.
struct mysql_layers {
  bool guard = true;           ///< what `mysql_options::guard` refuses is not sent
  bool only_queries = true;    ///< a statement is prepared first, and not run if it gives no rows
  bool one_statement = true;   ///< the server takes one statement at a time
  bool read_only = true;       ///< it runs in a transaction that is READ ONLY
  bool no_local_files = true;  ///< no file of this machine is sent to the server
};

}  // namespace unsafe

/// How MariaDB and MySQL are used, beside the URL.
struct mysql_options {
  statement_limits limits{};              ///< of each statement
  statement_guard guard = mysql_guard();  ///< what is refused before it is sent

  /// In which times are shown and "today" is meant, as the server's `time_zone`; "" is the server's.
  std::string time_zone = "+00:00";

  /// How many rows `distinct` looks at, at most: those that the server comes upon first.
  std::size_t distinct_rows = 1'000'000;

  /// To connect, for each host of the URL; a `connect-timeout` of its own counts where that is less.
  std::chrono::nanoseconds connect_time = std::chrono::seconds(5);

  /// How long an operation goes on trying to reach a server that it has been connected to before.
  std::chrono::nanoseconds reconnect_time = std::chrono::seconds(2);

  /// A connection that was not used for so long is asked for a sign of life before it is used.
  std::chrono::nanoseconds check_after = std::chrono::seconds(10);

  /// How many statements `db::mysql` runs at the same time, each on a thread and a connection of its own; at least 1.
  std::size_t connections = 4;

  unsafe::mysql_layers layers{};  ///< leave it as it is
};

}  // namespace t2s::db

#endif
