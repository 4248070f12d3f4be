// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_CONNECTING_HPP
#define T2S_DB_MYSQL_DETAIL_CONNECTING_HPP

#include "t2s/db/detail/result.hpp"
#include "t2s/db/mysql/detail/alarm_clock.hpp"
#include "t2s/db/mysql/detail/server.hpp"
#include "t2s/db/mysql/detail/session.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>

/// Opening a connection, from the URL to a session that is ready. All of this may block beyond any time limit, since the client looks up
/// names and reads files: it has a thread of its own.
namespace t2s::db::detail {

/// The server may ask for a file of this machine, whatever the statement was: it gets none.
inline int no_local_file(void** state, char const*, void*) {
  *state = nullptr;
  return 1;
}
inline int no_local_bytes(void*, char*, unsigned) { return -1; }
inline void end_of_no_local_file(void*) {}
inline int why_no_local_file(void*, char* words, unsigned room) {
  text::cut("no file of this machine is sent to a server", room).copy(words, room);
  return 2068;
}

/// A login by the client.
class mysql_login {
 public:
  mysql_login(mysql_url const& url, mysql_options const& o) : url_(url), connection_(mysql_init(nullptr)) {
    if (!connection_) throw std::bad_alloc();
    set_times(o.connect_time);
    set_tls();
    auto const most = std::clamp<std::size_t>(std::max(o.limits.bytes, o.limits.value_bytes), std::size_t{1} << 20U, std::size_t{1} << 30U);
    auto const packet = most + (std::size_t{1} << 20U);  // of a row that is greater the client takes nothing
    set(MYSQL_OPT_MAX_ALLOWED_PACKET, &packet);
    set(MYSQL_SET_CHARSET_NAME, "utf8mb4");
    unsigned const local = o.layers.no_local_files ? 0U : 1U;
    set(MYSQL_OPT_LOCAL_INFILE, &local);
    mysql_optionsv(get(), MYSQL_OPT_CONNECT_ATTR_ADD, "program_name", "t2s");
    if (url_.compresses) set(MYSQL_OPT_COMPRESS, nullptr);
    if (!url_.plugins.empty()) set(MYSQL_PLUGIN_DIR, url_.plugins.c_str());
    if (url_.reads_option_files) set(MYSQL_READ_DEFAULT_GROUP, url_.option_group.empty() ? "t2s" : url_.option_group.c_str());
    if (!url_.option_file.empty()) set(MYSQL_READ_DEFAULT_FILE, url_.option_file.c_str());
  }

  /// Throws what keeps the server from taking the connection.
  [[nodiscard]] std::unique_ptr<mysql_session> log_in(mysql_options const& o) {
    auto const given = [](std::string const& s) { return s.empty() ? nullptr : s.c_str(); };
    auto const* const password = url_.password ? url_.password->c_str() : nullptr;
    auto const begin = std::chrono::steady_clock::now();
    if (!mysql_real_connect(get(), given(url_.host), given(url_.user), password, given(url_.database), url_.port, given(url_.socket), 0))
      throw error(why_not(std::chrono::steady_clock::now() - begin));
    if (o.layers.no_local_files)
      mysql_set_local_infile_handler(get(), no_local_file, no_local_bytes, end_of_no_local_file, why_no_local_file, nullptr);
    char const off = 0;
    set(MYSQL_OPT_RECONNECT, &off);  // an option file may have switched it on: a new session has none of our settings
    if (url_.tls == mysql_tls::required && !mysql_get_ssl_cipher(get()))
      throw error(failure{
          errc::database_tls_failed, "the server offers no TLS", place(), std::string(mysql_remedy_of(errc::database_tls_failed)), {}});
    mysql_session_address address{here(), mysql_thread_id(get()), {}};
    return std::make_unique<mysql_session>(std::move(connection_), std::move(address));
  }

 private:
  [[nodiscard]] MYSQL* get() const { return connection_.get(); }

  void set(mysql_option what, void const* to) { ::mysql_options(get(), what, to); }

  void set_times(std::chrono::nanoseconds time) {
    auto const whole = std::chrono::ceil<std::chrono::seconds>(time).count();
    seconds_ = static_cast<unsigned>(std::clamp<std::int64_t>(whole, 1, 86'400));
    if (url_.connect_seconds != 0) seconds_ = std::min(seconds_, url_.connect_seconds);
    set(MYSQL_OPT_CONNECT_TIMEOUT, &seconds_);
  }

  void set_tls() {
    if (url_.reads_option_files) return;
    bool const has_authorities = !url_.tls_authorities.empty() || !url_.tls_authorities_folder.empty();
    bool const is_network = url_.socket.empty() && !url_.host.empty() && url_.host != "localhost";
    if (!url_.tls) url_.tls = has_authorities ? mysql_tls::verify_identity : is_network ? mysql_tls::preferred : mysql_tls::disabled;
    char const uses = *url_.tls != mysql_tls::disabled ? 1 : 0, verifies = *url_.tls == mysql_tls::verify_identity ? 1 : 0;
    auto const add = [this](mysql_option what, std::string const& to) {
      if (!to.empty()) set(what, to.c_str());
    };
    if (uses != 0) {
      add(MYSQL_OPT_SSL_CA, url_.tls_authorities);
      add(MYSQL_OPT_SSL_CAPATH, url_.tls_authorities_folder);
      add(MYSQL_OPT_SSL_CERT, url_.tls_certificate);
      add(MYSQL_OPT_SSL_KEY, url_.tls_key);
      add(MYSQL_OPT_SSL_CIPHER, url_.tls_ciphers);
      add(MARIADB_OPT_TLS_VERSION, url_.tls_versions);
    }
    set(MYSQL_OPT_SSL_ENFORCE, &uses);
    set(MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verifies);
  }

  /// Where the connection leads, of several hosts the one.
  [[nodiscard]] mysql_url here() const {
    auto url = url_;
    char const* text = nullptr;
    unsigned port = 0;
    if (mariadb_get_infov(get(), MARIADB_CONNECTION_HOST, &text) == 0 && text) url.host = text;
    if (mariadb_get_infov(get(), MARIADB_CONNECTION_PORT, &port) == 0) url.port = port;
    text = nullptr;
    if (mariadb_get_infov(get(), MARIADB_CONNECTION_UNIX_SOCKET, &text) == 0 && text) url.socket = text;
    return url;
  }

  [[nodiscard]] std::string place() const {
    if (!url_.socket.empty()) return url_.socket;
    return url_.port == 0 ? url_.host : url_.host + ":" + std::to_string(url_.port);
  }

  [[nodiscard]] failure why_not(std::chrono::nanoseconds took) const {
    auto const message = text_or_none(mysql_error(get()));
    auto code = errc_of_login(mysql_errno(get()));
    if (is_about_statement(code)) code = errc::database_login_failed;
    bool const is_late = message.ends_with("110)") || message.ends_with("110") || took >= std::chrono::milliseconds(900) * seconds_;
    if (code == errc::database_unreachable && is_late) code = errc::database_timeout;  // 110 is ETIMEDOUT
    if (code == errc::database_unreachable && message.find("TLS") != message.npos) code = errc::database_tls_failed;
    return {code, text::cut(message, longest_mysql_message), place(), std::string(mysql_remedy_of(code)), {}};
  }

  mysql_url url_;
  unsigned seconds_ = 0;  // that it may take
  mysql_handle connection_;
};

/// Settings that decide how SQL is read, how values are written and how long a statement may take, the same whatever the server's are.
inline std::string mysql_settings(mysql_session const& s, mysql_options const& o, std::chrono::nanoseconds time) {
  // Double quotes are of strings, a backslash escapes, || is OR: what the parser takes for granted. What GROUP BY allows is the server's.
  std::string sql =
      "SET NAMES utf8mb4, SESSION sql_mode = CONCAT('STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', "
      "IF(FIND_IN_SET('ONLY_FULL_GROUP_BY', @@GLOBAL.sql_mode), ',ONLY_FULL_GROUP_BY', '')), SESSION lc_messages = 'en_US', "
      "SESSION autocommit = 1, SESSION completion_type = 0, SESSION sql_auto_is_null = 0, SESSION sql_select_limit = "
      "18446744073709551615, ";
  sql.append(mysql_time_setting(time, s.is_mariadb()));
  if (!o.time_zone.empty()) sql.append(", SESSION time_zone = ").append(mysql_text(o.time_zone));
  return sql;
}

/// Makes them. Throws if the server does not take them.
inline void make_settings(mysql_session& s, mysql_options const& o, std::chrono::nanoseconds time) {
  if (!s.run(mysql_settings(s, o, time))) {
    auto f = s.last_failure({});
    if (is_about_statement(f.code)) f = {errc::invalid_argument, f.message, s.place(), "see mysql_options::time_zone", {}};
    throw error(std::move(f));
  }
  s.note_settings(time);
}

/// One value of a statement of this library's own; "" if it fails.
inline std::string only_value(mysql_session& s, std::string const& sql) {
  if (!s.run(sql)) return {};
  mysql_result const r(mysql_store_result(s.get()));
  auto* const row = r ? mysql_fetch_row(r.get()) : nullptr;
  return row && row[0] ? std::string(row[0]) : std::string();
}

inline constexpr char const* mysql_server_itself = "SELECT CONCAT_WS('/', @@hostname, @@port, @@server_id, @@datadir)";

/// To a session of one host with its settings. Throws.
inline std::unique_ptr<mysql_session> open_session_of_host(mysql_url const& url, mysql_options const& o) {
  auto session = mysql_login(url, o).log_in(o);
  auto const clock = alarm_clock::shared();
  std::atomic<bool> is_late = false;
  alarm_clock::alarm const end(*clock, std::chrono::steady_clock::now() + o.connect_time, [&] {
    is_late = true;
    session->socket().shut();
  });
  try {
    make_settings(*session, o, o.limits.time);
  } catch (error const&) {
    if (!is_late) throw;
    auto const code = errc::database_timeout;
    throw error(failure{code, session->place() + " does not answer", session->place(), std::string(mysql_remedy_of(code)), {}});
  }
  mysql_set_server_option(session->get(), o.layers.one_statement ? MYSQL_OPTION_MULTI_STATEMENTS_OFF : MYSQL_OPTION_MULTI_STATEMENTS_ON);
  auto address = session->address();
  address.server = only_value(*session, mysql_server_itself);
  if (address.where.database.empty()) address.where.database = only_value(*session, "SELECT DATABASE()");  // of an option file
  session->set_address(std::move(address));
  return session;
}

/// From the URL to a session, trying its hosts in turn. The client goes on to the next one after a refusal, but not after silence.
inline std::unique_ptr<mysql_session> open_mysql_session(mysql_url const& url, mysql_options const& o) {
  auto const hosts = url.for_each_host();
  for (std::size_t i = 0; i + 1 < hosts.size(); ++i) {
    try {
      return open_session_of_host(hosts[i], o);
    } catch (error const& e) {
      if (!may_pass(e.code())) throw;
    }
  }
  return open_session_of_host(hosts.back(), o);
}

inline std::atomic<int> mysql_ending_threads{0};

/// Has the server end a session and what it runs, by a connection of its own as it wants it. That may block for as long as the network
/// does, and therefore has a thread that is not waited for. Not done if so many wait already that the network must be gone.
inline void end_on_server(mysql_session_address address, mysql_options const& o) {
  static constexpr int most = 32;
  if (mysql_ending_threads.fetch_add(1) >= most) return static_cast<void>(mysql_ending_threads.fetch_sub(1));
  try {
    std::thread([address = std::move(address), o] {
      try {
        auto const session = mysql_login(address.where, o).log_in(o);
        bool const is_the_same = !address.server.empty() && only_value(*session, mysql_server_itself) == address.server;
        if (is_the_same) std::ignore = session->run("KILL " + std::to_string(address.number));
      } catch (...) {  // the server ends the statement at its own limit
      }
      mysql_ending_threads.fetch_sub(1);
    }).detach();
  } catch (std::system_error const&) {
    mysql_ending_threads.fetch_sub(1);
  }
}

}  // namespace t2s::db::detail

#endif
