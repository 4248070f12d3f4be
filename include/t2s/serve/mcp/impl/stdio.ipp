// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_IMPL_STDIO_IPP
#define T2S_SERVE_MCP_IMPL_STDIO_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/mcp/stdio.hpp"
#include "t2s/serve/runs/worker_pool.hpp"

#include <poll.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <system_error>

namespace t2s::serve::mcp {

namespace detail {

/// Writes lines whole, one after the other, whoever sends them.
class line_writer {
 public:
  explicit line_writer(int to) : to_(to) {}

  void write(std::string text) {
    text += '\n';
    std::lock_guard const lock(mutex_);
    for (std::string_view left = text; !left.empty() && !failed_;) {
      auto const n = ::write(to_, left.data(), left.size());
      if (n > 0) left.remove_prefix(static_cast<std::size_t>(n));
      if (n >= 0 || errno == EINTR) continue;
      if (errno == EAGAIN || errno == EWOULDBLOCK)
        wait_until_writable();
      else
        failed_ = true;
    }
  }

  [[nodiscard]] bool failed() const {
    std::lock_guard const lock(mutex_);
    return failed_;
  }

 private:
  void wait_until_writable() const {
    pollfd p{to_, POLLOUT, 0};
    ::poll(&p, 1, -1);
  }

  int to_;
  std::mutex mutable mutex_{};
  bool failed_ = false;  // nobody reads any more
};

/// Waits for bytes, and for the end. False at the end of the input.
class pipe_reader {
 public:
  pipe_reader(int from, std::stop_token stop) : from_(from), stop_(std::move(stop)) {}

  [[nodiscard]] bool read(line_reader& into) {
    constexpr int look_up = 200;  // ms between two looks at the stop token
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
  auto const writer = std::make_shared<detail::line_writer>(how.out);
  worker_pool pool(how.threads, how.limits.calls);
  transport by;
  by.send = [writer](outgoing const& o) {
    if (!o.text.empty()) writer->write(o.text);
  };
  by.run = [&pool](std::function<void()> work) { return pool.add(std::move(work)); };
  session client(std::move(offered), std::move(by), how.limits);  // before the pool ends: it ends the calls
  line_reader lines(
      how.limits.message_bytes, [&client](std::string_view line) { client.receive(line); }, [&client] { client.refuse_long(); });
  auto const input = std::make_unique<detail::pipe_reader>(how.in, std::move(stop));
  while (!writer->failed() && input->read(lines)) {
  }
  if (!writer->failed()) lines.finish();
  client.close();
}

}  // namespace t2s::serve::mcp

#endif
