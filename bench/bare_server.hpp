// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_BARE_SERVER_HPP
#define T2S_BENCH_BARE_SERVER_HPP

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <ctime>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// The response of `bare_server` to a request.
struct bare_answer {
  std::string_view bytes{};          ///< the bytes to send; must outlive the server
  std::chrono::nanoseconds after{};  ///< the time until they are sent
};

/// A minimal server: one thread, epoll, an answer for each request, immediate or delayed.
class bare_server {
 public:
  using answering = std::function<bare_answer(std::string_view)>;  ///< bytes of a request with its header

  explicit bare_server(answering answer)
      : answer_(std::move(answer)), socket_(required(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0))) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    required(::bind(socket_, reinterpret_cast<sockaddr*>(&at), size));
    required(::listen(socket_, 65'535));
    required(::getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &size));
    port_ = ntohs(at.sin_port);
  }
  ~bare_server() { ::close(socket_); }
  bare_server(bare_server const&) = delete;
  bare_server& operator=(bare_server const&) = delete;

  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  [[noreturn]] void run() {
    poll_ = required(::epoll_create1(0));
    add(socket_);
    std::array<epoll_event, 512> events{};
    for (;;) {
      auto const n = wait_for(events);
      for (std::size_t i = 0; i < n; ++i) events[i].data.fd == socket_ ? accept_all() : serve(events[i].data.fd);
      for (auto const now = clock::now(); !late_.empty() && late_.top().due <= now; late_.pop()) send(late_.top().to, late_.top().bytes);
    }
  }

 private:
  using clock = std::chrono::steady_clock;

  struct late {
    clock::time_point due;
    int to;
    std::string_view bytes;

    friend bool operator>(late const& a, late const& b) { return a.due > b.due; }
  };

  static int required(int result) {
    if (result < 0) throw std::system_error(errno, std::generic_category(), "the test server cannot be set up");
    return result;
  }

  /// Waits for input or the next due answer, with nanosecond precision; `epoll_wait` alone would be late by up to a millisecond.
  std::size_t wait_for(std::array<epoll_event, 512>& events) const {
    timespec left{};
    if (!late_.empty()) {
      auto const time = std::max(std::chrono::nanoseconds(late_.top().due - clock::now()), std::chrono::nanoseconds(0));
      left = {time.count() / 1'000'000'000, time.count() % 1'000'000'000};
    }
    auto const n = ::epoll_pwait2(poll_, events.data(), static_cast<int>(events.size()), late_.empty() ? nullptr : &left, nullptr);
    return n < 0 && errno == EINTR ? 0 : static_cast<std::size_t>(required(n));
  }
  void add(int fd) const {
    epoll_event e{};
    e.events = EPOLLIN;
    e.data.fd = fd;
    required(::epoll_ctl(poll_, EPOLL_CTL_ADD, fd, &e));
  }
  void accept_all() const {
    int fd = 0;
    while ((fd = ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK)) >= 0) {
      int const on = 1;
      ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      add(fd);
    }
    if (errno != EAGAIN && errno != ECONNABORTED) required(-1);
  }
  /// Requests are small and arrive in one piece on loopback.
  void serve(int fd) {
    std::array<char, 16'384> bytes{};
    auto const n = ::recv(fd, bytes.data(), bytes.size(), 0);
    if (n <= 0) {
      ::close(fd);
      return;
    }
    auto const reply = answer_({bytes.data(), static_cast<std::size_t>(n)});
    if (reply.after.count() > 0)
      late_.push({clock::now() + reply.after, fd, reply.bytes});
    else
      send(fd, reply.bytes);
  }
  static void send(int fd, std::string_view bytes) { (void)!::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

  answering answer_;
  int socket_;
  int poll_ = -1;
  unsigned port_ = 0;
  std::priority_queue<late, std::vector<late>, std::greater<>> late_{};
};

/// An answer of OpenAI's protocol, header and body. `text` must need no escapes in JSON.
inline std::string completion_of(std::string_view text) {
  auto const body = std::string(R"({"choices":[{"index":0,"message":{"role":"assistant","content":")")
                        .append(text)
                        .append(R"("},"finish_reason":"stop"}],"usage":{"prompt_tokens":50,"completion_tokens":3,"total_tokens":53}})");
  return std::string("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ")
      .append(std::to_string(body.size()))
      .append("\r\n\r\n")
      .append(body);
}

inline void pin_to(unsigned core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core % std::max(1U, static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN))), &set);
  sched_setaffinity(0, sizeof set, &set);
}

/// A `bare_server` in a separate process, pinned to a core if one is given. It ends with this object, or with the program. Create it before
/// any thread.
class server_process {
 public:
  explicit server_process(bare_server::answering answer, std::optional<unsigned> core = {}) {
    bare_server server(std::move(answer));
    url_ = server.url();
    auto const parent = ::getpid();
    id_ = ::fork();
    if (id_ < 0) throw std::system_error(errno, std::generic_category(), "the test server's process cannot be started");
    if (id_ > 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(0);
    if (core) pin_to(*core);
    server.run();
  }
  ~server_process() {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
  }
  server_process(server_process const&) = delete;
  server_process& operator=(server_process const&) = delete;

  [[nodiscard]] std::string const& url() const { return url_; }
  [[nodiscard]] pid_t id() const { return id_; }

 private:
  std::string url_{};
  pid_t id_ = -1;
};

/// Raises the number of file descriptors to the maximum of this process; its children inherit it.
inline std::size_t raise_descriptors() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

#endif
