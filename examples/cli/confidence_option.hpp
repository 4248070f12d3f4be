// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_CONFIDENCE_OPTION_HPP
#define T2S_CLI_CONFIDENCE_OPTION_HPP

#include <string>

#include "options.hpp"

namespace cli {

/// Adds --min-confidence to a command's options.
void describe_min_confidence(po::options_description& to);

/// The given probability, 0 for "". Throws usage_error.
[[nodiscard]] double min_confidence_of(std::string const& typed);

}  // namespace cli

#endif
