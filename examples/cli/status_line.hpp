// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STATUS_LINE_HPP
#define T2S_CLI_STATUS_LINE_HPP

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace cli {

/// A line of the terminal that says what a run is at: the stage, the number of the call and the seconds. It is written over on standard
/// error and erased at the end, also where SIGINT or SIGTERM ends the program; where standard error is no terminal there is none. Thread
/// safe.
class status_line {
 public:
  /// `wanted`: whether it may be shown at all.
  explicit status_line(bool wanted = true);
  ~status_line();
  status_line(status_line const&) = delete;
  status_line& operator=(status_line const&) = delete;

  /// A stage, a call or a statement begins inside the open one, and ends.
  void enter(std::string_view name) noexcept;
  void leave() noexcept;
  /// The same of something that goes on beside it, of which only calls are counted.
  void count(std::string_view name) noexcept;

 private:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] std::string text() const;
  void run();

  bool shown_;
  std::mutex guard_{};
  std::condition_variable changed_{};
  std::vector<std::string> open_{};
  std::size_t calls_ = 0;
  bool over_ = false;
  clock::time_point begin_ = clock::now();
  std::thread thread_{};
};

}  // namespace cli

#endif
