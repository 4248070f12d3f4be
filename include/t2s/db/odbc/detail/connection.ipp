// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_CONNECTION_IPP
#define T2S_DB_ODBC_DETAIL_CONNECTION_IPP

#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/one_thread.hpp"
#include "t2s/db/detail/own_statements.hpp"
#include "t2s/db/odbc/connection.hpp"
#include "t2s/db/odbc/detail/catalogue.hpp"

#include <limits>
#include <thread>

namespace t2s::db {

class odbc_connection::state {
 public:
  state(std::string const& source, odbc_options const& options)
      : source_(source),
        options_(options),
        session_(std::make_unique<detail::odbc_session>(source, options)),
        guard_(options.guard ? *options.guard : odbc_guard(session_->dialect())),
        engine_(session_->engine()),
        schema_(detail::odbc_catalogue(*session_, options_).read()) {
    if (schema_.empty())
      throw error(errc::no_tables, "the session sees no table of the database",
                  "name the schemas (odbc_options::schemas), or GRANT SELECT");
  }

  [[nodiscard]] schema::database const& schema() const { return schema_; }
  [[nodiscard]] std::string const& engine() const { return engine_; }
  [[nodiscard]] odbc_options const& options() const { return options_; }
  [[nodiscard]] detail::odbc_session& session() const { return *session_; }

  void interrupt() noexcept { watch_.stop(); }

  /// SQL of unknown origin.
  [[nodiscard]] std::optional<failure> read(std::string const& sql, detail::odbc_reading& reading, std::stop_token const& stop) {
    if (auto f = detail::check_text(sql, options_.limits)) return f;
    if (options_.layers.guard)
      if (auto verdict = guard_.inspect(sql); verdict.refused) return std::move(verdict.refused);
    return run(sql, reading, stop);
  }

  [[nodiscard]] execution collect(std::string const& sql, std::stop_token const& stop, bool is_ours) {
    return collect(sql, options_.limits, stop, is_ours);
  }

  [[nodiscard]] execution collect(std::string const& sql, statement_limits const& within, std::stop_token const& stop, bool is_ours) {
    auto const begin = std::chrono::steady_clock::now();
    execution e;
    detail::odbc_reading reading{within, [&e](std::vector<value> row) { e.rows.values.push_back(std::move(row)); }, {}, {}};
    e.failure = is_ours ? run(sql, reading, stop) : read(sql, reading, stop);
    e.elapsed = std::chrono::steady_clock::now() - begin;
    if (e.failure && !detail::is_cut_short(e.failure->code)) {
      e.rows = {};
      return e;
    }
    e.rows.columns = std::move(reading.columns);
    e.rows.types = std::move(reading.types);
    return e;
  }

  [[nodiscard]] std::string name_in_sql(schema::table const& t) const {
    auto const d = session_->dialect().dialect;
    auto const name = schema::in_quotes(t.name, d);
    return t.schema.empty() ? name : schema::in_quotes(t.schema, d) + "." + name;
  }

 private:
  [[nodiscard]] std::optional<failure> run(std::string const& sql, detail::odbc_reading& reading, std::stop_token const& stop) {
    statement const running(*this, stop);
    auto ended = session_->run(sql, watch_, stop, reading);
    auto const reason = watch_.ended_for();
    bool const own_limit = ended && (ended->code == errc::row_limit || ended->code == errc::size_limit);
    if (ended && !own_limit && reason == detail::statement_watch::reason::stopped) throw error(failure{errc::cancelled, {}, {}, {}, {}});
    if (ended && !own_limit && reason == detail::statement_watch::reason::late) ended = detail::too_slow(reading.within.time);
    if (ended && !is_about_statement(ended->code)) throw error(*ended);
    if (ended && ended->code == errc::no_such_table && ended->remedy.empty()) propose_table(*ended);
    return ended;
  }

  void propose_table(failure& f) const {
    std::vector<std::string> names;
    for (auto const& t : schema_.tables()) names.push_back(t.name);
    auto const* near = text::nearest(f.subject.substr(f.subject.rfind('.') + 1), names);
    if (near) f.remedy = "there is " + schema::sql_name(*near, session_->dialect().dialect);
  }

  /// Lasts while a statement runs.
  class statement {
   public:
    statement(state& of, std::stop_token const& stop)
        : of_(of), alone_(of.user_, "an odbc_connection", "a connection for each thread"), forward_(stop, stopper{of}) {
      if (!alone_.is_first())
        throw error(errc::invalid_argument, "an odbc_connection is used within its own each_row", "use a second connection there");
      if (stop.stop_requested()) throw error(failure{errc::cancelled, {}, {}, {}, {}});
      if (of_.session_->is_broken()) of_.session_ = std::make_unique<detail::odbc_session>(of_.source_, of_.options_);
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

  std::string source_;
  odbc_options options_;
  std::unique_ptr<detail::odbc_session> session_;
  statement_guard guard_;
  std::string engine_;
  schema::database schema_;
  std::atomic<std::thread::id> user_{};
  detail::statement_watch watch_{[this] { session_->cancel(); }};  // last: its thread uses the session
};

T2S_DECL odbc_connection::odbc_connection(std::string const& source, odbc_options const& options)
    : state_(std::make_unique<state>(source, options)) {}
T2S_DECL odbc_connection::odbc_connection(odbc_connection&&) noexcept = default;
T2S_DECL odbc_connection& odbc_connection::operator=(odbc_connection&&) noexcept = default;
T2S_DECL odbc_connection::~odbc_connection() = default;

T2S_DECL t2s::schema::database const& odbc_connection::schema() const noexcept { return state_->schema(); }

T2S_DECL std::string const& odbc_connection::engine() const noexcept { return state_->engine(); }

T2S_DECL void odbc_connection::interrupt() noexcept { state_->interrupt(); }

T2S_DECL execution odbc_connection::execute(std::string const& sql, std::stop_token stop) { return state_->collect(sql, stop, false); }

T2S_DECL execution odbc_connection::execute(std::string const& sql, statement_limits const& within, std::stop_token stop) {
  return state_->collect(sql, within, stop, false);
}

T2S_DECL execution odbc_connection::sample(std::string const& table, std::size_t n, std::stop_token stop) {
  auto const* t = schema().find_table(table);
  if (!t) return detail::unknown(errc::no_such_table, "no such table: ", table);
  return state_->collect("SELECT * FROM " + state_->name_in_sql(*t) + detail::limit_clause(n), stop, true);
}

T2S_DECL execution odbc_connection::distinct(std::string const& table, std::string const& column, std::size_t limit, std::stop_token stop) {
  auto const* t = schema().find_table(table);
  if (!t) return detail::unknown(errc::no_such_table, "no such table: ", table);
  auto const* c = t->find_column(column);
  if (!c) return detail::unknown(errc::no_such_column, "no such column: ", column);
  auto const most = state_->options().distinct_rows;
  auto const looked_at = "SELECT " + t2s::schema::in_quotes(c->name, state_->session().dialect().dialect) + " AS v FROM " +
                         state_->name_in_sql(*t) + detail::limit_clause(most);
  return detail::as_distinct(state_->collect(detail::counted_values(looked_at, limit), stop, true), limit, most);
}

T2S_DECL std::optional<failure> odbc_connection::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                          std::stop_token stop) {
  auto unlimited = state_->options().limits;
  unlimited.rows = unlimited.bytes = std::numeric_limits<std::size_t>::max();
  return each_row(sql, take, unlimited, std::move(stop));
}

T2S_DECL std::optional<failure> odbc_connection::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                          statement_limits const& within, std::stop_token stop) {
  detail::odbc_reading reading{within, [&take](std::vector<value> row) { take(row); }, {}, {}};
  return state_->read(sql, reading, stop);
}

T2S_DECL std::vector<std::string> odbc_connection::can_write() {
  if (state_->session().says_read_only()) return {};
  std::vector<std::string> reasons{"the driver does not say that the data source is read-only"};
  if (!state_->session().can_roll_back()) reasons.emplace_back("the driver has no transactions: what a statement writes cannot be undone");
  return reasons;
}

}  // namespace t2s::db

#endif
