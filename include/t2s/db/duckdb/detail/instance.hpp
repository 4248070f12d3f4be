// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_INSTANCE_HPP
#define T2S_DB_DUCKDB_DETAIL_INSTANCE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/db/duckdb/detail/failure.hpp"
#include "t2s/db/duckdb/detail/library.hpp"
#include "t2s/db/duckdb/detail/options.hpp"
#include "t2s/db/duckdb/detail/sources.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// A failure while a database is opened or set up, as an error of its file.
[[noreturn]] inline void refuse_duckdb(std::filesystem::path const& file, duckdb_report const& r) {
  auto code = errc_of(r);
  if (is_about_statement(code)) code = code == errc::size_limit ? errc::file_unreadable : errc::corrupt_database;
  if (r.message.find("another process") != std::string::npos || r.message.find("Could not set lock") != std::string::npos)
    refuse_source(errc::file_unreadable, file, r.message, "end the process that has it open for writing, or work on a copy of the file");
  refuse_source(code, file, text::cut(r.message, longest_duckdb_message), duckdb_remedy(code));
}

/// A text as a literal of DuckDB.
inline std::string literal(std::string_view text) {
  std::string s = "'";
  for (char const c : text) s.append(c == '\'' ? 2 : 1, c);
  return s += '\'';
}

/// DuckDB with what it has open. Connections of any number of threads may use it; only its making changes it.
class duckdb_instance {
 public:
  /// Opens the files. Until it is set up it takes settings and reaches other files. Throws `t2s::error`.
  duckdb_instance(duckdb_sources sources, duckdb_options const& options)
      : api_(load_duckdb(options.library)), options_(options), sources_(std::move(sources)), database_(api_.close) {
    duckdb_handle config(api_.destroy_config);
    if (api_.create_config(config.out()) != duckdb_fine) throw std::bad_alloc();
    bool const is_file = !sources_.database().empty();
    if (is_file && options_.layers.read_only) set(config, "access_mode", "READ_ONLY");
    set(config, "autoload_known_extensions", "false");
    set(config, "autoinstall_known_extensions", "false");
    set(config, "allow_persistent_secrets", "false");
    set(config, "memory_limit", std::to_string(std::max<std::size_t>(options_.memory_bytes, 1)) + "B");
    if (options_.threads > 100'000) refuse_option("threads", std::to_string(options_.threads));  // DuckDB itself fails on them
    if (options_.threads != 0) set(config, "threads", std::to_string(options_.threads));
    char* message = nullptr;
    auto const path = sources_.database().string();
    int const code = api_.open_ext(is_file ? path.c_str() : nullptr, database_.out(), config.get(), &message);
    std::string const words(text_or_none(message));
    if (message) api_.free(message);
    if (code != duckdb_fine) refuse_duckdb(sources_.first(), duckdb_report(words));
  }

  duckdb_instance(duckdb_instance const&) = delete;
  duckdb_instance& operator=(duckdb_instance const&) = delete;

  /// Closes the files. DuckDB 1.5 writes to a thread_local object as it closes. For a database with static storage that of the main thread
  /// is gone by then, so a thread that lives closes it.
  ~duckdb_instance() {
    try {
      std::jthread([this] { duckdb_handle const closed = std::move(database_); });
    } catch (std::system_error const&) {  // no thread can be had: the handle closes it here
    }
  }

  [[nodiscard]] duckdb_api const& api() const noexcept { return api_; }
  [[nodiscard]] void* database() const noexcept { return database_.get(); }
  [[nodiscard]] duckdb_options const& options() const noexcept { return options_; }
  [[nodiscard]] duckdb_sources const& sources() const noexcept { return sources_; }

  // Written while it is set up, and never later.
  schema::database schema{};
  std::string search_path{};                                 ///< as a setting; "" for DuckDB's own
  std::map<std::string, std::vector<std::string>> macros{};  ///< the database's own, and the queries that they stand for

 private:
  void set(duckdb_handle const& config, char const* name, std::string const& to) const {
    if (api_.set_config(config.get(), name, to.c_str()) != duckdb_fine) refuse_option(name, to);
  }

  [[noreturn]] static void refuse_option(char const* name, std::string const& to) {
    throw error(failure{
        errc::invalid_argument, std::string("DuckDB does not take ").append(name).append(" = ") + to, name, "see duckdb_options", {}});
  }

  duckdb_api const& api_;
  duckdb_options options_;
  duckdb_sources sources_;
  duckdb_handle database_;
};

}  // namespace t2s::db::detail

#endif
