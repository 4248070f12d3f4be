// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_CONNECTING_HPP
#define T2S_DB_POSTGRES_DETAIL_CONNECTING_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/back_off.hpp"
#include "t2s/db/postgres/detail/server.hpp"
#include "t2s/db/postgres/detail/session.hpp"

#include <charconv>
#include <new>
#include <string>
#include <vector>

/// Opening a connection, from the connection string to a session that is ready. All of this may block beyond any time limit, since libpq
/// looks up names, reads files and derives keys within its calls, also within PQconnectPoll: it has a thread of its own.
namespace t2s::db::detail {

/// One of the hosts that a connection string lists; "" leaves it to libpq.
struct postgres_host {
  std::string name{}, address{}, port{};
};

/// What a connection string, or the environment, says of some of libpq's parameters. The string is read by libpq alone.
class postgres_parameters {
 public:
  /// Throws `errc::invalid_argument` for what libpq cannot read.
  explicit postgres_parameters(std::string const& connection_string) : defaults_(PQconndefaults()) {
    if (!is_more_than_a_name(connection_string)) return;
    char* words = nullptr;
    said_.reset(PQconninfoParse(connection_string.c_str(), &words));
    if (said_) return;
    PQfreemem(words);  // they may repeat a password
    throw error(errc::invalid_argument, "the connection string is not of a form that libpq reads",
                "write postgresql://role@host:port/database or host=... dbname=... user=...");
  }

  [[nodiscard]] std::string value(std::string_view keyword) const {
    auto const* const said = find(said_.get(), keyword);
    return std::string(said ? said : text_or_none(find(defaults_.get(), keyword)));
  }

  /// All hosts that it lists, at least one.
  [[nodiscard]] std::vector<postgres_host> hosts() const {
    auto const names = value("host"), addresses = value("hostaddr"), ports = value("port");
    auto const name = text::split(names, ','), address = text::split(addresses, ','), port = text::split(ports, ',');
    std::vector<postgres_host> all(std::max(name.size(), address.size()));
    auto const nth = [](auto const& list, std::size_t i) { return std::string(i < list.size() ? list[i] : std::string_view()); };
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = {nth(name, i), nth(address, i), nth(port, port.size() == 1 ? 0 : i)};
    return all;
  }

  /// For each host: `most`, or the connect_timeout of its own where that is less.
  [[nodiscard]] std::chrono::nanoseconds time(std::chrono::nanoseconds most) const {
    auto const text = value("connect_timeout");
    int seconds = 0;
    std::from_chars(text.data(), text.data() + text.size(), seconds);
    return seconds > 0 ? std::min<std::chrono::nanoseconds>(most, std::chrono::seconds(seconds)) : most;
  }

 private:
  /// A name alone is that of a database.
  static bool is_more_than_a_name(std::string const& s) { return s.find('=') != s.npos || s.find("://") != s.npos; }

  static char const* find(PQconninfoOption const* options, std::string_view keyword) {
    for (auto const* o = options; o && o->keyword; ++o)
      if (o->keyword == keyword) return o->val;
    return nullptr;
  }

  pq_settings said_{}, defaults_;
};

/// A login that is under way.
class postgres_login {
 public:
  using clock = std::chrono::steady_clock;

  postgres_login(std::string const& connection_string, postgres_host const& host) {
    std::vector<char const*> names{"dbname", "client_encoding", "fallback_application_name"};
    std::vector<char const*> values{connection_string.c_str(), "UTF8", "t2s"};
    auto const add = [&](char const* name, std::string const& value) {
      if (value.empty()) return;
      names.push_back(name);
      values.push_back(value.c_str());
    };
    add("host", host.name);
    add("hostaddr", host.address);
    add("port", host.port);
    names.push_back(nullptr);
    values.push_back(nullptr);
    connection_.reset(PQconnectStartParams(names.data(), values.data(), 1));
    if (!connection_) throw std::bad_alloc();
    PQsetErrorVerbosity(get(), PQERRORS_VERBOSE);  // with the SQLSTATE
    PQsetNoticeReceiver(get(), [](void*, PGresult const*) {}, nullptr);
  }

  /// False if the time is over. Throws what keeps the server from taking the connection.
  [[nodiscard]] bool finish(clock::time_point until) {
    auto stage = PQstatus(get());
    auto next = stage == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    while (next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING) {
      if (!poll_until(PQsocket(get()), next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until)) return false;
      stage = PQstatus(get());
      next = PQconnectPoll(get());
    }
    if (next != PGRES_POLLING_OK) throw error(why_not(stage));
    PQsetErrorVerbosity(get(), PQERRORS_DEFAULT);
    return true;
  }

  [[nodiscard]] pq_connection take() { return std::move(connection_); }
  [[nodiscard]] std::string host() const { return std::string(text_or_none(PQhost(get()))); }
  [[nodiscard]] std::string port() const { return std::string(text_or_none(PQport(get()))); }

 private:
  [[nodiscard]] PGconn* get() const { return connection_.get(); }

  /// A server's own words have an SQLSTATE; else where it failed tells.
  [[nodiscard]] failure why_not(ConnStatusType stage) const {
    auto const message = text_or_none(PQerrorMessage(get()));
    auto code = errc::database_unreachable;
    if (auto const state = state_in(message); !state.empty())
      code = is_about_statement(errc_of_state(state)) ? errc::database_login_failed : errc_of_state(state);
    else if ((stage == CONNECTION_SSL_STARTUP && message.find("SSL") != message.npos) || message.find("certificate") != message.npos)
      code = errc::database_tls_failed;
    else if (message.starts_with("invalid ") || message.starts_with("could not match "))
      code = errc::invalid_argument;  // a parameter that libpq has read and does not take
    else if (message.find("password") != message.npos)
      code = errc::database_login_failed;
    if (code == errc::invalid_argument && message.find("port") != message.npos)  // whose text may be a part of a password
      return {code, "the connection string has a port that is not a number", {}, "write / and @ in a password as %2F and %40", {}};
    return {code, words_of(message), host().append(":").append(port()), std::string(remedy_of(code)), {}};
  }

  pq_connection connection_{};
};

/// A literal that means the same whatever `standard_conforming_strings` is.
inline std::string postgres_literal(std::string_view text) {
  std::string s = "E'";
  for (char const c : text) s.append(c == '\'' || c == '\\' ? 2U : 1U, c);
  return s.append("'");
}

/// Settings that decide how values are written, how SQL is read and how long it may take, the same whatever the server's are.
inline std::string session_settings(postgres_options const& o) {
  std::string sql =
      "SET datestyle = ISO; SET intervalstyle = postgres; SET bytea_output = hex; SET extra_float_digits = 1; "
      "SET standard_conforming_strings = on; SET client_min_messages = error; SET statement_timeout = ";
  sql.append(timeout_of(o.limits.time));
  if (o.layers.read_only) sql.append("; SET default_transaction_read_only = on");
  if (!o.time_zone.empty()) sql.append("; SET timezone = ").append(to_sql(value(o.time_zone)));
  for (auto const& [name, to] : o.settings)
    sql.append("; SELECT set_config(").append(postgres_literal(name)).append(", ").append(postgres_literal(to)).append(", false)");
  if (o.schemas.empty() && !o.every_schema) return sql;
  std::string listed;
  for (auto const& s : o.schemas) listed.append(schema::in_quotes(s, sql::dialect::postgres)).append(", ");
  sql.append("; SELECT set_config('search_path', ").append(to_sql(value(listed))).append(" || current_setting('search_path')");
  if (o.every_schema)
    sql.append(
        " || (SELECT coalesce(string_agg(', ' || quote_ident(nspname), '' ORDER BY nspname), '') FROM pg_namespace"
        " WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND has_schema_privilege(oid, 'USAGE'))");
  return sql.append(", false)");
}

/// Waits for all results of what was sent. Throws the first failure of `code`, or what the server says of the connection.
inline void await_results(PGconn* c, std::size_t syncs, std::chrono::steady_clock::time_point until) {
  std::optional<failure> failed;
  auto const place = std::string(text_or_none(PQhost(c))).append(":").append(text_or_none(PQport(c)));
  for (bool more = true; more;) {
    for (int left = PQflush(c); left > 0 || PQisBusy(c) != 0; left = PQflush(c)) {
      if (!poll_until(PQsocket(c), left > 0 ? POLLIN | POLLOUT : POLLIN, until))
        throw error(failure{errc::database_timeout, place + " does not answer", place, std::string(remedy_of(errc::database_timeout)), {}});
      if (PQconsumeInput(c) == 0) break;
    }
    pq_result const r(PQgetResult(c));
    auto const status = r ? PQresultStatus(r.get()) : PGRES_COMMAND_OK;
    if (status == PGRES_FATAL_ERROR && !failed) {
      auto const state = field_of(r.get(), PG_DIAG_SQLSTATE);
      auto const code = state.empty() ? errc::database_lost : errc_of_state(state);
      failed = failure{is_about_statement(code) ? errc::invalid_argument : code,
                       words_of(text_or_none(PQresultErrorMessage(r.get()))),
                       place,
                       std::string(remedy_of(code)),
                       {}};
    }
    if (status == PGRES_PIPELINE_SYNC) --syncs;
    more = PQstatus(c) == CONNECTION_OK && (PQpipelineStatus(c) == PQ_PIPELINE_OFF ? r != nullptr : syncs > 0);
  }
  if (failed) throw error(*failed);
  if (PQstatus(c) != CONNECTION_OK) throw error(failure{errc::database_lost, words_of(text_or_none(PQerrorMessage(c))), place, {}, {}});
}

inline void run_settings(PGconn* c, std::string const& sql, std::chrono::steady_clock::time_point until) {
  if (PQsendQuery(c, sql.c_str()) == 0) throw error(errc::database_lost, words_of(text_or_none(PQerrorMessage(c))));
  await_results(c, 0, until);
}

/// Makes a session of a connection that has just been logged in.
inline std::unique_ptr<postgres_session> make_session(pq_connection c, postgres_options const& o,
                                                      std::chrono::steady_clock::time_point until) {
  PQsetnonblocking(c.get(), 1);
  if (PQserverVersion(c.get()) < 120000)
    throw error(errc::invalid_argument, "the server is PostgreSQL " + std::to_string(PQserverVersion(c.get()) / 10000),
                "PostgreSQL 12 or newer is needed");
  run_settings(c.get(), session_settings(o), until);
  if (PQserverVersion(c.get()) >= 140000) {
    try {  // so that the server ends a statement whose client is gone; not every system can
      run_settings(c.get(), "SET client_connection_check_interval = '2s'", until);
    } catch (error const& e) {
      if (e.code() != errc::invalid_argument) throw;
    }
  }
  PQenterPipelineMode(c.get());
  PQsendPrepare(c.get(), postgres_session::begin_name, o.layers.read_only ? "BEGIN READ ONLY" : "BEGIN READ WRITE", 0, nullptr);
  PQsendPrepare(c.get(), postgres_session::rollback_name, "ROLLBACK", 0, nullptr);
  PQpipelineSync(c.get());
  await_results(c.get(), 1, until);
  return std::make_unique<postgres_session>(std::move(c), o.limits.time, o.layers.read_only);
}

/// Connects, trying the hosts that the string lists. libpq itself goes on to the next host after a failure, but not after silence: then
/// those behind the silent one are tried here.
class postgres_connector {
 public:
  using clock = std::chrono::steady_clock;

  /// Throws `errc::invalid_argument` for a connection string that libpq cannot read.
  postgres_connector(std::string connection_string, postgres_options const& o)
      : connection_string_(std::move(connection_string)), options_(o) {
    postgres_parameters const parameters(connection_string_);
    hosts_ = parameters.hosts();
    time_ = parameters.time(o.connect_time);
  }

  /// How long it may take, but for the names that libpq looks up.
  [[nodiscard]] std::chrono::nanoseconds longest() const { return static_cast<std::int64_t>(hosts_.size()) * time_; }

  [[nodiscard]] std::unique_ptr<postgres_session> connect() const {
    std::size_t silent = hosts_.size();
    if (auto first = connect(postgres_host(), &silent)) return first;
    auto why = timeout_of_host(hosts_[std::min(silent, hosts_.size() - 1)]);
    for (auto i = silent + 1; i < hosts_.size(); ++i) {
      try {
        if (auto next = connect(hosts_[i], nullptr)) return next;
      } catch (error const& e) {
        if (!may_pass(e.code())) throw;
        why = e.details();
      }
    }
    throw error(why);
  }

 private:
  /// Null if the host, whose place is then in `silent`, does not answer in time.
  [[nodiscard]] std::unique_ptr<postgres_session> connect(postgres_host const& host, std::size_t* silent) const {
    auto const until = clock::now() + time_;
    postgres_login login(connection_string_, host);
    if (login.finish(until)) return make_session(login.take(), options_, until);
    auto const is_silent = [&](postgres_host const& h) {
      bool const same_port = h.port.empty() || h.port == login.port();
      return same_port && (h.name == login.host() || h.address == login.host());
    };
    if (silent) *silent = static_cast<std::size_t>(std::ranges::find_if(hosts_, is_silent) - hosts_.begin());
    return {};
  }

  static failure timeout_of_host(postgres_host const& h) {
    auto const place = std::string(h.name.empty() ? h.address : h.name).append(h.port.empty() ? "" : ":" + h.port);
    return {errc::database_timeout, place + " does not answer", place, std::string(remedy_of(errc::database_timeout)), {}};
  }

  std::string connection_string_;
  postgres_options options_;
  std::vector<postgres_host> hosts_{};
  std::chrono::nanoseconds time_{};
};

}  // namespace t2s::db::detail

#endif
