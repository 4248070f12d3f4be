// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_INTERRUPTION_HPP
#define T2S_CLI_INTERRUPTION_HPP

#include <stdexcept>
#include <stop_token>
#include <string>

namespace cli {

/// Requested as soon as the program gets SIGINT or SIGTERM, once this has been called. A second signal ends the program at once. What was
/// ignored when the program began, as SIGINT is for one in the background of a script, stays so.
[[nodiscard]] std::stop_token stop_by_signal();

/// The signal that asked for the end; 0 if none did.
[[nodiscard]] int signal_seen();

/// Work that ended because of a signal; its text says what is left and how to go on. The exit status is 128 + the signal.
struct interrupted : std::runtime_error {
  explicit interrupted(std::string const& says) : runtime_error(says), signal(signal_seen()) {}
  int signal;
};

}  // namespace cli

#endif
