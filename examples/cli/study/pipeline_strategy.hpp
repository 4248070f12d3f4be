// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_PIPELINE_STRATEGY_HPP
#define T2S_CLI_STUDY_PIPELINE_STRATEGY_HPP

#include <string>

#include "pipeline_options.hpp"
#include "t2s/lab/studies/detail/study.hpp"

namespace cli::study {

/// A pipeline of the command line as a strategy. `options` choose it; they and `settings` must outlive it. Throws usage_error for settings
/// that need something that was not given, and for those under which questions learn from each other.
[[nodiscard]] t2s::studies::strategy pipeline_strategy(std::string name, pipeline_options const& options, model_options const& settings,
                                                       offered with);

}  // namespace cli::study

#endif
