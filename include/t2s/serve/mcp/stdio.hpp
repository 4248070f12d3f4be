// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_STDIO_HPP
#define T2S_SERVE_MCP_STDIO_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"
#include "t2s/serve/mcp/detail/session.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace t2s::serve::mcp {

/// Splits input into lines of limited length.
class line_reader {
 public:
  /// `take` gets each line without its end. `too_long` is called once for each line longer than `most`, whose bytes are dropped.
  line_reader(std::size_t most, std::function<void(std::string_view)> take, std::function<void()> too_long)
      : most_(most), take_(std::move(take)), too_long_(std::move(too_long)) {}

  /// Takes the next bytes.
  void add(std::string_view bytes) {
    for (auto end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n')) {
      append(bytes.substr(0, end));
      finish();
      bytes.remove_prefix(end + 1);
    }
    append(bytes);
  }

  /// Takes the last line, if it has no line end.
  void finish() {
    if (dropped_) too_long_();
    if (!dropped_ && line_.find_first_not_of(" \t\r") != line_.npos) take_(line_);
    line_.clear();
    dropped_ = false;
  }

 private:
  void append(std::string_view bytes) {
    if (line_.size() + bytes.size() > most_) dropped_ = true;
    if (!dropped_) line_.append(bytes);
  }

  std::size_t most_;
  std::function<void(std::string_view)> take_;
  std::function<void()> too_long_;
  std::string line_{};
  bool dropped_ = false;
};

/// The pipes and limits of a server.
struct stdio_options {
  int in = 0;                                                       ///< file descriptor of the input
  int out = 1;                                                      ///< file descriptor of the output; nothing else may write to it
  std::size_t threads = 4;                                          ///< calls that run at once
  session_limits limits{};                                          ///< limits for the client
  std::chrono::milliseconds last_calls = std::chrono::seconds(10);  ///< the time for running calls after the end of the input
  std::function<void()> at_end{};                                   ///< called before running calls are cancelled and waited for
};

/// Serves one client over a pair of pipes, one message a line, until the input ends, the output is closed or `stop` is requested. Then it
/// cancels the running calls and waits for them. At the end of the input they first have `last_calls`, so that a file of messages gets its
/// answers. Throws `t2s::error` with `file_unreadable` if the input cannot be read.
T2S_DECL void run_stdio(std::shared_ptr<offering const> offered, std::stop_token stop, stdio_options const& how = {});

}  // namespace t2s::serve::mcp

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/mcp/detail/stdio.ipp"
#endif

#endif
