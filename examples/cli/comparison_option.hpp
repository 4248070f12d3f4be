// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_COMPARISON_OPTION_HPP
#define T2S_CLI_COMPARISON_OPTION_HPP

#include <optional>
#include <string>

#include "command.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"

namespace cli {

/// Adds --compare; `what` and `otherwise` stand in its help text.
void describe_comparison(po::options_description& into, std::string const& what, std::string const& otherwise);

/// The value of --compare, if it is there. Throws usage_error.
std::optional<t2s::evaluation::comparison> comparison_of(po::variables_map const& given);

}  // namespace cli

#endif
