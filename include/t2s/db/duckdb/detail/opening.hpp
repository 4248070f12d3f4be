// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_OPENING_HPP
#define T2S_DB_DUCKDB_DETAIL_OPENING_HPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/duckdb/detail/catalogue.hpp"

#include <sys/stat.h>

#include <map>
#include <mutex>

namespace t2s::db::detail {

/// An instance and one of its sessions.
struct opened_duckdb {
  std::shared_ptr<duckdb_instance const> instance{};
  std::unique_ptr<duckdb_session> session{};
};

/// Sets an instance up: after that it is as it stays.
class duckdb_setup {
 public:
  explicit duckdb_setup(std::shared_ptr<duckdb_instance> instance)
      : instance_(std::move(instance)), session_(std::make_unique<duckdb_session>(instance_)) {}

  [[nodiscard]] opened_duckdb finish() {
    std::ignore = session_->statement("SET GLOBAL errors_as_json = true");
    set_time_zone();
    make_views();
    if (options().layers.enclosed) enclose();
    duckdb_catalogue catalogue(*session_, options());
    try {
      instance_->schema = catalogue.read();
      instance_->search_path = catalogue.search_path();
      catalogue.read_functions(*instance_);
    } catch (error const& e) {
      if (!is_about_statement(e.details().code)) throw;
      refuse_source(errc::corrupt_database, file(), e.details().message, "see DuckDB's words");
    }
    if (instance_->schema.empty())
      refuse_source(errc::no_tables, file(), "the database shows no tables", "name the schemas that have some (duckdb_options::schemas)");
    if (!instance_->search_path.empty()) must("SET search_path = " + literal(instance_->search_path));
    if (options().layers.enclosed) must("SET lock_configuration = true");
    session_->bound_functions();
    return {std::move(instance_), std::move(session_)};
  }

 private:
  [[nodiscard]] duckdb_options const& options() const { return instance_->options(); }
  [[nodiscard]] std::filesystem::path const& file() const { return instance_->sources().first(); }

  void must(std::string const& sql) {
    if (auto const r = session_->statement(sql)) refuse_duckdb(file(), *r);
  }

  void set_time_zone() {
    auto const& zone = options().time_zone;
    if (zone.empty()) return;
    auto const r = session_->statement("SET GLOBAL TimeZone = " + literal(zone));
    // A DuckDB without ICU has no time zones, and shows times in UTC.
    if (r && !(zone == "UTC" && r->type == "Catalog"))
      throw error(failure{errc::invalid_argument, r->message, "time_zone", "see duckdb_options::time_zone", {}});
  }

  void make_views() {
    if (!instance_->sources().database().empty()) return;
    for (auto const& v : instance_->sources().views()) {
      auto const r = session_->statement("CREATE VIEW " + schema::in_quotes(v.name, sql::dialect::duckdb) + " AS SELECT * FROM " +
                                         std::string(v.reader) + "(" + literal(v.file.string()) + ")");
      if (!r) continue;
      auto const code = errc_of(*r);
      refuse_source(code == errc::file_unreadable ? code : errc::malformed_data, v.file, text::cut(r->message, longest_duckdb_message),
                    "see whether DuckDB reads the file alone: " + std::string(v.reader));
    }
  }

  /// From here on nothing is reached but what was named.
  void enclose() {
    std::string paths;
    for (auto const& v : instance_->sources().views()) paths.append(paths.empty() ? "" : ", ").append(literal(v.file.string()));
    must("SET temp_directory = ''");
    if (!paths.empty()) must("SET allowed_paths = [" + paths + "]");
    must("SET enable_external_access = false");
  }

  std::shared_ptr<duckdb_instance> instance_;
  std::unique_ptr<duckdb_session> session_;
};

/// The file that has this path at this moment: another one may have had it before.
inline std::string identity_of(std::filesystem::path const& file, bool with_time) {
  struct stat s{};
  if (file.empty() || stat(file.c_str(), &s) != 0) return file.string();
  auto id = file.string() + '\0' + std::to_string(s.st_dev) + ' ' + std::to_string(s.st_ino);
  if (with_time) id += ' ' + std::to_string(std::filesystem::last_write_time(file).time_since_epoch().count());
  return id;
}

/// What tells instances apart that cannot be shared. A database stays open, and DuckDB alone knows what a time of it would mean; a file
/// that is read in place is opened by each statement, and its columns are those of the first look.
inline std::string key_of(duckdb_sources const& s, duckdb_options const& o) {
  std::string key = identity_of(s.database(), false);
  auto const add = [&key](std::string const& part) { key.append(1, '\0').append(part); };
  for (auto const& v : s.views()) add(identity_of(v.file, true));
  for (auto const& name : o.schemas) add("schema " + name);
  for (auto const n : {o.memory_bytes, o.threads, std::size_t{o.every_schema}}) add(std::to_string(n));
  add(o.time_zone);
  add(o.library);
  return key;
}

/// Opens what the options name, or shares what the process has open already with the same options but those of each connection: its limits
/// and its guard. Not `broken`, which takes no more statements. Throws `t2s::error`. Thread safe.
inline opened_duckdb open_duckdb(duckdb_sources sources, duckdb_options const& options, duckdb_instance const* broken = nullptr) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<duckdb_instance const>> open;
  auto const& l = options.layers;
  bool const is_shared = l.guard && l.only_queries && l.read_only && l.enclosed;  // else a statement may leave something behind
  if (!is_shared) return duckdb_setup(std::make_shared<duckdb_instance>(std::move(sources), options)).finish();
  std::lock_guard const lock(mutex);
  std::erase_if(open, [](auto const& one) { return one.second.expired(); });
  auto& place = open[key_of(sources, options)];
  auto known = place.lock();
  if (known && known.get() != broken) {
    auto session = std::make_unique<duckdb_session>(known);
    session->bound_functions();
    return {known, std::move(session)};
  }
  auto opened = duckdb_setup(std::make_shared<duckdb_instance>(std::move(sources), options)).finish();
  place = opened.instance;
  return opened;
}

}  // namespace t2s::db::detail

#endif
