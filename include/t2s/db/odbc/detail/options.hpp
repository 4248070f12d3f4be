// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_OPTIONS_HPP
#define T2S_DB_ODBC_DETAIL_OPTIONS_HPP

#include "t2s/db/detail/limits.hpp"
#include "t2s/db/guard.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace t2s::db {

namespace unsafe {

/// Each keeps statements from doing harm without the others. Only a test switches one off, to see that the others hold.
struct odbc_layers {
  bool guard = true;         ///< what the guard refuses is not sent
  bool only_queries = true;  ///< only one statement is sent, and only one that has columns once the driver has prepared it is run
  bool read_only = true;     ///< the session is read-only as far as the driver and the engine behind it have that
  bool rolled_back = true;   ///< a statement runs in a transaction that is rolled back
};

}  // namespace unsafe

/// How a database behind ODBC is used, beside the connection string.
struct odbc_options {
  statement_limits limits{};  ///< of each statement

  /// What is refused before it is sent; without a value, what the engine's own connection refuses.
  std::optional<statement_guard> guard{};

  /// The SQL that the engine reads, such as `&sql::postgres`; null if its name tells.
  sql::grammar const* dialect = nullptr;

  /// The schemas whose tables are shown; without any, those of the session's own schema, and all where the driver does not say which it is.
  std::vector<std::string> schemas{};
  bool every_schema = false;  ///< all but the engine's own are shown, after `schemas`

  /// How many rows `distinct` looks at, at most: those that the engine comes upon first.
  std::size_t distinct_rows = 1'000'000;

  /// To connect, in whole seconds, as far as the driver keeps to it.
  std::chrono::seconds connect_time{5};

  unsafe::odbc_layers layers{};  ///< leave it as it is
};

}  // namespace t2s::db

#endif
