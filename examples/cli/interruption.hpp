// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_INTERRUPTION_HPP
#define T2S_CLI_INTERRUPTION_HPP

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

namespace cli {

/// After the first call the returned token is requested on SIGINT or SIGTERM; a second signal ends the program immediately. Signals that
/// were ignored at the start of the program stay ignored (SIGINT in the background of a script).
[[nodiscard]] std::stop_token stop_by_signal();

/// The signal that requested the end; 0 if there was none.
[[nodiscard]] int signal_seen();

/// Holds SIGHUP back in this thread and in those that it starts, until an `on_hangup` takes it: before, it would end the program. Returns
/// whether the program belongs to a terminal.
[[nodiscard]] bool hold_hangups();

/// Calls `again` for each SIGHUP, also for one that was held back, and `tick` about once a second, on a thread of its own; signals that
/// come during a call are one. Where the program was started with SIGHUP ignored (nohup), it stays so. If the signal comes since the
/// program's terminal was closed, it ends the program as SIGTERM does. At most one such object exists at a time.
class on_hangup {
 public:
  /// `had_terminal`: what `hold_hangups` returned.
  on_hangup(bool had_terminal, std::function<void()> again, std::function<void()> tick);
  on_hangup(on_hangup const&) = delete;
  on_hangup& operator=(on_hangup const&) = delete;
  ~on_hangup();  ///< waits for the end of a call

 private:
  void watch(std::stop_token const& stop);

  std::function<void()> again_, tick_;
  bool had_terminal_;
  std::array<int, 2> ends_{};
  std::jthread waiting_{};
};

/// How long a server waits for calls that it has told to end.
inline constexpr std::chrono::seconds for_the_end(5);

/// Ends the program when its end takes too long: a database may run a statement on that nothing interrupts. To be made before what is
/// waited for at the end.
class latest_end {
 public:
  /// Counts from the moment that `stop` is requested. `left` says what still runs, and must stay callable as long as the object lives.
  latest_end(std::stop_token stop, std::chrono::milliseconds after, std::function<std::string()> left);
  latest_end(latest_end const&) = delete;
  latest_end& operator=(latest_end const&) = delete;
  ~latest_end();  ///< the program has ended in time

  /// Counts from now, if it does not yet.
  void begin();

 private:
  void wait(std::stop_token const& in_time);

  std::chrono::milliseconds after_;
  std::function<std::string()> left_;
  std::atomic<bool> has_begun_ = false;
  std::jthread waiting_{};
  std::stop_callback<std::function<void()>> when_stopped_;
};

/// Thrown when a signal ends work. The text says what is left and how to continue. The exit status is 128 + the signal.
struct interrupted : std::runtime_error {
  explicit interrupted(std::string const& says) : runtime_error(says), signal(signal_seen()) {}
  int signal;
};

}  // namespace cli

#endif
