// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_CONNECTION_IPP
#define T2S_DB_DUCKDB_DETAIL_CONNECTION_IPP

#include "t2s/db/detail/admission.hpp"
#include "t2s/db/detail/driver.hpp"
#include "t2s/db/detail/propose_table.hpp"
#include "t2s/db/duckdb/connection.hpp"
#include "t2s/db/duckdb/detail/opening.hpp"

#include <unistd.h>

#include <set>

namespace t2s::db {

class duckdb_driver::backend {
 public:
  backend(std::string const& file, duckdb_options const& options)
      : options_(options), guard_(options.guard), opened_(detail::open_duckdb({file, options.more_files}, options)) {
    file_ = std::filesystem::canonical(file).string();
    detail::instruct(guard_, *opened_.instance);
    schema_ = opened_.instance->schema;
  }

  [[nodiscard]] schema::database const& schema() const { return schema_; }
  [[nodiscard]] duckdb_options const& options() const { return options_; }
  [[nodiscard]] std::string const& file() const { return file_; }

  [[nodiscard]] detail::statement_request admit(std::string const& sql) const {
    auto const was_read = [](statement_guard::verdict const& v, std::string const&) { return v.was_read; };
    auto r = detail::admitted_by(options_.layers.guard ? &guard_ : nullptr, options_.limits, sql, was_read);
    if (!r.refused && options_.layers.guard) r.refused = detail::calls_within_system(sql);
    r.leaves_nothing = r.was_read || options_.layers.only_queries;  // DuckDB's parser has read it then
    return r;
  }

  [[nodiscard]] execution run(detail::statement_request const& r, statement_limits const& within, detail::row_sink& into,
                              std::stop_token const& stop) {
    detail::duckdb_reading reading(within, [&into](std::vector<value> row) { into.take(std::move(row)); });
    prepare(r, reading);
    auto e = detail::watched(watch_, stop, reading, [&] { return opened_.session->run(r.sql, watch_, stop, reading); });
    propose_table(e.failure);
    return e;
  }

  [[nodiscard]] execution distinct(schema::table const& t, schema::column const& c, std::size_t limit, std::stop_token const& stop) {
    return detail::distinct_values(*this, t, c, limit, stop);
  }

  [[nodiscard]] estimation estimate(detail::statement_request const& r, std::stop_token const& stop) {
    estimation found;
    detail::duckdb_reading reading(options_.limits, {});
    reading.cost = &found.cost;
    prepare(r, reading);
    found.failure = detail::watched(watch_, stop, options_.limits.time, [&] { return opened_.session->run(r.sql, watch_, stop, reading); });
    propose_table(found.failure);
    return found;
  }

  /// By what the system lets this process do with the files.
  [[nodiscard]] std::vector<std::string> can_write(std::stop_token const&) const {
    auto const& sources = opened_.instance->sources();
    std::vector<std::filesystem::path> files;
    if (!sources.database().empty()) files.push_back(sources.database());
    for (auto const& v : sources.views()) files.push_back(v.file);
    std::vector<std::string> reasons;
    std::set<std::string> folders;
    for (auto const& file : files) {
      if (access(file.c_str(), W_OK) == 0) reasons.push_back("this user may write to " + file.string());
      folders.insert(file.parent_path().string());
    }
    for (auto const& folder : folders)
      if (access(folder.c_str(), W_OK) == 0) reasons.push_back("this user may make files in " + folder);
    return reasons;
  }

 private:
  void prepare(detail::statement_request const& r, detail::duckdb_reading& reading) {
    renew();
    leftover_ = leftover_ || !r.leaves_nothing;
    reading.guard = r.was_read ? nullptr : &guard_;
  }

  void propose_table(std::optional<failure>& ended) const {
    if (!ended || ended->code != errc::no_such_table) return;
    ended->remedy.clear();  // DuckDB proposes tables of its own too
    detail::propose_table(*ended, schema_);
  }

  /// Another instance if DuckDB has failed, or if what ran may have changed this one.
  void renew() {
    if (!opened_.session->is_broken() && !leftover_) return;
    auto const old = opened_.instance;
    auto fresh = detail::open_duckdb(old->sources(), options_, old.get());
    opened_.session.reset();  // before its instance
    opened_ = std::move(fresh);
    leftover_ = false;
  }

  duckdb_options options_;
  statement_guard guard_;
  std::string file_{};
  schema::database schema_{};
  bool leftover_ = false;
  detail::opened_duckdb opened_;
  detail::statement_watch watch_{[this] { opened_.session->interrupt(); }};  // last: its thread uses the session
};

T2S_DECL std::string const& duckdb_connection::file() const noexcept { return state_->inside().file(); }

static_assert(detail::Driver<duckdb_driver>);

#ifdef T2S_SEPARATE_COMPILATION
template class basic_connection<duckdb_driver>;
#endif

}  // namespace t2s::db

#endif
