// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PROGRAM_HPP
#define T2S_CLI_PROGRAM_HPP

#include <functional>
#include <string>
#include <vector>

namespace cli {

/// Runs a command and reports failures on standard error. Returns the exit status.
int reported(std::function<int()> const& run);

/// A program with some commands, which `t2s` runs as `PROGRAM COMMAND [options]`.
struct command;
int run_one_of(std::vector<command> const& commands, int argc, char** argv);

}  // namespace cli

#endif
