// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_KEPT_SOCKET_HPP
#define T2S_DB_DETAIL_KEPT_SOCKET_HPP

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace t2s::db::detail {

/// The socket of a session, under a number of its own: an engine's client closes its own when it likes, and that may then be another's. Any
/// thread ends what waits for it by shutting it.
class kept_socket {
 public:
  /// Throws `std::system_error` if there are no more numbers.
  explicit kept_socket(int of_client) : number_(fcntl(of_client, F_DUPFD_CLOEXEC, 0)) {
    if (number_ < 0) throw std::system_error(errno, std::generic_category(), "the socket of a connection cannot be kept");
  }
  kept_socket(kept_socket const&) = delete;
  kept_socket& operator=(kept_socket const&) = delete;
  ~kept_socket() { close(number_); }

  void shut() const noexcept { shutdown(number_, SHUT_RDWR); }

  /// Whether there is something to read, or its end.
  [[nodiscard]] bool is_readable() const noexcept {
    pollfd p{number_, POLLIN, 0};
    return poll(&p, 1, 0) > 0;
  }

 private:
  int number_;
};

}  // namespace t2s::db::detail

#endif
