// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_POLLING_HPP
#define T2S_DB_POSTGRES_DETAIL_POLLING_HPP

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

/// Waiting for a socket on the calling thread.
namespace t2s::db::detail {

/// A pipe whose reading end becomes readable when another thread wants a wait to end.
class wake_pipe {
 public:
  wake_pipe() {
    if (pipe(ends_.data()) != 0) throw std::system_error(errno, std::generic_category(), "a pipe cannot be made");
    for (int const end : ends_) {
      fcntl(end, F_SETFD, FD_CLOEXEC);
      fcntl(end, F_SETFL, O_NONBLOCK);
    }
  }
  wake_pipe(wake_pipe const&) = delete;
  wake_pipe& operator=(wake_pipe const&) = delete;
  ~wake_pipe() {
    for (int const end : ends_) close(end);
  }

  [[nodiscard]] int reading_end() const noexcept { return ends_[0]; }

  void wake() const noexcept { [[maybe_unused]] auto const written = write(ends_[1], "!", 1); }  // a full pipe wakes as well
  void drain() const noexcept {
    std::array<char, 64> room;
    while (read(ends_[0], room.data(), room.size()) > 0) {
    }
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// Milliseconds until then as poll() wants them, rounded up; -1 for never.
inline int milliseconds_until(std::chrono::steady_clock::time_point until) {
  if (until == std::chrono::steady_clock::time_point::max()) return -1;
  auto const left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

/// Waits until a socket is ready for `events`, or has failed. False if the time is over, or the pipe wakes.
inline bool poll_until(int socket, short events, std::chrono::steady_clock::time_point until, wake_pipe const* pipe = nullptr) {
  std::array<pollfd, 2> watched{pollfd{socket, events, 0}, pollfd{pipe ? pipe->reading_end() : -1, POLLIN, 0}};
  for (;;) {
    int const ready = poll(watched.data(), watched.size(), milliseconds_until(until));
    if (watched[1].revents != 0 && ready > 0) return false;
    if (ready > 0) return true;
    if (std::chrono::steady_clock::now() >= until) return false;
    if (ready < 0 && errno != EINTR) return true;  // let the socket's own user find out
  }
}

}  // namespace t2s::db::detail

#endif
