// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_SOURCES_HPP
#define T2S_DB_DUCKDB_DETAIL_SOURCES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/without_password.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// The path may be a name for MotherDuck, with a token.
[[noreturn]] inline void refuse_source(errc code, std::filesystem::path const& file, std::string_view what, std::string_view remedy) {
  auto const name = without_password(file.string());
  throw error(failure{code, name + ": " + without_password(what), name, std::string(remedy), {}});
}

/// A file that is read in place, and the view that shows it.
struct duckdb_view {
  std::string name{};
  std::filesystem::path file{};
  std::string_view reader{};  ///< the function that reads it
};

/// By the end of its name, also with .gz or .zst behind it: what reads the file, or "" for a database.
inline std::string_view reader_of(std::filesystem::path const& file) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> readers{{{".parquet", "read_parquet"},
                                                                                         {".csv", "read_csv"},
                                                                                         {".tsv", "read_csv"},
                                                                                         {".json", "read_json"},
                                                                                         {".jsonl", "read_json"},
                                                                                         {".ndjson", "read_json"}}};
  auto name = text::lower(file.filename().string());
  for (std::string_view const packed : {".gz", ".zst"})
    if (name.ends_with(packed)) name.resize(name.size() - packed.size());
  auto const found = std::ranges::find_if(readers, [&name](auto const& r) { return name.ends_with(r.first); });
  return found == readers.end() ? std::string_view() : found->second;
}

/// "sales" of "data/sales.csv.gz".
inline std::string view_name(std::filesystem::path const& file) {
  auto name = file.filename().string();
  auto const lowered = text::lower(name);
  for (std::string_view const end : {".gz", ".zst"})
    if (lowered.ends_with(end)) name.resize(name.size() - end.size());
  return name.substr(0, name.rfind('.'));
}

/// What a connection is to read: one database, or files.
class duckdb_sources {
 public:
  /// Throws `t2s::error` for what cannot be read.
  duckdb_sources(std::string const& first, std::vector<std::string> const& more) {
    auto const file = existing(first);
    if (!is_folder(file) && reader_of(file).empty())
      database_ = file;
    else
      add(file);
    for (auto const& one : more) add(existing(one));
    if (database_.empty() && views_.empty())
      refuse_source(errc::no_tables, file, "there is no Parquet, CSV or JSON file in the folder", "give a folder that has some");
  }

  [[nodiscard]] std::filesystem::path const& database() const noexcept { return database_; }  ///< empty if there is none
  [[nodiscard]] std::vector<duckdb_view> const& views() const noexcept { return views_; }     ///< of a database: what its views may read
  [[nodiscard]] std::filesystem::path const& first() const noexcept { return database_.empty() ? views_.front().file : database_; }

 private:
  static std::filesystem::path existing(std::string const& name) {
    std::filesystem::path const file(name);
    std::error_code failed;
    bool const has_nul = name.find('\0') != name.npos;
    auto const status = has_nul ? std::filesystem::file_status() : std::filesystem::status(file, failed);
    if (has_nul || status.type() == std::filesystem::file_type::not_found || status.type() == std::filesystem::file_type::none)
      refuse_source(errc::file_not_found, file, "there is no such file", "check the path");
    if (failed) refuse_source(errc::file_unreadable, file, failed.message(), "check the path and its permissions");
    auto const absolute = std::filesystem::canonical(file, failed);
    if (failed) refuse_source(errc::file_unreadable, file, failed.message(), "check the path and its permissions");
    return absolute;
  }

  static bool is_folder(std::filesystem::path const& file) {
    std::error_code ignored;
    return std::filesystem::is_directory(file, ignored);
  }

  void add(std::filesystem::path const& file) {
    if (!is_folder(file)) return add_file(file);
    std::vector<std::filesystem::path> inside;
    std::error_code failed;
    for (std::filesystem::directory_iterator at(file, failed), end; !failed && at != end; at.increment(failed))
      if (std::error_code ignored; at->is_regular_file(ignored) && !reader_of(at->path()).empty()) inside.push_back(at->path());
    if (failed) refuse_source(errc::file_unreadable, file, failed.message(), "check the permissions of the folder");
    std::ranges::sort(inside);
    for (auto const& one : inside) add_file(one);
  }

  void add_file(std::filesystem::path const& file) {
    auto const reader = reader_of(file);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
      refuse_source(errc::not_a_file, file, "this is not a regular file", "give the path of a file or folder");
    if (reader.empty())
      refuse_source(errc::invalid_argument, file, "this is neither a Parquet, CSV nor JSON file by its name",
                    "only the first file may be a database; names of the others end in .parquet, .csv, .tsv, .json, .jsonl or .ndjson");
    if (file.native().find_first_of("*?[") != std::filesystem::path::string_type::npos)
      refuse_source(errc::invalid_argument, file, "DuckDB would take the name for a pattern", "name the file without *, ? and [");
    views_.push_back({free_name(file), file, reader});
  }

  /// Of two files of one name the second has its kind in the name of its view: "sales_json".
  [[nodiscard]] std::string free_name(std::filesystem::path const& file) const {
    auto name = view_name(file);
    auto const is_taken = [this](std::string const& n) {
      return std::ranges::any_of(views_, [&n](duckdb_view const& v) { return text::same(v.name, n); });
    };
    if (is_taken(name)) name.append("_").append(reader_of(file).substr(5));
    for (int n = 2; is_taken(name); ++n) name = view_name(file) + "_" + std::to_string(n);
    return name;
  }

  std::filesystem::path database_{};
  std::vector<duckdb_view> views_{};
};

}  // namespace t2s::db::detail

#endif
