// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PROGRESS_HPP
#define T2S_CLI_PROGRESS_HPP

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace cli {

enum class progress_shown { no, yes };

/// The time between two lines of a log, for work of that duration: 5 seconds, later a tenth of the duration, at most a minute.
[[nodiscard]] std::chrono::steady_clock::duration between_lines(std::chrono::steady_clock::duration taken);

/// Shows the progress of work on standard error: the share, the number and the remaining time. On a terminal it overwrites one line,
/// elsewhere it writes a line every `between_lines`. Thread safe.
class progress {
 public:
  /// `done` steps were done before and do not count for the time. Without steps nothing is shown.
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

/// A duration for people: "40 s", "12 min", "3 h 5 min", "2 days 4 h".
[[nodiscard]] std::string waiting_time(std::chrono::duration<double> time);

}  // namespace cli

#endif
