// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_CONNECTION_IPP
#define T2S_DB_MYSQL_DETAIL_CONNECTION_IPP

#include "t2s/db/detail/one_thread.hpp"
#include "t2s/db/mysql/connection.hpp"
#include "t2s/db/mysql/detail/catalogue.hpp"
#include "t2s/db/mysql/detail/open_server.hpp"
#include "t2s/db/mysql/detail/write_access.hpp"

#include <limits>
#include <thread>

namespace t2s::db {
namespace detail {

/// What a user may do as it is.
struct mysql_access {
  std::vector<std::string> sentences{};
  std::vector<std::string> roles{};  ///< as SQL names them: it may take them on

  void add(std::string sentence) {
    if (std::ranges::find(sentences, sentence) == sentences.end()) sentences.push_back(std::move(sentence));
  }
};

/// Of the session's user, with the roles that are active.
inline mysql_access mysql_access_of(mysql_slot& slot) {
  mysql_access found;
  auto const rows_of = [&slot](std::string sql) {
    auto e = collect(slot, mysql_our_own(std::move(sql)), {});
    if (e.failure) throw error(*e.failure);
    return std::move(e.rows.values);
  };
  std::string grants = "SHOW GRANTS";  // MariaDB shows those of the role too
  if (make_ready(slot, {}); !slot.session()->is_mariadb()) {
    auto const role = collect(slot, mysql_our_own("SELECT CURRENT_ROLE()"), {});  // since MySQL 8
    auto const roles = role.ok() ? to_string(role.rows.values.at(0).at(0)) : "NONE";
    if (roles != "NONE") grants.append(" FOR CURRENT_USER() USING ").append(roles);
  }
  for (auto const& row : rows_of(grants)) {
    mysql_grant const grant(to_string(row.at(0)));
    for (auto& sentence : sentences_of(grant)) found.add(std::move(sentence));
    if (grant.on.empty()) found.roles.insert(found.roles.end(), grant.rights.begin(), grant.rights.end());
  }
  for (auto const& row : rows_of(mysql_borrowed_rights)) found.add(to_string(row.at(0)));
  return found;
}

/// The rights of a user and of all its roles, active or not, as sentences. Roles are taken on in a session of its own.
inline std::vector<std::string> mysql_write_access(mysql_slot& slot) {
  auto found = mysql_access_of(slot);
  mysql_slot other(slot.shared_server());
  auto const active = found.sentences;
  for (auto const& role : found.roles) {
    make_ready(other, {});
    if (!other.session()->run("SET ROLE " + role)) continue;  // it is a role of a role, and what it may the other one may
    for (auto const& sentence : mysql_access_of(other).sentences)
      if (std::ranges::find(active, sentence) == active.end()) found.add(sentence + ", after SET ROLE " + role);
  }
  return std::move(found.sentences);
}

}  // namespace detail

class mysql_connection::state {
 public:
  state(std::string const& server, mysql_options const& options) : slot_(detail::open_mysql_server(server, options)) {}

  [[nodiscard]] detail::mysql_server const& server() const { return slot_->server(); }

  void interrupt() {
    std::unique_lock lock(stop_is_there_);
    auto stop = stop_;
    lock.unlock();
    stop.request_stop();
  }

  [[nodiscard]] execution collect(detail::mysql_request request, std::stop_token const& stop) {
    return collect(std::move(request), server().options.limits, stop);
  }

  [[nodiscard]] execution collect(detail::mysql_request request, statement_limits const& within, std::stop_token const& stop) {
    if (request.refused) return execution(*std::move(request.refused));
    statement const running(*this, stop);
    return detail::collect(*slot_, std::move(request), within, running.stop());
  }

  [[nodiscard]] std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                statement_limits const& within, std::stop_token const& stop) {
    auto request = detail::admitted(server(), sql);
    if (request.refused) return std::move(request.refused);
    statement const running(*this, stop);
    return detail::answer(*slot_, request, within, [&take](std::vector<value> row) { take(row); }, running.stop()).failure;
  }

  [[nodiscard]] estimation estimate(detail::mysql_request const& request, std::stop_token const& stop) {
    if (request.refused) return {{}, request.refused};
    statement const running(*this, stop);
    return detail::estimate(*slot_, request, server().options.limits.time, running.stop());
  }

  [[nodiscard]] std::vector<std::string> can_write() {
    statement const running(*this, {});
    return detail::mysql_write_access(*slot_);
  }

 private:
  /// Lasts while a statement runs.
  class statement {
   public:
    statement(state& of, std::stop_token const& stop)
        : of_(of), alone_(of.user_, "a mysql_connection", "db::mysql"), forward_(stop, stopper{stop_}) {
      if (!alone_.is_first())
        throw error(errc::invalid_argument, "a mysql_connection is used within its own each_row", "use a second connection there");
      of_.set_stop(stop_);
    }
    statement(statement const&) = delete;
    statement& operator=(statement const&) = delete;
    ~statement() {
      if (alone_.is_first()) of_.set_stop(std::stop_source(std::nostopstate));
    }

    [[nodiscard]] std::stop_token stop() const { return stop_.get_token(); }

   private:
    struct stopper {
      std::stop_source what;
      void operator()() { what.request_stop(); }
    };

    state& of_;
    detail::one_thread alone_;
    std::stop_source stop_{};
    std::stop_callback<stopper> forward_;
  };

  void set_stop(std::stop_source s) {
    std::lock_guard const lock(stop_is_there_);
    stop_ = std::move(s);
  }

  std::unique_ptr<detail::mysql_slot> slot_;
  std::atomic<std::thread::id> user_{};
  std::mutex stop_is_there_{};
  std::stop_source stop_{std::nostopstate};
};

T2S_DECL mysql_connection::mysql_connection(std::string const& server, mysql_options const& options)
    : state_(std::make_unique<state>(server, options)) {}
T2S_DECL mysql_connection::mysql_connection(mysql_connection&&) noexcept = default;
T2S_DECL mysql_connection& mysql_connection::operator=(mysql_connection&&) noexcept = default;
T2S_DECL mysql_connection::~mysql_connection() = default;

T2S_DECL t2s::schema::database const& mysql_connection::schema() const noexcept { return state_->server().schema; }

T2S_DECL void mysql_connection::interrupt() noexcept { state_->interrupt(); }

T2S_DECL execution mysql_connection::execute(std::string const& sql, std::stop_token stop) {
  return state_->collect(detail::admitted(state_->server(), sql), stop);
}

T2S_DECL execution mysql_connection::execute(std::string const& sql, statement_limits const& within, std::stop_token stop) {
  return state_->collect(detail::admitted(state_->server(), sql), within, stop);
}

T2S_DECL estimation mysql_connection::estimate(std::string const& sql, std::stop_token stop) {
  return state_->estimate(detail::admitted(state_->server(), sql), stop);
}

T2S_DECL execution mysql_connection::sample(std::string const& table, std::size_t n, std::stop_token stop) {
  return state_->collect(detail::mysql_sample_of(state_->server(), table, n), stop);
}

T2S_DECL execution mysql_connection::distinct(std::string const& table, std::string const& column, std::size_t limit,
                                              std::stop_token stop) {
  return detail::as_distinct(state_->collect(detail::mysql_distinct_of(state_->server(), table, column, limit), stop), limit,
                             state_->server().options.distinct_rows);
}

T2S_DECL std::optional<failure> mysql_connection::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                           std::stop_token stop) {
  auto unlimited = state_->server().options.limits;
  unlimited.rows = unlimited.bytes = std::numeric_limits<std::size_t>::max();
  return state_->each_row(sql, take, unlimited, stop);
}

T2S_DECL std::optional<failure> mysql_connection::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                           statement_limits const& within, std::stop_token stop) {
  return state_->each_row(sql, take, within, stop);
}

T2S_DECL std::vector<std::string> mysql_connection::can_write() { return state_->can_write(); }

}  // namespace t2s::db

#endif
