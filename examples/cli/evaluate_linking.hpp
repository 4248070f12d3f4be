// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_EVALUATE_LINKING_HPP
#define T2S_CLI_EVALUATE_LINKING_HPP

#include "command.hpp"

namespace cli {

/// Links the questions of the labels that --linking names over the databases of --data or --databases and prints how well tables and
/// columns are found; --json writes the figures of each database too. Throws usage_error, and t2s::error for files that cannot be read.
void evaluate_linking(po::variables_map const& given);

}  // namespace cli

#endif
