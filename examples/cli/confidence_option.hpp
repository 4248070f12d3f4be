// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_CONFIDENCE_OPTION_HPP
#define T2S_CLI_CONFIDENCE_OPTION_HPP

#include <string>

#include "options.hpp"

namespace cli {

/// Adds --min-confidence to a command's options. `otherwise` says what holds without it.
void describe_min_confidence(po::options_description& to, std::string const& otherwise);

/// The given probability. Throws usage_error.
[[nodiscard]] double min_confidence_of(std::string const& typed);
/// The least confidence of an answer for a person, unless another is given: of SQL that no model wrote it is `estimated::default_minimum`.
[[nodiscard]] double default_min_confidence(bool asks_model);

}  // namespace cli

#endif
