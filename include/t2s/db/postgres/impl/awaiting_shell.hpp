// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_IMPL_AWAITING_SHELL_HPP
#define T2S_DB_POSTGRES_IMPL_AWAITING_SHELL_HPP

#include "t2s/db/impl/pending.hpp"
#include "t2s/db/postgres/impl/blocking_shell.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>

#include <mutex>

namespace t2s::db::detail {

/// A socket that a coroutine waits for, with a clock beside it. The socket stays its owner's. The executor may have several threads: the
/// clock may strike on another one than the coroutine runs on.
class socket_watch : public std::enable_shared_from_this<socket_watch> {
 public:
  using clock = std::chrono::steady_clock;

  explicit socket_watch(boost::asio::any_io_executor const& on) : socket_(on), timer_(on) {}
  socket_watch(socket_watch const&) = delete;
  socket_watch& operator=(socket_watch const&) = delete;
  ~socket_watch() { release(); }

  /// Waits for the socket until then; `is_late` tells whether the time ended it.
  template <class Token>
  auto async_wait(int socket, boost::asio::posix::stream_descriptor::wait_type what, clock::time_point until, Token how) {
    auto const start = [self = shared_from_this(), socket, what, until](auto handler) {
      auto const kept = self;  // once it has begun, this function object may be gone with the coroutine, which goes on on another thread
      std::lock_guard const lock(kept->mutex_);
      kept->watch(socket);
      kept->set_clock(until);
      kept->socket_.async_wait(what, std::move(handler));
      if (kept->late_) kept->socket_.cancel();
    };
    return boost::asio::async_initiate<Token, void(boost::system::error_code)>(start, how);
  }

  /// Waits until then.
  template <class Token>
  auto async_sleep(clock::time_point until, Token how) {
    release();
    timer_.expires_at(until);
    return timer_.async_wait(how);
  }

  [[nodiscard]] bool is_late() const {
    std::lock_guard const lock(mutex_);
    return late_;
  }

  /// Lets go of the socket, which its owner may then close.
  void release() {
    std::lock_guard const lock(mutex_);
    until_ = clock::time_point();
    timer_.cancel();
    if (socket_.is_open()) socket_.release();
  }

 private:
  void watch(int socket) {
    if (socket_.is_open() && socket_.native_handle() == socket) return;
    if (socket_.is_open()) socket_.release();
    socket_.assign(socket);
  }

  void set_clock(clock::time_point until) {
    if (until_ == until) return;
    until_ = until;
    late_ = false;
    timer_.expires_at(until);
    if (until == clock::time_point::max()) return;
    timer_.async_wait([weak = weak_from_this(), until](boost::system::error_code failed) {
      auto const self = weak.lock();
      if (failed || !self) return;
      std::lock_guard const lock(self->mutex_);
      if (self->until_ != until) return;
      self->late_ = true;
      if (self->socket_.is_open()) self->socket_.cancel();
    });
  }

  mutable std::mutex mutex_{};
  boost::asio::posix::stream_descriptor socket_;
  boost::asio::steady_timer timer_;
  clock::time_point until_{};
  bool late_ = false;
};

/// Waits in a coroutine, on its executor. One operation long.
class awaiting_shell {
 public:
  using clock = std::chrono::steady_clock;

  template <class T>
  using task = awaitable<T>;

  explicit awaiting_shell(boost::asio::any_io_executor const& on) : watch_(std::make_shared<socket_watch>(on)) {}
  awaiting_shell(awaiting_shell const&) = delete;
  awaiting_shell& operator=(awaiting_shell const&) = delete;
  ~awaiting_shell() { watch_->release(); }

  awaitable<woken> wait(int socket, waits_for what, clock::time_point until) {
    using descriptor = boost::asio::posix::stream_descriptor;
    auto how = boost::asio::as_tuple(boost::asio::use_awaitable);
    auto waiting = watch_->async_wait(socket, what == waits_for::output ? descriptor::wait_write : descriptor::wait_read, until, how);
    auto const [failed] = co_await std::move(waiting);
    if (!failed) co_return woken::ready;
    co_return watch_->is_late() ? woken::late : woken::stopped;
  }

  awaitable<woken> sleep(clock::time_point until) {
    auto how = boost::asio::as_tuple(boost::asio::use_awaitable);
    auto sleeping = watch_->async_sleep(until, how);
    auto const [failed] = co_await std::move(sleeping);
    co_return failed ? woken::stopped : woken::ready;
  }

  awaitable<std::unique_ptr<postgres_session>> connect(postgres_server& server) {
    using result = std::unique_ptr<postgres_session>;
    using who = std::shared_ptr<pending<result>>;
    auto const on = co_await boost::asio::this_coro::executor;
    postgres_connector const connector(server.connection_string, server.options);
    boost::asio::steady_timer timer(on, end_of_connecting(connector));
    auto const begin = [&timer, connector](who const& waiting) {
      timer.async_wait([weak = std::weak_ptr(waiting)](boost::system::error_code failed) {
        auto const late = weak.lock();
        if (!failed && late) late->complete(not_connected(), {});
      });
      try {
        call_off_thread([connector] { return connector.connect(); },
                        [waiting](std::exception_ptr thrown, result session) { waiting->complete(std::move(thrown), std::move(session)); });
      } catch (...) {
        waiting->complete(std::current_exception(), {});
      }
    };
    auto connecting = await_pending<result>(begin, [](who const& waiting) { waiting->complete(aborted(), {}); });
    auto session = co_await std::move(connecting);
    co_return session;
  }

  void let_go() const { watch_->release(); }
  [[noreturn]] void stop() const { std::rethrow_exception(aborted()); }

 private:
  static std::exception_ptr not_connected() {
    try {
      throw_not_connected();
    } catch (...) {
      return std::current_exception();
    }
  }

  std::shared_ptr<socket_watch> watch_;
};

}  // namespace t2s::db::detail

#endif
