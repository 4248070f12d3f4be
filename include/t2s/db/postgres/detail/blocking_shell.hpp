// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_BLOCKING_SHELL_HPP
#define T2S_DB_POSTGRES_DETAIL_BLOCKING_SHELL_HPP

#include "t2s/db/detail/off_thread.hpp"
#include "t2s/db/postgres/detail/running.hpp"

namespace t2s::db::detail {

/// The error of a server that takes longer than all its hosts may, because a name is looked up.
[[noreturn]] inline void throw_not_connected() {
  throw error(failure{errc::database_timeout, "no connection in time", {}, std::string(remedy_of(errc::database_timeout)), {}});
}

/// How long to wait for a connection: beyond what it may take itself, since its own reason says more.
inline std::chrono::steady_clock::time_point end_of_connecting(postgres_connector const& c) {
  return std::chrono::steady_clock::now() + c.longest() + std::chrono::milliseconds(500);
}

/// Waits on the calling thread. One statement long.
class blocking_shell {
 public:
  using clock = std::chrono::steady_clock;

  template <class T>
  using task = immediate<T>;

  blocking_shell(std::stop_token stop, wake_pipe const& pipe) : stop_(std::move(stop)), pipe_(pipe), waking_(stop_, waker{pipe_}) {}

  [[nodiscard]] woken wait(int socket, waits_for what, clock::time_point until) const {
    if (stop_.stop_requested()) return woken::stopped;
    if (poll_until(socket, what == waits_for::output ? POLLOUT : POLLIN, until, &pipe_)) return woken::ready;
    return stop_.stop_requested() ? woken::stopped : woken::late;
  }

  [[nodiscard]] woken sleep(clock::time_point until) const { return wait(-1, waits_for::input, until); }

  [[nodiscard]] std::unique_ptr<postgres_session> connect(postgres_server& server) const {
    postgres_connector const connector(server.connection_string, server.options);
    auto opened = wait_for_call([connector] { return connector.connect(); }, end_of_connecting(connector), stop_);
    if (opened) return *std::move(opened);
    if (stop_.stop_requested()) stop();
    throw_not_connected();
  }

  void let_go() const noexcept {}
  [[noreturn]] void stop() const { throw_cancelled(); }

 private:
  struct waker {
    wake_pipe const& pipe;
    void operator()() const noexcept { pipe.wake(); }
  };

  std::stop_token stop_;
  wake_pipe const& pipe_;
  std::stop_callback<waker> waking_;
};

}  // namespace t2s::db::detail

#endif
