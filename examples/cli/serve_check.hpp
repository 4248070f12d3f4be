// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SERVE_CHECK_HPP
#define T2S_CLI_SERVE_CHECK_HPP

#include "command.hpp"

namespace cli {

/// `t2s serve --check`: looks at everything that `t2s serve` with these options would use, without serving, and prints a line for each
/// part. Returns the exit status.
[[nodiscard]] int check_of_serve(po::variables_map const& given);

}  // namespace cli

#endif
