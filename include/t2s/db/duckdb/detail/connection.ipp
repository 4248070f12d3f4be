// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_CONNECTION_IPP
#define T2S_DB_DUCKDB_DETAIL_CONNECTION_IPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/one_thread.hpp"
#include "t2s/db/detail/own_statements.hpp"
#include "t2s/db/detail/propose_table.hpp"
#include "t2s/db/duckdb/connection.hpp"
#include "t2s/db/duckdb/detail/opening.hpp"

#include <unistd.h>

#include <atomic>
#include <limits>
#include <set>
#include <thread>

namespace t2s::db {

class duckdb_connection::state {
 public:
  state(std::string const& file, duckdb_options const& options)
      : options_(options), guard_(options.guard), opened_(detail::open_duckdb({file, options.more_files}, options)) {
    file_ = std::filesystem::canonical(file).string();
    detail::instruct(guard_, *opened_.instance);
    schema_ = opened_.instance->schema;
  }

  [[nodiscard]] schema::database const& schema() const { return schema_; }
  [[nodiscard]] std::string const& file() const { return file_; }
  [[nodiscard]] duckdb_options const& options() const { return options_; }

  void interrupt() noexcept { watch_.stop(); }

  /// SQL of unknown origin.
  [[nodiscard]] std::optional<failure> read(std::string const& sql, detail::duckdb_reading& reading, std::stop_token const& stop) {
    if (auto f = detail::check_text(sql, options_.limits)) return f;
    bool was_read = false;
    if (options_.layers.guard) {
      auto verdict = guard_.inspect(sql);
      if (verdict.refused) return std::move(verdict.refused);
      was_read = verdict.was_read;
    }
    reading.guard = was_read ? nullptr : &guard_;
    return run(sql, reading, stop, was_read || options_.layers.only_queries);  // DuckDB's parser has read it then
  }

  [[nodiscard]] execution collect(std::string const& sql, std::stop_token const& stop, bool is_ours) {
    auto within = options_.limits;
    if (is_ours) within.rows_read = unlimited_rows;
    return collect(sql, within, stop, is_ours);
  }

  [[nodiscard]] execution collect(std::string const& sql, statement_limits const& within, std::stop_token const& stop, bool is_ours) {
    auto const begin = std::chrono::steady_clock::now();
    execution e;
    detail::duckdb_reading reading{within, nullptr, [&e](std::vector<value> row) { e.rows.values.push_back(std::move(row)); }, {}, {}, {}};
    e.failure = is_ours ? run(sql, reading, stop, true) : read(sql, reading, stop);
    e.elapsed = std::chrono::steady_clock::now() - begin;
    if (e.failure && !detail::is_cut_short(e.failure->code)) {
      e.rows = {};
      return e;
    }
    e.rows.columns = std::move(reading.columns);
    e.rows.types = std::move(reading.types);
    return e;
  }

  [[nodiscard]] estimation estimate(std::string const& sql, std::stop_token const& stop) {
    estimation found;
    detail::duckdb_reading reading{options_.limits, nullptr, {}, {}, {}, &found.cost};
    found.failure = read(sql, reading, stop);
    return found;
  }

  /// The files that are read, the first one first.
  [[nodiscard]] std::vector<std::filesystem::path> files() const {
    auto const& sources = opened_.instance->sources();
    std::vector<std::filesystem::path> all;
    if (!sources.database().empty()) all.push_back(sources.database());
    for (auto const& v : sources.views()) all.push_back(v.file);
    return all;
  }

 private:
  [[nodiscard]] std::optional<failure> run(std::string const& sql, detail::duckdb_reading& reading, std::stop_token const& stop,
                                           bool leaves_nothing) {
    statement const running(*this, stop);
    auto ended = opened_.session->run(sql, watch_, stop, reading);
    leftover_ = leftover_ || !leaves_nothing;
    auto const reason = watch_.ended_for();
    bool const own_limit = ended && (ended->code == errc::row_limit || ended->code == errc::size_limit);
    if (ended && !own_limit && reason == detail::statement_watch::reason::stopped) throw error(failure{errc::cancelled, {}, {}, {}, {}});
    if (ended && !own_limit && reason == detail::statement_watch::reason::late) ended = detail::too_slow(reading.within.time);
    if (ended && !is_about_statement(ended->code)) throw error(*ended);
    if (ended && ended->code == errc::no_such_table) {
      ended->remedy.clear();  // DuckDB proposes tables of its own too
      detail::propose_table(*ended, schema_);
    }
    return ended;
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

  /// Lasts while a statement runs.
  class statement {
   public:
    statement(state& of, std::stop_token const& stop)
        : of_(of), alone_(of.user_, "a duckdb_connection", "db::duckdb"), forward_(stop, stopper{of}) {
      if (!alone_.is_first())
        throw error(errc::invalid_argument, "a duckdb_connection is used within its own each_row", "use a second connection there");
      if (stop.stop_requested()) throw error(failure{errc::cancelled, {}, {}, {}, {}});
      of_.renew();
    }
    statement(statement const&) = delete;
    statement& operator=(statement const&) = delete;

   private:
    struct stopper {
      state& of;
      void operator()() const noexcept { of.interrupt(); }
    };

    state& of_;
    detail::one_thread alone_;
    std::stop_callback<stopper> forward_;
  };

  duckdb_options options_;
  statement_guard guard_;
  std::string file_{};
  schema::database schema_{};
  bool leftover_ = false;
  std::atomic<std::thread::id> user_{};
  detail::opened_duckdb opened_;
  detail::statement_watch watch_{[this] { opened_.session->interrupt(); }};  // last: its thread uses the session
};

T2S_DECL duckdb_connection::duckdb_connection(std::string const& file, duckdb_options const& options)
    : state_(std::make_unique<state>(file, options)) {}
T2S_DECL duckdb_connection::duckdb_connection(duckdb_connection&&) noexcept = default;
T2S_DECL duckdb_connection& duckdb_connection::operator=(duckdb_connection&&) noexcept = default;
T2S_DECL duckdb_connection::~duckdb_connection() = default;

T2S_DECL t2s::schema::database const& duckdb_connection::schema() const noexcept { return state_->schema(); }

T2S_DECL std::string const& duckdb_connection::file() const noexcept { return state_->file(); }

T2S_DECL void duckdb_connection::interrupt() noexcept { state_->interrupt(); }

T2S_DECL execution duckdb_connection::execute(std::string const& sql, std::stop_token stop) { return state_->collect(sql, stop, false); }

T2S_DECL execution duckdb_connection::execute(std::string const& sql, statement_limits const& within, std::stop_token stop) {
  return state_->collect(sql, within, stop, false);
}

T2S_DECL estimation duckdb_connection::estimate(std::string const& sql, std::stop_token stop) { return state_->estimate(sql, stop); }

T2S_DECL execution duckdb_connection::sample(std::string const& table, std::size_t n, std::stop_token stop) {
  auto const* t = schema().find_table(table);
  if (!t) return detail::unknown(errc::no_such_table, "no such table: ", table);
  return state_->collect("SELECT * FROM " + detail::name_in_duckdb(*t) + detail::limit_clause(n), stop, true);
}

T2S_DECL execution duckdb_connection::distinct(std::string const& table, std::string const& column, std::size_t limit,
                                               std::stop_token stop) {
  auto const* t = schema().find_table(table);
  if (!t) return detail::unknown(errc::no_such_table, "no such table: ", table);
  auto const* c = t->find_column(column);
  if (!c) return detail::unknown(errc::no_such_column, "no such column: ", column);
  auto const most = state_->options().distinct_rows;
  auto const looked_at = "SELECT " + t2s::schema::in_quotes(c->name, t2s::sql::dialect::duckdb) + " AS v FROM " +
                         detail::name_in_duckdb(*t) + detail::limit_clause(most);
  return detail::as_distinct(state_->collect(detail::counted_values(looked_at, limit), stop, true), limit, most);
}

T2S_DECL std::optional<failure> duckdb_connection::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                            std::stop_token stop) {
  auto unlimited = state_->options().limits;
  unlimited.rows = unlimited.bytes = std::numeric_limits<std::size_t>::max();
  return each_row(sql, take, unlimited, std::move(stop));
}

T2S_DECL std::optional<failure> duckdb_connection::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                            statement_limits const& within, std::stop_token stop) {
  detail::duckdb_reading reading{within, nullptr, [&take](std::vector<value> row) { take(row); }, {}, {}, {}};
  return state_->read(sql, reading, stop);
}

T2S_DECL std::vector<std::string> duckdb_connection::can_write() {
  std::vector<std::string> reasons;
  std::set<std::string> folders;
  for (auto const& file : state_->files()) {
    if (access(file.c_str(), W_OK) == 0) reasons.push_back("this user may write to " + file.string());
    folders.insert(file.parent_path().string());
  }
  for (auto const& folder : folders)
    if (access(folder.c_str(), W_OK) == 0) reasons.push_back("this user may make files in " + folder);
  return reasons;
}

}  // namespace t2s::db

#endif
