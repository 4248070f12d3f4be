// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_JOBS_HPP
#define T2S_CLI_JOBS_HPP

#include <cstddef>

#include "command.hpp"

namespace cli {

/// A whole number from `least` to `most` that an option of numbers has, `otherwise` if it was not given. Throws usage_error.
std::size_t whole_number(po::variables_map const& given, char const* option, std::size_t least, std::size_t most, std::size_t otherwise);

/// Adds --jobs to a command's options.
void describe_jobs(po::options_description& to);

/// How many threads: --jobs, 1 to 1024, or one a processor. Throws usage_error.
std::size_t jobs_of(po::variables_map const& given);

}  // namespace cli

#endif
