// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_EVALUATE_SKELETONS_HPP
#define T2S_CLI_EVALUATE_SKELETONS_HPP

#include <filesystem>
#include <string>

#include "recorded_runs.hpp"
#include "t2s/lab/evaluation/data_set.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

namespace cli {

/// Ranks skeletons for every gold question by a pool of demonstrations, and prints how often the right one is among the best: in total and
/// by database. Throws t2s::error for unreadable files.
void evaluate_skeletons(t2s::evaluation::gold_set const& gold, t2s::evaluation::data_set const& data);

/// Prints how often drafts and recorded skeletons have the skeleton of the gold SQL: by hardness and by round. Returns the figures as JSON.
/// Throws t2s::error for a file without records.
boost::json::array evaluate_recorded_skeletons(recorded_runs const& runs);

}  // namespace cli

#endif
