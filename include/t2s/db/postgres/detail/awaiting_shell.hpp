// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_AWAITING_SHELL_HPP
#define T2S_DB_POSTGRES_DETAIL_AWAITING_SHELL_HPP

#include "t2s/core/detail/needs_rtti.hpp"

#include "t2s/db/detail/pending.hpp"
#include "t2s/db/postgres/detail/blocking_shell.hpp"

#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/query.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <unordered_set>

namespace t2s::db::detail {

class socket_watch;

/// Those of an execution context. While `mutex` is held the context of those in `all` exists.
struct watches_of_context {
  std::mutex mutex{};
  std::unordered_set<socket_watch*> all{};
};

/// Ends them when their context is destroyed: a connection may outlive it.
class socket_watches : public boost::asio::execution_context::service {
 public:
  static inline boost::asio::execution_context::id id{};

  explicit socket_watches(boost::asio::execution_context& context) : service(context) {}

  [[nodiscard]] std::shared_ptr<watches_of_context> all() const { return all_; }

 private:
  void shutdown() noexcept override;

  std::shared_ptr<watches_of_context> all_ = std::make_shared<watches_of_context>();
};

/// A socket that coroutines of one context wait for, one at a time, with a clock beside it. It is known to the context until `release`,
/// since that is what costs, by a descriptor of its own: libpq closes its own whenever a connection breaks, and the number may then be
/// another socket's. The executor may have several threads: the clock may strike on another one than the coroutine runs on.
class socket_watch : public socket_user, public std::enable_shared_from_this<socket_watch> {
 public:
  using clock = std::chrono::steady_clock;

  explicit socket_watch(boost::asio::any_io_executor const& on)
      : context_(&boost::asio::query(on, boost::asio::execution::context)),
        siblings_(boost::asio::use_service<socket_watches>(*context_).all()),
        io_(std::in_place, on) {
    std::lock_guard const lock(siblings_->mutex);
    siblings_->all.insert(this);
  }
  socket_watch(socket_watch const&) = delete;
  socket_watch& operator=(socket_watch const&) = delete;
  ~socket_watch() override {
    std::lock_guard const lock(siblings_->mutex);
    if (!io_) return;
    let_go();
    siblings_->all.erase(this);
    io_.reset();
  }

  /// Whether coroutines of this executor's context can use it; only while that exists.
  [[nodiscard]] bool is_of(boost::asio::any_io_executor const& e) const {
    std::lock_guard const lock(siblings_->mutex);
    return io_ && context_ == &boost::asio::query(e, boost::asio::execution::context);
  }

  /// From here to `release` it is the socket to wait for. Throws `std::system_error` if there are too many descriptors.
  void watch(int socket) {
    std::lock_guard const lock(siblings_->mutex);
    if (io_->socket.is_open()) return;
    int const own = fcntl(socket, F_DUPFD_CLOEXEC, 0);
    if (own < 0) throw std::system_error(errno, std::generic_category(), "a socket cannot be waited for");
    boost::system::error_code failed;
    io_->socket.assign(own, failed);
    if (!failed) return;
    close(own);
    throw std::system_error(failed);
  }

  /// Waits for the socket until then; `is_late` tells whether the time ended it.
  template <class Token>
  auto async_wait(boost::asio::posix::stream_descriptor::wait_type what, clock::time_point until, Token how) {
    auto const start = [self = shared_from_this(), what, until](auto handler) {
      auto const kept = self;  // once it has begun, this function object may be gone with the coroutine, which goes on on another thread
      std::lock_guard const lock(kept->siblings_->mutex);
      kept->set_clock(until);
      kept->io_->socket.async_wait(what, std::move(handler));
      if (kept->late_) kept->io_->socket.cancel();
    };
    return boost::asio::async_initiate<Token, void(boost::system::error_code)>(start, how);
  }

  [[nodiscard]] bool is_late() const {
    std::lock_guard const lock(siblings_->mutex);
    return late_;
  }

  /// The end of an operation: the clock stops.
  void rest() {
    std::lock_guard const lock(siblings_->mutex);
    if (io_) stop_clock();
  }

  /// Lets go of the socket, which its owner may then close. From any thread, and whether or not the context still exists.
  void release() override {
    std::lock_guard const lock(siblings_->mutex);
    if (io_) let_go();
  }

 private:
  friend class socket_watches;

  struct objects {
    explicit objects(boost::asio::any_io_executor const& on) : socket(on), timer(on) {}
    boost::asio::posix::stream_descriptor socket;
    boost::asio::steady_timer timer;
  };

  void set_clock(clock::time_point until) {
    if (until_ == until) return;
    until_ = until;
    late_ = false;
    io_->timer.expires_at(until);
    if (until == clock::time_point::max()) return;
    io_->timer.async_wait([weak = weak_from_this(), until](boost::system::error_code failed) {
      auto const self = weak.lock();
      if (failed || !self) return;
      std::lock_guard const lock(self->siblings_->mutex);
      if (!self->io_ || self->until_ != until) return;
      self->late_ = true;
      if (self->io_->socket.is_open()) self->io_->socket.cancel();
    });
  }

  void stop_clock() {
    until_ = clock::time_point();
    io_->timer.cancel();
  }

  void let_go() {
    stop_clock();
    if (io_->socket.is_open()) close(io_->socket.release());  // in two steps: closing alone does not end what the kernel watches
  }

  boost::asio::execution_context* context_;
  std::shared_ptr<watches_of_context> siblings_;
  std::optional<objects> io_;  // until the context goes
  clock::time_point until_{};
  bool late_ = false;
};

inline void socket_watches::shutdown() noexcept {
  std::lock_guard const lock(all_->mutex);
  for (auto* const one : all_->all) {
    one->let_go();
    one->io_.reset();
  }
  all_->all.clear();
}

/// Waits in a coroutine, on its executor, for the socket of a connection. One operation long.
class awaiting_shell {
 public:
  using clock = std::chrono::steady_clock;

  template <class T>
  using task = awaitable<T>;

  awaiting_shell(boost::asio::any_io_executor const& on, postgres_slot& slot) : other_waits_(slot.other_waits()) {
    watch_ = std::dynamic_pointer_cast<socket_watch>(slot.user_of_socket());
    if (watch_ && watch_->is_of(on)) return;
    watch_ = std::make_shared<socket_watch>(on);
    slot.set_user_of_socket(watch_);
  }
  awaiting_shell(awaiting_shell const&) = delete;
  awaiting_shell& operator=(awaiting_shell const&) = delete;
  ~awaiting_shell() { watch_->rest(); }

  awaitable<woken> wait(int socket, waits_for what, clock::time_point until) {
    using descriptor = boost::asio::posix::stream_descriptor;
    auto how = boost::asio::as_tuple(boost::asio::use_awaitable);
    watch_->watch(socket);
    auto waiting = watch_->async_wait(what == waits_for::output ? descriptor::wait_write : descriptor::wait_read, until, how);
    auto const [failed] = co_await std::move(waiting);
    if (!failed) co_return woken::ready;
    co_return watch_->is_late() ? woken::late : woken::stopped;
  }

  awaitable<woken> sleep(clock::time_point until) {
    using who = std::shared_ptr<pending<woken>>;
    auto const on = co_await boost::asio::this_coro::executor;
    boost::asio::steady_timer timer(on, until);
    auto const begin = [&timer, ending = other_waits_](who const& waiting) {
      std::weak_ptr const weak(waiting);
      timer.async_wait([weak](boost::system::error_code failed) {
        auto const over = weak.lock();
        if (!failed && over) over->complete(nullptr, woken::ready);
      });
      ending->set([weak] {  // last: from here on the coroutine may go on, and its timer be gone
        if (auto const sleeper = weak.lock()) sleeper->complete(nullptr, woken::stopped);
      });
    };
    auto sleeping = await_pending<woken>(begin, [](who const& waiting) { waiting->complete(nullptr, woken::stopped); });
    auto const how = co_await std::move(sleeping);
    co_return how;
  }

  awaitable<std::unique_ptr<postgres_session>> connect(postgres_server& server) {
    using result = std::unique_ptr<postgres_session>;
    using who = std::shared_ptr<pending<result>>;
    auto const on = co_await boost::asio::this_coro::executor;
    postgres_connector const connector(server.connection_string, server.options);
    boost::asio::steady_timer timer(on, end_of_connecting(connector));
    auto const begin = [&timer, connector, ending = other_waits_](who const& waiting) {
      std::weak_ptr const weak(waiting);
      timer.async_wait([weak](boost::system::error_code failed) {
        auto const late = weak.lock();
        if (!failed && late) late->complete(not_connected(), {});
      });
      ending->set([weak] {  // from here on the coroutine may go on, and its timer be gone
        if (auto const dropped = weak.lock()) dropped->complete(aborted(), {});
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
  std::shared_ptr<interruption> other_waits_;
};

}  // namespace t2s::db::detail

#endif
