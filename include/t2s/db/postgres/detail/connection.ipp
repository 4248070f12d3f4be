// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_CONNECTION_IPP
#define T2S_DB_POSTGRES_DETAIL_CONNECTION_IPP

#include "t2s/db/detail/one_thread.hpp"
#include "t2s/db/postgres/connection.hpp"
#include "t2s/db/postgres/detail/catalogue.hpp"
#include "t2s/db/postgres/detail/open_server.hpp"
#include "t2s/db/postgres/detail/statements.hpp"
#include "t2s/db/postgres/detail/write_access.hpp"

#include <limits>
#include <thread>

namespace t2s::db {

class postgres_connection::state {
 public:
  state(std::string const& server, postgres_options const& options) : slot_(detail::open_server(server, options)) {}

  [[nodiscard]] detail::postgres_server const& server() const { return slot_->server(); }

  void interrupt() {
    std::lock_guard const lock(stop_is_there_);
    stop_.request_stop();
  }

  [[nodiscard]] execution collect(detail::postgres_request request, std::stop_token const& stop) {
    return collect(std::move(request), server().options.limits, stop);
  }

  [[nodiscard]] execution collect(detail::postgres_request request, statement_limits const& within, std::stop_token const& stop) {
    if (request.refused) return execution(*std::move(request.refused));
    statement const running(*this, stop);
    auto shell = running.shell();
    return detail::collect(*shell, *slot_, std::move(request), within).get();
  }

  [[nodiscard]] std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                statement_limits const& within, std::stop_token const& stop) {
    auto request = detail::admitted(server(), sql);
    if (request.refused) return std::move(request.refused);
    statement const running(*this, stop);
    auto shell = running.shell();
    auto const hand_over = [&take](std::vector<value> row) { take(row); };
    return detail::answer(*shell, *slot_, std::move(request), within, hand_over).get().failure;
  }

  [[nodiscard]] estimation estimate(detail::postgres_request request, std::stop_token const& stop) {
    if (request.refused) return {{}, std::move(request.refused)};
    statement const running(*this, stop);
    auto shell = running.shell();
    return detail::estimate(*shell, *slot_, std::move(request), server().options.limits.time).get();
  }

 private:
  /// Lasts while a statement runs.
  class statement {
   public:
    statement(state& of, std::stop_token const& stop)
        : of_(of), alone_(of.user_, "a postgres_connection", "db::postgres"), forward_(stop, stopper{of}) {
      if (!alone_.is_first())
        throw error(errc::invalid_argument, "a postgres_connection is used within its own each_row", "use a second connection there");
      of_.pipe_.drain();
      of_.set_stop(std::stop_source());
      if (stop.stop_requested()) of_.interrupt();
    }
    statement(statement const&) = delete;
    statement& operator=(statement const&) = delete;
    ~statement() {
      if (alone_.is_first()) of_.set_stop(std::stop_source(std::nostopstate));
    }

    [[nodiscard]] std::unique_ptr<detail::blocking_shell> shell() const {
      return std::make_unique<detail::blocking_shell>(of_.stop_.get_token(), of_.pipe_);
    }

   private:
    struct stopper {
      state& of;
      void operator()() const { of.interrupt(); }
    };

    state& of_;
    detail::one_thread alone_;
    std::stop_callback<stopper> forward_;
  };

  void set_stop(std::stop_source s) {
    std::lock_guard const lock(stop_is_there_);
    stop_ = std::move(s);
  }

  detail::wake_pipe pipe_{};
  std::unique_ptr<detail::postgres_slot> slot_;
  std::atomic<std::thread::id> user_{};
  std::mutex stop_is_there_{};
  std::stop_source stop_{std::nostopstate};
};

T2S_DECL postgres_connection::postgres_connection(std::string const& server, postgres_options const& options)
    : state_(std::make_unique<state>(server, options)) {}
T2S_DECL postgres_connection::postgres_connection(postgres_connection&&) noexcept = default;
T2S_DECL postgres_connection& postgres_connection::operator=(postgres_connection&&) noexcept = default;
T2S_DECL postgres_connection::~postgres_connection() = default;

T2S_DECL t2s::schema::database const& postgres_connection::schema() const noexcept { return state_->server().schema; }

T2S_DECL void postgres_connection::interrupt() noexcept { state_->interrupt(); }

T2S_DECL execution postgres_connection::execute(std::string const& sql, std::stop_token stop) {
  return state_->collect(detail::admitted(state_->server(), sql), stop);
}

T2S_DECL execution postgres_connection::execute(std::string const& sql, statement_limits const& within, std::stop_token stop) {
  return state_->collect(detail::admitted(state_->server(), sql), within, stop);
}

T2S_DECL estimation postgres_connection::estimate(std::string const& sql, std::stop_token stop) {
  return state_->estimate(detail::admitted(state_->server(), sql), stop);
}

T2S_DECL execution postgres_connection::sample(std::string const& table, std::size_t n, std::stop_token stop) {
  return state_->collect(detail::sample_of(schema(), table, n), stop);
}

T2S_DECL execution postgres_connection::distinct(std::string const& table, std::string const& column, std::size_t limit,
                                                 std::stop_token stop) {
  auto e = state_->collect(detail::distinct_of(state_->server(), table, column, limit, false), stop);
  if (e.failure && e.failure->code == errc::no_such_function)
    e = state_->collect(detail::distinct_of(state_->server(), table, column, limit, true), stop);
  return detail::distinct_from(state_->server(), table, limit, std::move(e));
}

T2S_DECL std::optional<failure> postgres_connection::each_row(std::string const& sql,
                                                              std::function<void(std::span<value const>)> const& take,
                                                              std::stop_token stop) {
  auto unlimited = state_->server().options.limits;
  unlimited.rows = unlimited.bytes = std::numeric_limits<std::size_t>::max();
  return state_->each_row(sql, take, unlimited, stop);
}

T2S_DECL std::optional<failure> postgres_connection::each_row(std::string const& sql,
                                                              std::function<void(std::span<value const>)> const& take,
                                                              statement_limits const& within, std::stop_token stop) {
  return state_->each_row(sql, take, within, stop);
}

T2S_DECL std::vector<std::string> postgres_connection::can_write() {
  auto const e = state_->collect(detail::our_own(detail::write_access), {});
  if (e.failure) throw error(*e.failure);
  std::vector<std::string> reasons;
  for (auto const& row : e.rows.values) reasons.push_back(to_string(row.front()));
  return reasons;
}

}  // namespace t2s::db

#endif
