// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_SQLITE_OPENER_HPP
#define T2S_DB_ANY_DETAIL_SQLITE_OPENER_HPP

#include "t2s/core/detail/shell_word.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/any/detail/opener.hpp"
#include "t2s/db/any/detail/sqlite_entry.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace t2s::db::detail {

/// The kinds of files that DuckDB reads in place, by their endings.
[[nodiscard]] inline bool is_data_file(std::string path) {
  path = text::lower(path);
  for (std::string_view const packed : {".gz", ".zst"})
    if (path.ends_with(packed)) path.resize(path.size() - packed.size());
  static constexpr std::array<std::string_view, 6> endings{".parquet", ".csv", ".tsv", ".json", ".jsonl", ".ndjson"};
  return std::ranges::any_of(endings, [&](std::string_view e) { return path.ends_with(e); });
}

[[nodiscard]] inline bool has_data_files(std::string const& folder) {
  std::error_code unreadable;
  for (auto const& entry : std::filesystem::directory_iterator(folder, unreadable))
    if (is_data_file(entry.path().filename().string())) return true;
  return false;
}

/// What to do with a file that is no database of SQLite, by its ending; "" if that tells nothing.
[[nodiscard]] inline std::string advice_for(std::string const& path) {
  using t2s::detail::shell_word;
  auto const stem = std::filesystem::path(path).stem().string(), ending = text::lower(std::filesystem::path(path).extension().string());
  auto const made = shell_word((stem.starts_with('-') ? "./" : "") + stem + ".sqlite");
  auto const in_place = "name " + shell_word("duckdb:" + path);
  if (std::error_code absent; std::filesystem::is_directory(path, absent))
    return has_data_files(path) ? "DuckDB reads the data files in it in place: " + in_place : std::string();
  if (is_data_file(path)) {
    auto const advice = "DuckDB reads it in place: " + in_place;
    bool const is_plain = shell_word(path) == path && !path.starts_with('-');  // also for sqlite3, which has quotes of its own
    if (ending != ".csv" || !is_plain) return advice;
    return advice + "; or import it: sqlite3 " + made + " " + shell_word(".import --csv " + path + " " + stem);
  }
  if (ending == ".sql") return "it has SQL: make a database of it, sqlite3 " + made + " < " + shell_word(path);
  for (std::string_view const sheet : {".xlsx", ".xls", ".ods"})
    if (ending == sheet) return "save its sheets as CSV in a folder: DuckDB reads these in place, named duckdb:FOLDER";
  return {};
}

[[nodiscard]] inline sqlite_connection open_sqlite(std::string const& path, sqlite_options const& options) try {
  return sqlite_connection(path, options);
} catch (error const& e) {
  auto said = e.details();
  bool const is_other = said.code == errc::not_a_database || said.code == errc::not_a_file;
  auto advice = is_other ? advice_for(path) : std::string();
  if (advice.empty()) throw;
  said.remedy = std::move(advice);
  throw error(std::move(said));
}

template <>
struct opener<sqlite_entry> {
  static constexpr bool is_built = true;

  static any_connection open(location const& l, any_options const& options) {
    auto limits = limits_for<sqlite_connection>(options.limits);
    limits.statement_bytes = options.limits.statement_bytes;
    return {open_sqlite(l.target, {.limits = limits, .immutable = options.immutable}), l.name};
  }

  static server_facts facts_of(any_connection& c) { return {"SQLite " + one_value(c, "SELECT sqlite_version()"), {}, true}; }
};

}  // namespace t2s::db::detail

#endif
