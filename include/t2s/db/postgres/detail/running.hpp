// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_RUNNING_HPP
#define T2S_DB_POSTGRES_DETAIL_RUNNING_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/db/detail/interruption.hpp"
#include "t2s/db/postgres/detail/connecting.hpp"

#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

/// What is done with a session, written once for those who wait on their thread and those who wait in a coroutine. A shell says how:
/// `task<T>`, `wait(socket, what, until)`, `sleep(until)`, `connect(server)`, `let_go()` of the socket before it is closed, and `stop()`,
/// which throws what says that it was stopped.
namespace t2s::db::detail {

/// How a wait ended.
enum class woken : std::uint8_t { ready, late, stopped };

/// What uses the socket of a connection beside the session itself.
class socket_user {
 public:
  socket_user() = default;
  socket_user(socket_user const&) = delete;
  socket_user& operator=(socket_user const&) = delete;
  virtual ~socket_user() = default;

  virtual void release() = 0;  ///< it uses the socket no longer, which will be closed
};

/// The place of a connection: the session, if there is one. Its user alone changes it; others may close its socket.
class postgres_slot {
 public:
  explicit postgres_slot(std::shared_ptr<postgres_server> of) : server_(std::move(of)) {}
  postgres_slot(postgres_slot const&) = delete;
  postgres_slot& operator=(postgres_slot const&) = delete;
  ~postgres_slot() { set(nullptr); }

  [[nodiscard]] postgres_server& server() const noexcept { return *server_; }
  [[nodiscard]] std::shared_ptr<postgres_server> const& shared_server() const noexcept { return server_; }
  [[nodiscard]] postgres_session* session() const noexcept { return session_.get(); }

  void set(std::unique_ptr<postgres_session> next) {
    if (user_) user_->release();
    std::lock_guard const lock(mutex_);
    session_ = std::move(next);
    if (session_ && is_shut_) session_->shut();
  }

  [[nodiscard]] std::shared_ptr<socket_user> const& user_of_socket() const noexcept { return user_; }

  /// In the place of another one, which is released.
  void set_user_of_socket(std::shared_ptr<socket_user> next) {
    if (user_) user_->release();
    user_ = std::move(next);
  }

  [[nodiscard]] bool is_open() const {
    std::lock_guard const lock(mutex_);
    return session_ != nullptr;
  }

  /// Ends what its user waits for, from any thread, and what the server does for it. Whatever its user begins later ends at once.
  void shut() {
    {
      std::lock_guard const lock(mutex_);
      is_shut_ = true;
      if (session_) session_->shut();
    }
    other_waits_->happen();
  }

  /// Ends waits for something else than the session's socket.
  [[nodiscard]] std::shared_ptr<interruption> const& other_waits() const noexcept { return other_waits_; }

 private:
  std::shared_ptr<postgres_server> server_;
  mutable std::mutex mutex_{};
  bool is_shut_ = false;
  std::unique_ptr<postgres_session> session_{};
  std::shared_ptr<socket_user> user_{};
  std::shared_ptr<interruption> other_waits_ = std::make_shared<interruption>();
};

/// However it ends, nothing of a statement stays behind but what its session knows of.
class in_flight {
 public:
  explicit in_flight(postgres_session& s) : session_(s) {}
  in_flight(in_flight const&) = delete;
  in_flight& operator=(in_flight const&) = delete;
  ~in_flight() { session_.leave(); }

 private:
  postgres_session& session_;
};

/// Waits until the session is idle, but for `until`; then it is not to be used again.
template <class Shell>
typename Shell::template task<bool> come_to_rest(Shell& shell, postgres_session& session, waits_for what,
                                                 std::chrono::steady_clock::time_point until) {
  while (what != waits_for::nothing && session.is_usable()) {
    auto waiting = shell.wait(session.socket(), what, until);
    auto const how = co_await std::move(waiting);
    if (how == woken::stopped) shell.stop();
    if (how == woken::late) session.spoil();
    what = session.go_on();
  }
  while (session.is_usable() && session.is_being_cancelled()) {
    if (std::chrono::steady_clock::now() >= until) session.spoil();
    auto sleeping = shell.sleep(std::chrono::steady_clock::now() + std::chrono::milliseconds(1));
    auto const how = co_await std::move(sleeping);
    if (how == woken::stopped) shell.stop();
  }
  co_return session.is_usable();
}

/// Whether the session can be used as it is, once what was left of an earlier statement has passed.
template <class Shell>
typename Shell::template task<bool> revive(Shell& shell, postgres_slot& slot) {
  static constexpr std::chrono::nanoseconds patience = std::chrono::seconds(1);
  auto* const session = slot.session();
  if (!session || !session->is_usable()) co_return false;
  auto const now = std::chrono::steady_clock::now();
  bool const was_idle = session->is_idle();
  if (was_idle) session->look_for_end();
  bool const is_doubtful = was_idle && now - session->idle_since() >= slot.server().options.check_after;
  auto what = waits_for::nothing;
  if (session->is_usable() && !was_idle) what = session->go_on();
  if (session->is_usable() && is_doubtful) what = session->probe();
  auto resting = come_to_rest(shell, *session, what, now + patience);
  bool const is_usable = co_await std::move(resting);
  co_return is_usable;
}

/// Connects, and tries again for a while if the server was there before.
template <class Shell>
typename Shell::template task<bool> reconnect(Shell& shell, postgres_slot& slot) {
  auto& attempts = slot.server().attempts;
  auto const give_up = std::chrono::steady_clock::now() + slot.server().options.reconnect_time;
  for (;;) {
    if (auto const next = attempts.next_try(); next > std::chrono::steady_clock::now()) {
      auto sleeping = shell.sleep(next);
      auto const how = co_await std::move(sleeping);
      if (how == woken::stopped) shell.stop();
    }
    std::exception_ptr thrown;
    try {
      auto connecting = shell.connect(slot.server());
      auto session = co_await std::move(connecting);
      slot.set(std::move(session));
    } catch (error const& e) {
      attempts.note_failure(slot.server().options.reconnect_time);
      if (!may_pass(e.code()) || std::chrono::steady_clock::now() >= give_up) throw;
      thrown = std::current_exception();
    }
    if (!thrown) break;
  }
  attempts.note_success();
  co_return true;
}

/// Makes the slot's session one that is idle and fresh.
template <class Shell>
typename Shell::template task<bool> make_ready(Shell& shell, postgres_slot& slot) {
  auto reviving = revive(shell, slot);
  bool const is_ready = co_await std::move(reviving);
  if (is_ready) co_return true;
  shell.let_go();
  slot.set(nullptr);
  auto connecting = reconnect(shell, slot);
  bool const is_connected = co_await std::move(connecting);
  co_return is_connected;
}

/// What ended a statement whose time was over by the server's clock, or that somebody has cancelled there.
inline failure end_of_time(failure by_server, std::chrono::nanoseconds elapsed, std::chrono::nanoseconds limit) {
  if (elapsed >= limit) return too_slow(limit);
  by_server.code = errc::sql_failed;
  by_server.remedy = "another session has cancelled the statement on the server: try again";
  return by_server;
}

/// Runs a statement; only on a session that is ready. What ended it before its last row is in `reading`.
template <class Shell>
typename Shell::template task<bool> run(Shell& shell, postgres_slot& slot, postgres_statement statement, postgres_reading& reading) {
  static constexpr std::chrono::nanoseconds grace = std::chrono::milliseconds(50);  // the server's own limit comes first where it can
  auto& session = *slot.session();
  auto const limit = reading.limits().time;
  auto const begin = std::chrono::steady_clock::now();
  auto const never = std::chrono::steady_clock::time_point::max();
  auto const until = limit < never - begin - grace ? begin + limit + grace : never;
  in_flight const flying(session);
  for (auto what = session.send(std::move(statement), reading); what != waits_for::nothing && !reading.was_broken_off();) {
    auto waiting = shell.wait(session.socket(), what, until);
    auto const how = co_await std::move(waiting);
    if (how == woken::stopped) shell.stop();
    if (how == woken::late) reading.break_off(too_slow(limit));
    if (how == woken::ready) what = session.go_on();
  }
  if (session.loss() && !reading.ended()) throw error(*session.loss());
  co_return true;
}

}  // namespace t2s::db::detail

#endif
