// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_COMPOSED_STRATEGY_HPP
#define T2S_CLI_STUDY_COMPOSED_STRATEGY_HPP

#include <memory>

#include "study/description.hpp"
#include "t2s/lab/studies/detail/study.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"

namespace cli::study {

/// A strategy from feedbacks and termination rules; its generator is `generate::few_shot`. `pool` has the demonstrations.
[[nodiscard]] t2s::studies::strategy composed_strategy(described_strategy const& of,
                                                       std::shared_ptr<t2s::retrieve::skeleton_index const> pool);

}  // namespace cli::study

#endif
