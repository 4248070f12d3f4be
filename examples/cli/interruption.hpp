// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_INTERRUPTION_HPP
#define T2S_CLI_INTERRUPTION_HPP

#include <stdexcept>
#include <stop_token>
#include <string>

namespace cli {

/// After the first call the returned token is requested on SIGINT or SIGTERM; a second signal ends the program immediately. Signals that
/// were ignored at the start of the program stay ignored (SIGINT in the background of a script).
[[nodiscard]] std::stop_token stop_by_signal();

/// The signal that requested the end; 0 if there was none.
[[nodiscard]] int signal_seen();

/// Thrown when a signal ends work. The text says what is left and how to continue. The exit status is 128 + the signal.
struct interrupted : std::runtime_error {
  explicit interrupted(std::string const& says) : runtime_error(says), signal(signal_seen()) {}
  int signal;
};

}  // namespace cli

#endif
