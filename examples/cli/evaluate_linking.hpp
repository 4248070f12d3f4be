// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_EVALUATE_LINKING_HPP
#define T2S_CLI_EVALUATE_LINKING_HPP

#include "command.hpp"
#include "recorded_runs.hpp"

namespace cli {

/// Links the questions of the labels that --linking names over the databases of --data or --databases and prints how well tables and
/// columns are found; --json writes the figures of each database too. Throws usage_error, and t2s::error for files that cannot be read.
void evaluate_linking(po::variables_map const& given);

/// Prints how well the entities that runs recorded agree with the labels of a file: by hardness, by database and by round. Gives the
/// figures as JSON. Throws t2s::error for labels that cannot be read, or belong to no question, and for a file without records.
boost::json::array evaluate_recorded_links(recorded_runs const& runs, std::string const& labels);

}  // namespace cli

#endif
