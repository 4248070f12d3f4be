// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_STDIO_IPP
#define T2S_SERVE_MCP_DETAIL_STDIO_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/mcp/stdio.hpp"
#include "t2s/serve/runs/detail/worker_pool.hpp"

#include <limits.h>
#include <poll.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <thread>

namespace t2s::serve::mcp {

namespace detail {

inline constexpr int look_up = 200;  // ms between two checks of the stop token

/// Writes whole lines, one at a time, from any thread. Waits for a client that does not read until `stop` is requested.
class line_writer {
 public:
  line_writer(int to, std::stop_token stop) : to_(to), stop_(std::move(stop)) {}

  void write(std::string text) {
    constexpr std::size_t at_once = PIPE_BUF;  // a pipe that poll() calls writable takes so much without blocking
    text += '\n';
    std::lock_guard const lock(mutex_);
    for (std::string_view left = text; !left.empty() && !failed_;) {
      if (!is_writable()) continue;
      auto const n = ::write(to_, left.data(), std::min(left.size(), at_once));
      if (n > 0) left.remove_prefix(static_cast<std::size_t>(n));
      if (n < 0 && errno != EINTR && errno != EAGAIN) failed_ = true;
    }
  }

  [[nodiscard]] bool failed() const noexcept { return failed_; }

 private:
  [[nodiscard]] bool is_writable() {
    pollfd p{to_, POLLOUT, 0};
    if (::poll(&p, 1, look_up) > 0) return true;
    if (stop_.stop_requested()) failed_ = true;
    return false;
  }

  int to_;
  std::stop_token stop_;
  std::mutex mutex_{};
  std::atomic<bool> failed_ = false;  // the reader is gone
};

/// Waits for input or the end. Returns false at the end of the input.
class pipe_reader {
 public:
  pipe_reader(int from, std::stop_token stop) : from_(from), stop_(std::move(stop)) {}

  [[nodiscard]] bool read(line_reader& into) {
    for (;;) {
      if (stop_.stop_requested()) return false;
      pollfd p{from_, POLLIN, 0};
      int const ready = ::poll(&p, 1, look_up);
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
      auto const n = ::read(from_, room_.data(), room_.size());
      if (n > 0) return into.add({room_.data(), static_cast<std::size_t>(n)}), true;
      if (n == 0) return false;
      if (errno == EINTR || errno == EAGAIN) continue;
      throw t2s::error(errc::file_unreadable, "the input cannot be read: " + std::system_category().message(errno));
    }
  }

 private:
  int from_;
  std::stop_token stop_;
  std::array<char, 65'536> room_{};
};

}  // namespace detail

T2S_DECL void run_stdio(std::shared_ptr<offering const> offered, std::stop_token stop, stdio_options const& how) {
  auto const writer = std::make_shared<detail::line_writer>(how.out, stop);
  worker_pool pool(how.threads, how.limits.calls);
  transport by;
  by.send = [writer](outgoing const& o) {
    if (!o.text.empty()) writer->write(o.text);
  };
  by.run = [&pool](std::function<void()> work) { return pool.add(std::move(work)); };
  session client(std::move(offered), std::move(by), how.limits);  // before the pool ends, since it ends the calls
  line_reader lines(
      how.limits.message_bytes, [&client](std::string_view line) { client.receive(line); }, [&client] { client.refuse_long(); });
  auto const input = std::make_unique<detail::pipe_reader>(how.in, stop);
  while (!writer->failed() && input->read(lines)) {
  }
  if (!writer->failed()) lines.finish();
  auto const end = std::chrono::steady_clock::now() + how.last_calls;
  while (client.calls() > 0 && !writer->failed() && !stop.stop_requested() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (how.at_end) how.at_end();
  client.close();
}

}  // namespace t2s::serve::mcp

#endif
