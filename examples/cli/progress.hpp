// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PROGRESS_HPP
#define T2S_CLI_PROGRESS_HPP

#include <unistd.h>

#include <boost/timer/progress_display.hpp>
#include <iostream>
#include <mutex>
#include <optional>

namespace cli {

enum class progress_shown { no, yes };

/// A progress bar on standard error; none where that is no terminal. Thread safe.
class progress {
 public:
  explicit progress(std::size_t steps) {
    if (steps > 0 && ::isatty(STDERR_FILENO) != 0) bar_.emplace(static_cast<unsigned long>(steps), std::cerr);
  }
  void step() {
    std::lock_guard const lock(mutex_);
    if (bar_) ++*bar_;
  }

 private:
  std::mutex mutex_;
  std::optional<boost::timer::progress_display> bar_{};
};

}  // namespace cli

#endif
