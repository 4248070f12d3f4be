// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PROGRAM_HPP
#define T2S_CLI_PROGRAM_HPP

#include <functional>
#include <string>
#include <vector>

namespace cli {

/// Runs a command and says on standard error what went wrong: the exit status of the program.
int reported(std::function<int()> const& run);

/// The program of some commands, which `t2s` runs as `PROGRAM COMMAND [options]`.
struct command;
int run_one_of(std::vector<command> const& commands, int argc, char** argv);

}  // namespace cli

#endif
