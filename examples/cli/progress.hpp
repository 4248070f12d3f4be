// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PROGRESS_HPP
#define T2S_CLI_PROGRESS_HPP

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace cli {

enum class progress_shown { no, yes };

/// The time from one line in a log to the next, of work that has taken so long: 5 seconds, later a tenth of it, at most a minute.
[[nodiscard]] std::chrono::steady_clock::duration between_lines(std::chrono::steady_clock::duration taken);

/// How far work has come, on standard error: the share, the number and the time that is left. On a terminal one line that is written over,
/// elsewhere a line every `between_lines`. Thread safe.
class progress {
 public:
  /// `done` of the steps were done before and say nothing of the time. Nothing is shown of no steps.
  explicit progress(std::size_t steps, std::size_t done = 0, progress_shown shown = progress_shown::yes);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  void step();

 private:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] std::string text(clock::time_point now) const;
  void show(clock::time_point now);

  std::mutex mutex_{};
  std::size_t steps_, done_, before_;
  bool terminal_;
  bool drawn_ = false;
  clock::time_point begin_ = clock::now(), shown_ = begin_;
};

/// A time for people who wait: "40 s", "12 min", "3 h 5 min", "2 days 4 h".
[[nodiscard]] std::string waiting_time(std::chrono::duration<double> time);

}  // namespace cli

#endif
