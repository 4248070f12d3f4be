// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_VALUE_INDEX_HPP
#define T2S_RETRIEVE_KNOWLEDGE_VALUE_INDEX_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/retrieve/knowledge/detail/column_content.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

/// Indexes of stored texts are made here, and opened by `value_index::open`.
namespace t2s::knowledge {

/// How an index is made.
struct value_index_options {
  std::size_t value_bytes = 120;  ///< longer texts are left out
  /// Told after each step, and how many there are in all.
  std::function<void(std::size_t done, std::size_t all)> progress{};
  std::stop_token stop{};  ///< ends the making, and leaves the file as it was

  /// For each statement that reads stored columns: sorting a great one takes longer than a statement of a question may, and one great value
  /// must not keep its table out. The heap is the connection's.
  db::sqlite_limits stored{
      .time = std::chrono::minutes(10), .rows = 50'000'000, .bytes = std::size_t{4} << 30U, .value_bytes = std::size_t{512} << 20U};

  /// The same for columns of views and generated columns, which may have rows without end, or values of any length.
  db::sqlite_limits computed{.rows = 1'000'000};
  std::chrono::nanoseconds computed_time = std::chrono::seconds(30);  ///< for all of them together
};

/// What came of it.
struct value_index_report {
  std::size_t columns = 0, read = 0;  ///< how many there are, and of how many the values were read anew
  bool was_current = false;           ///< the database was not written to, no column was left out, and nothing was done
  std::vector<std::string> notes{};   ///< why an earlier index was of no use
  /// Columns that failed or met a limit. What was read of them until then is in the index; they do not count as complete.
  std::vector<unread_column> left_out{};
};

/// Where the index of a database is looked for unless another place is given: "shop.sqlite" has "shop.sqlite.t2s-values".
[[nodiscard]] T2S_DECL std::string value_index_place(std::string const& database);

/// The same within a folder for the indexes of many databases: its name is that of the database, which is a file or, as
/// `db::any_connection::shown` has it, on a server, followed by a number that no other database has.
[[nodiscard]] T2S_DECL std::string value_index_place(std::string const& database, std::string const& folder);

/// Makes the index of an SQLite file, or brings it up to date: a database that was not written to is not read at all unless
/// columns were left out, and of one that has changed only the changed columns are sorted anew, with those left out; the rest is read once
/// to see that it is the same. What takes part is every column
/// that is not declared as a number. The file appears, or takes the place of the former, when it is whole.
///
/// Needs some 70 bytes a value while it is made. Statements have the limits of the options; of those of `database` only the heap and the
/// time that a locked file is waited for count. Views and generated columns are read anew each time, and last.
///
/// Throws what the database throws, `error` with `file_unwritable`, with `malformed_data` if `file` is something else than an index, which
/// stays as it is, with `size_limit` for more than 2^32 values, and with `file_unreadable` if the database is written to meanwhile.
T2S_DECL value_index_report update_value_index(std::string const& file, db::sqlite_connection& database,
                                               value_index_options const& options = {});
/// The same of a database of any kind. Of one that is no SQLite file it cannot be told whether it was written to: all columns are read,
/// those that are the same are not sorted anew, and the index is taken for the database's until it is made again.
T2S_DECL value_index_report update_value_index(std::string const& file, db::any_connection& database,
                                               value_index_options const& options = {});

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/value_index_file.ipp"
#include "t2s/retrieve/knowledge/detail/value_index_update.ipp"
#endif

#endif
