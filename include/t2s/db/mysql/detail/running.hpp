// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_RUNNING_HPP
#define T2S_DB_MYSQL_DETAIL_RUNNING_HPP

#include "t2s/db/detail/off_thread.hpp"
#include "t2s/db/detail/own_statements.hpp"
#include "t2s/db/mysql/detail/connecting.hpp"
#include "t2s/db/mysql/detail/reading.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

/// What is done with a session, on the calling thread.
namespace t2s::db::detail {

/// The place of a connection: the session, if there is one.
class mysql_slot {
 public:
  explicit mysql_slot(std::shared_ptr<mysql_server> of) : server_(std::move(of)), clock_(alarm_clock::shared()) {}

  [[nodiscard]] mysql_server& server() const noexcept { return *server_; }
  [[nodiscard]] std::shared_ptr<mysql_server> const& shared_server() const noexcept { return server_; }
  [[nodiscard]] alarm_clock& clock() const noexcept { return *clock_; }
  [[nodiscard]] mysql_session* session() const noexcept { return session_.get(); }
  [[nodiscard]] bool is_open() const noexcept { return open_; }

  void set(std::unique_ptr<mysql_session> next) {
    open_ = next != nullptr;
    session_ = std::move(next);
  }

 private:
  std::shared_ptr<mysql_server> server_;
  std::shared_ptr<alarm_clock> clock_;
  std::unique_ptr<mysql_session> session_{};
  std::atomic<bool> open_{false};
};

/// Lasts while a session does something. When its time is over, or a stop is requested, the session ends, here and on the server.
class mysql_watch {
 public:
  using clock = std::chrono::steady_clock;
  enum class ending : std::uint8_t { none, late, stopped };

  mysql_watch(mysql_slot& slot, clock::time_point until, std::stop_token const& stop)
      : slot_(slot), session_(*slot.session()), stopping_(std::in_place, stop, ringer{*this, ending::stopped}) {
    if (until != clock::time_point::max()) alarm_.emplace(slot.clock(), until, ringer{*this, ending::late});
  }
  mysql_watch(mysql_watch const&) = delete;
  mysql_watch& operator=(mysql_watch const&) = delete;
  ~mysql_watch() = default;

  /// Nothing ends it from now on. Whether, and why, it was ended.
  ending finish() {
    alarm_.reset();
    stopping_.reset();
    return how_;
  }

 private:
  struct ringer {
    mysql_watch& of;
    ending why;
    void operator()() const { of.end(why); }
  };

  void end(ending why) {
    auto none = ending::none;
    if (!how_.compare_exchange_strong(none, why)) return;
    session_.socket().shut();
    end_on_server(session_.address(), slot_.server().options);
  }

  mysql_slot& slot_;
  mysql_session& session_;
  std::atomic<ending> how_{ending::none};
  std::optional<alarm_clock::alarm> alarm_{};
  std::optional<std::stop_callback<ringer>> stopping_;  // last: it may call at once
};

/// Sleeps until then. False if a stop is requested.
inline bool sleep_until(std::chrono::steady_clock::time_point until, std::stop_token const& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_until(lock, stop, until, [] { return false; });
  return !stop.stop_requested();
}

/// Connects on another thread, since the client may block for longer than it should.
inline std::unique_ptr<mysql_session> connect_in_time(mysql_server const& server, std::stop_token const& stop) {
  auto const& o = server.options;
  auto const hosts = static_cast<std::int64_t>(server.url.for_each_host().size());
  auto const longest = hosts * 2 * o.connect_time + std::chrono::milliseconds(500);  // beyond it: its own reason says more
  auto opened =
      wait_for_call([url = server.url, o] { return open_mysql_session(url, o); }, std::chrono::steady_clock::now() + longest, stop);
  if (opened) return *std::move(opened);
  if (stop.stop_requested()) throw_cancelled();
  auto const code = errc::database_timeout;
  throw error(failure{code, "no connection in time", {}, std::string(mysql_remedy_of(code)), {}});
}

/// Connects, and tries again for a while if the server was there before.
inline void reconnect(mysql_slot& slot, std::stop_token const& stop) {
  auto& attempts = slot.server().attempts;
  auto const patience = slot.server().options.reconnect_time;
  auto const give_up = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (!sleep_until(attempts.next_try(), stop)) throw_cancelled();
    try {
      slot.set(connect_in_time(slot.server(), stop));
      return attempts.note_success();
    } catch (error const& e) {
      attempts.note_failure(patience);
      if (!may_pass(e.code()) || std::chrono::steady_clock::now() >= give_up) throw;
    }
  }
}

/// Whether the session is alive and as it should be.
inline bool revive(mysql_slot& slot, std::stop_token const& stop) {
  static constexpr std::chrono::nanoseconds patience = std::chrono::seconds(1);
  auto* const session = slot.session();
  if (!session || session->socket().is_readable()) return false;  // nothing was asked: the server has ended it
  auto const now = std::chrono::steady_clock::now();
  bool const is_doubtful = now - session->idle_since() >= slot.server().options.check_after;
  if (session->has_settings() && !is_doubtful) return true;
  session->set_rests(false);
  mysql_watch watch(slot, now + patience, stop);
  bool is_well = true;
  try {
    if (!session->has_settings())
      make_settings(*session, slot.server().options, slot.server().options.limits.time);
    else
      is_well = mysql_ping(session->get()) == 0;
  } catch (error const&) {
    is_well = false;
  }
  auto const ended = watch.finish();
  if (ended == mysql_watch::ending::stopped) {
    slot.set(nullptr);
    throw_cancelled();
  }
  session->set_rests(is_well && ended == mysql_watch::ending::none);
  return is_well && ended == mysql_watch::ending::none;
}

/// Makes the slot's session one that is idle and fresh.
inline void make_ready(mysql_slot& slot, std::stop_token const& stop) {
  if (stop.stop_requested()) throw_cancelled();
  if (revive(slot, stop)) return;
  slot.set(nullptr);
  reconnect(slot, stop);
}

/// The steps of one statement. Each is false if it fails; `why` then says so.
class mysql_course {
 public:
  mysql_course(mysql_session& session, mysql_server const& server, statement_request const& statement, mysql_reading& reading)
      : session_(session), server_(server), statement_(statement), reading_(reading) {}

  std::optional<failure> why{};

  /// All that comes before the rows.
  bool begin() {
    if (!session_.run(server_.options.layers.read_only ? "START TRANSACTION READ ONLY" : "START TRANSACTION READ WRITE")) return fail();
    if (auto const time = reading_.limits().time; time != session_.time()) {
      if (!session_.run("SET " + mysql_time_setting(time, session_.is_mariadb()))) return fail();
      session_.note_settings(time);
    }
    if (!statement_.is_our_own && server_.options.layers.only_queries && !gives_rows()) return false;
    return session_.run(statement_.sql) || fail();
  }

  /// The rows, as long as they are wanted.
  bool read() {
    mysql_result const result(mysql_use_result(session_.get()));
    if (!result) return session_.error_number() != 0 ? fail() : refuse();
    reading_.begin(result.get());
    while (auto* const row = mysql_fetch_row(result.get()))
      if (!take(row, mysql_fetch_lengths(result.get()))) return true;
    return session_.error_number() == 0 || fail();
  }

  /// Leaves the session as it was before. False if it cannot be used again.
  bool settle() {
    if (mysql_more_results(session_.get()) != 0) return false;
    bool const calls_functions = statement_.is_of_view && server_.has_doing_views;
    return statement_.leaves_nothing && !calls_functions ? session_.run("ROLLBACK") : session_.reset();
  }

  [[nodiscard]] bool is_broken_off() const noexcept { return broken_off_; }

 private:
  /// As the server prepares it: that executes nothing.
  bool gives_rows() {
    mysql_prepared const prepared(mysql_stmt_init(session_.get()));
    if (!prepared) return fail();
    if (mysql_stmt_prepare(prepared.get(), statement_.sql.data(), statement_.sql.size()) != 0) {
      why = session_.last_failure(prepared.get(), statement_.sql);
      return false;
    }
    if (mysql_stmt_field_count(prepared.get()) == 0) return refuse();
    if (mysql_stmt_param_count(prepared.get()) == 0) return true;
    why = failure{errc::sql_failed, "there is no value for the parameter ?", "?", "write the value itself", {}};
    return false;
  }

  bool refuse() {
    why =
        failure{errc::statement_denied, "the statement gives no rows", {}, "write a statement that only reads: SELECT, VALUES or WITH", {}};
    return false;
  }
  bool fail() {
    why = session_.last_failure(statement_.sql);
    return false;
  }

  /// False if no more rows are wanted. Throws what who takes them throws.
  bool take(MYSQL_ROW row, unsigned long const* lengths) {
    bool wants_more = false;
    try {
      wants_more = reading_.take(row, lengths);
    } catch (...) {
      break_off();
      throw;
    }
    if (!wants_more) break_off();
    return wants_more;
  }

  void break_off() {
    broken_off_ = true;
    session_.socket().shut();  // the result would read the rest of the rows before it ends
    end_on_server(session_.address(), server_.options);
  }

  mysql_session& session_;
  mysql_server const& server_;
  statement_request const& statement_;
  mysql_reading& reading_;
  bool broken_off_ = false;
};

/// Takes the session away from its slot if a statement does not come to its end, also by an exception of who takes the rows.
class mysql_flight {
 public:
  explicit mysql_flight(mysql_slot& slot) : slot_(slot) { slot.session()->set_rests(false); }
  mysql_flight(mysql_flight const&) = delete;
  mysql_flight& operator=(mysql_flight const&) = delete;
  ~mysql_flight() {
    if (!landed_) slot_.set(nullptr);
  }

  void land() noexcept {
    landed_ = true;
    slot_.session()->set_rests(true);
  }

 private:
  mysql_slot& slot_;
  bool landed_ = false;
};

/// Runs a statement; only on a session that is ready. What ended it before its last row is in `reading`.
inline void run(mysql_slot& slot, statement_request const& statement, mysql_reading& reading, std::stop_token const& stop) {
  static constexpr std::chrono::nanoseconds grace = std::chrono::milliseconds(50);  // the server's own limit comes first where it can
  auto& session = *slot.session();
  auto const limit = reading.limits().time;
  auto const begin = std::chrono::steady_clock::now();
  auto const never = std::chrono::steady_clock::time_point::max();
  mysql_flight flying(slot);
  mysql_watch watch(slot, limit < never - begin - grace ? begin + limit + grace : never, stop);
  mysql_course course(session, slot.server(), statement, reading);
  bool const is_complete = course.begin() && course.read() && !course.is_broken_off();
  bool const can_settle = is_complete || (course.why && is_about_statement(course.why->code) && course.why->code != errc::size_limit);
  bool const is_settled = !course.is_broken_off() && can_settle && course.settle();
  auto const ended = watch.finish();
  if (is_settled && ended == mysql_watch::ending::none) flying.land();
  if (is_complete || course.is_broken_off()) return;
  if (ended == mysql_watch::ending::stopped) throw_cancelled();
  if (ended == mysql_watch::ending::late) return reading.end(too_slow(limit));
  if (!is_about_statement(course.why->code)) throw error(*std::move(course.why));
  if (course.why->code == errc::time_limit) course.why = too_slow(limit);
  reading.end(*std::move(course.why));
}

}  // namespace t2s::db::detail

#endif
