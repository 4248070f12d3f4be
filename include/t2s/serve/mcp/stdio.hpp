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

/// Splits what comes in into lines, and lets no line be longer than a limit.
class line_reader {
 public:
  /// `take` gets each line without its end; `too_long` is called once for each line that is longer than `most`, whose bytes are dropped.
  line_reader(std::size_t most, std::function<void(std::string_view)> take, std::function<void()> too_long)
      : most_(most), take_(std::move(take)), too_long_(std::move(too_long)) {}

  /// The next bytes.
  void add(std::string_view bytes) {
    for (auto end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n')) {
      append(bytes.substr(0, end));
      finish();
      bytes.remove_prefix(end + 1);
    }
    append(bytes);
  }

  /// The last line, where it has no end.
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

/// Where a server over a pair of pipes reads and writes.
struct stdio_options {
  int in = 0;                                                       ///< file descriptors: standard input
  int out = 1;                                                      ///< standard output, to which nothing else must be written
  std::size_t threads = 4;                                          ///< calls that are served at a time
  session_limits limits{};                                          ///< of the one client
  std::chrono::milliseconds last_calls = std::chrono::seconds(10);  ///< what calls may still take once the input has ended
};

/// Serves one client over a pair of pipes, a message a line, until the input ends, the output is closed or `stop` is requested. Calls that
/// are under way then are ended and waited for; at the end of the input they have `last_calls` before that, so that the answers to a file
/// of messages come. Throws t2s::error with `file_unreadable` where the input cannot be read.
T2S_DECL void run_stdio(std::shared_ptr<offering const> offered, std::stop_token stop, stdio_options const& how = {});

}  // namespace t2s::serve::mcp

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/mcp/detail/stdio.ipp"
#endif

#endif
