// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_OPTIONS_HPP
#define T2S_DB_POSTGRES_DETAIL_OPTIONS_HPP

#include "t2s/db/detail/limits.hpp"
#include "t2s/db/postgres/detail/denied_functions.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::db {

namespace unsafe {

/// What keeps statements from doing harm. Only a test switches one off, to see that the others do.
struct postgres_layers {
  bool guard = true;         ///< what `postgres_options::guard` refuses is not sent
  bool only_queries = true;  ///< a statement is sent in brackets, between which PostgreSQL's grammar takes nothing but a query
  bool read_only = true;     ///< it runs in a transaction that is READ ONLY
};

}  // namespace unsafe

/// How PostgreSQL is used, beside the connection string.
struct postgres_options {
  statement_limits limits{};                 ///< of each statement
  statement_guard guard = postgres_guard();  ///< what is refused before it is sent

  /// The schemas whose tables are shown, in the order in which names are looked up; those of the server's search_path come after them and
  /// are shown only if there is none here.
  std::vector<std::string> schemas{};
  bool every_schema = false;  ///< all but PostgreSQL's own are shown, after `schemas`

  /// Settings of the server that hold for the whole connection, such as `{"app.user", "ada"}` for conditions of its row-level security, and
  /// `{"role", "clerk"}`: set in this order before the schema is read. `db::policy::server_settings` makes them of rules.
  std::vector<std::pair<std::string, std::string>> settings{};

  /// In which times are shown and "today" is meant; "" is the server's.
  std::string time_zone = "UTC";

  /// How many rows `distinct` looks at, at most: those that the server comes upon first, or pages from all over a table that has more.
  std::size_t distinct_rows = 1'000'000;

  /// To connect, for each host of the connection string; a `connect_timeout` of its own counts where that is less.
  std::chrono::nanoseconds connect_time = std::chrono::seconds(5);

  /// How long an operation goes on trying to reach a server that it has been connected to before.
  std::chrono::nanoseconds reconnect_time = std::chrono::seconds(2);

  /// A connection that was not used for so long is asked for a sign of life before it is used.
  std::chrono::nanoseconds check_after = std::chrono::seconds(10);

  /// How many statements `db::postgres` runs at the same time, each on a connection of its own; at least 1.
  std::size_t connections = 4;

  unsafe::postgres_layers layers{};  ///< leave it as it is
};

}  // namespace t2s::db

#endif
