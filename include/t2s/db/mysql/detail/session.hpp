// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_SESSION_HPP
#define T2S_DB_MYSQL_DETAIL_SESSION_HPP

#include "t2s/db/detail/kept_socket.hpp"
#include "t2s/db/mysql/detail/client.hpp"
#include "t2s/db/mysql/detail/failure.hpp"
#include "t2s/db/mysql/detail/url.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::db::detail {

/// Which session of which server: what another connection needs to end what it does.
struct mysql_session_address {
  mysql_url where{};  ///< of that host alone
  unsigned long number = 0;
  std::string server{};  ///< what the server says of itself; another one behind the same address says something else
};

/// A text as SQL, where a backslash escapes.
inline std::string mysql_text(std::string_view s) {
  std::string out = "'";
  for (char const c : s) out.append(c == '\'' || c == '\\' ? "\\" : "").append(1, c);
  return out.append("'");
}

/// What `max_statement_time` and `max_execution_time` are set to: seconds and milliseconds, 0 for no limit.
inline std::string mysql_time_setting(std::chrono::nanoseconds time, bool is_mariadb) {
  if (time > std::chrono::hours(24 * 300)) time = {};
  auto const us = std::chrono::ceil<std::chrono::microseconds>(time).count();
  if (!is_mariadb) return "SESSION max_execution_time = " + std::to_string((us + 999) / 1000);
  auto digits = std::to_string(us % 1'000'000);
  digits.insert(0, 6 - digits.size(), '0');
  return "SESSION max_statement_time = " + std::to_string(us / 1'000'000) + "." + digits;
}

/// A connection after its login. All of it blocks, until `socket().shut()`.
class mysql_session {
 public:
  using clock = std::chrono::steady_clock;

  /// `c` is logged in. Its settings are still to be made.
  mysql_session(mysql_handle c, mysql_session_address address)
      : connection_(std::move(c)), socket_(static_cast<int>(mysql_get_socket(connection_.get()))), address_(std::move(address)) {}
  mysql_session(mysql_session const&) = delete;
  mysql_session& operator=(mysql_session const&) = delete;
  ~mysql_session() {
    if (!rests_) socket_.shut();  // else the client would wait for the rest of a result
  }

  [[nodiscard]] MYSQL* get() const noexcept { return connection_.get(); }
  [[nodiscard]] kept_socket const& socket() const noexcept { return socket_; }
  [[nodiscard]] mysql_session_address const& address() const noexcept { return address_; }
  void set_address(mysql_session_address a) { address_ = std::move(a); }
  [[nodiscard]] bool is_mariadb() const noexcept { return mariadb_connection(get()) != 0; }

  /// Host and port, or the path of a socket.
  [[nodiscard]] std::string place() const {
    auto const& w = address_.where;
    return w.socket.empty() ? w.host + ":" + std::to_string(w.port) : w.socket;
  }

  // ---- statements of this library's own

  /// Runs a statement that gives no rows. False if it fails.
  [[nodiscard]] bool run(std::string const& sql) { return mysql_real_query(get(), sql.data(), sql.size()) == 0; }

  /// Forgets all that statements have left behind, and its settings. False if the server cannot.
  [[nodiscard]] bool reset() {
    has_settings_ = false;
    return mysql_reset_connection(get()) == 0;
  }

  // ---- its state

  [[nodiscard]] bool has_settings() const noexcept { return has_settings_; }
  [[nodiscard]] std::chrono::nanoseconds time() const noexcept { return time_; }
  void note_settings(std::chrono::nanoseconds time) noexcept {
    has_settings_ = true;
    time_ = time;
  }

  /// Whether nothing is under way: the next statement may be sent.
  void set_rests(bool yes) noexcept {
    rests_ = yes;
    idle_since_ = clock::now();
  }
  [[nodiscard]] clock::time_point idle_since() const noexcept { return idle_since_; }

  // ---- what went wrong last

  [[nodiscard]] unsigned error_number() const {
    auto const number = mysql_errno(get());
    bool const is_too_large = number == 2013 && get()->net.error == 1;  // 2 is of a socket that failed
    return is_too_large ? 2020 : number;
  }

  /// Of the connection's own functions, about this statement.
  [[nodiscard]] failure last_failure(std::string const& sql) const {
    auto const number = error_number();
    auto const words = number == 2020 ? "a row is larger than the client accepts" : text_or_none(mysql_error(get()));
    return explained({number, words, address_.where.database}, sql);
  }
  [[nodiscard]] failure last_failure(MYSQL_STMT* s, std::string const& sql) const {
    return explained({mysql_stmt_errno(s), text_or_none(mysql_stmt_error(s)), address_.where.database}, sql);
  }

 private:
  [[nodiscard]] failure explained(mysql_report const& r, std::string const& sql) const {
    auto f = mysql_failure(r, sql);
    if (f.code != errc::database_lost) return f;
    f.message = "the connection to " + place() + " was lost: " + f.message;
    f.subject = place();
    return f;
  }

  mysql_handle connection_;  // before the socket, so that it is closed after it
  kept_socket socket_;
  mysql_session_address address_;
  bool rests_ = true, has_settings_ = false;
  std::chrono::nanoseconds time_{};
  clock::time_point idle_since_ = clock::now();
};

}  // namespace t2s::db::detail

#endif
