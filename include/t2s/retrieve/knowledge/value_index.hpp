// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_VALUE_INDEX_HPP
#define T2S_RETRIEVE_KNOWLEDGE_VALUE_INDEX_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/retrieve/knowledge/detail/column_content.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

/// Makes indexes of stored texts, which `value_index::open` opens.
namespace t2s::knowledge {

/// Options of making an index.
struct value_index_options {
  std::size_t value_bytes = 120;  ///< longer texts are omitted
  /// Called after each step with the number of steps done and the total.
  std::function<void(std::size_t done, std::size_t all)> progress{};
  std::stop_token stop{};  ///< stops, and leaves the file unchanged

  /// For each statement that reads stored columns: sorting a large one takes longer than a statement of a question may, and one large value
  /// must not exclude its table. The connection's heap limit applies.
  db::sqlite_limits stored{
      .time = std::chrono::minutes(10), .rows = 50'000'000, .bytes = std::size_t{4} << 30U, .value_bytes = std::size_t{512} << 20U};

  /// The same for columns of views and generated columns, which may have endless rows, or values of any length.
  db::sqlite_limits computed{.rows = 1'000'000};
  std::chrono::nanoseconds computed_time = std::chrono::seconds(30);  ///< for all of them together
};

/// The result of updating an index.
struct value_index_report {
  std::size_t columns = 0, read = 0;  ///< number of columns, and how many of them were read again
  bool was_current = false;           ///< the database was unchanged, no column was left out, and nothing was done
  std::vector<std::string> notes{};   ///< why an earlier index was unusable
  /// Columns that failed or exceeded a limit. The index has what was read of them until then; they do not count as complete.
  std::vector<unread_column> left_out{};
};

/// The default path of a database's index: "shop.sqlite.t2s-values" for "shop.sqlite".
[[nodiscard]] T2S_DECL std::string value_index_place(std::string const& database);

/// The same in a folder for the indexes of many databases: the name of the database, which is a file or, as in `db::any_connection::shown`,
/// on a server, followed by a number that is unique to it.
[[nodiscard]] T2S_DECL std::string value_index_place(std::string const& database, std::string const& folder);

/// Makes the index of an SQLite file, or updates it. An unchanged database is not read unless columns were left out; in a changed one only
/// changed columns, and those left out, are sorted again, and the rest is read once to see that it is unchanged. It indexes every column
/// that is not declared as a number. The file appears, or replaces the former one, when it is complete.
///
/// Needs about 70 bytes of memory for each value. Statements have the limits of the options; of the limits of `database` only the heap and
/// the waiting time for a locked file apply. Views and generated columns are read again each time, and last.
///
/// Throws what the database throws, `error` with `file_unwritable`, with `malformed_data` if `file` is not an index, which then stays
/// unchanged, with `size_limit` for more than 2^32 values, and with `file_unreadable` if the database is written to in the meantime.
T2S_DECL value_index_report update_value_index(std::string const& file, db::sqlite_connection& database,
                                               value_index_options const& options = {});
/// The same for any kind of database. Changes of one that is not an SQLite file cannot be detected: all columns are read, unchanged ones
/// are not sorted again, and the index counts as current until it is made again.
T2S_DECL value_index_report update_value_index(std::string const& file, db::any_connection& database,
                                               value_index_options const& options = {});

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/value_index_file.ipp"
#include "t2s/retrieve/knowledge/detail/value_index_update.ipp"
#endif

#endif
