// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_EVALUATE_LINKING_HPP
#define T2S_CLI_EVALUATE_LINKING_HPP

#include "command.hpp"
#include "recorded_runs.hpp"

namespace cli {

/// Links the questions of --linking over the databases of --data or --databases, and prints how well tables and columns are found. --json
/// also writes the figures of each database. Throws usage_error, and t2s::error for unreadable files.
void evaluate_linking(po::variables_map const& given);

/// Prints how well the recorded entities agree with a file of labels: by hardness, by database and by round. Returns the figures as JSON.
/// Throws t2s::error for labels that are unreadable or belong to no question, and for a file without records.
boost::json::array evaluate_recorded_links(recorded_runs const& runs, std::string const& labels);

}  // namespace cli

#endif
