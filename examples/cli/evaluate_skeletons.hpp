// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_EVALUATE_SKELETONS_HPP
#define T2S_CLI_EVALUATE_SKELETONS_HPP

#include <filesystem>
#include <string>

#include "t2s/evaluation/data_set.hpp"
#include "t2s/evaluation/predictions.hpp"

namespace cli {

/// Ranks skeletons for every question of a gold set by a pool of demonstrations and prints how often the right one is among the best: of
/// all questions and by database. Throws t2s::error for files that cannot be read.
void evaluate_skeletons(t2s::evaluation::gold_set const& gold, t2s::evaluation::data_set const& data);

}  // namespace cli

#endif
