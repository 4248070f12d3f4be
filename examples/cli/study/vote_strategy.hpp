// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_VOTE_STRATEGY_HPP
#define T2S_CLI_STUDY_VOTE_STRATEGY_HPP

#include <memory>

#include "study/description.hpp"
#include "t2s/lab/studies/detail/study.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"

namespace cli::study {

/// Answers each draft with the choice of `select::vote` among all drafts of the question. `pool` helps to read questions.
[[nodiscard]] t2s::studies::strategy vote_strategy(described_strategy const& of, std::shared_ptr<t2s::retrieve::skeleton_index const> pool);

}  // namespace cli::study

#endif
