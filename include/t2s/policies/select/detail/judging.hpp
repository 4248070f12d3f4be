// SPDX-License-Identifier: BSL-1.0
// What the selections that ask a model share: what a prompt says of a candidate, and the reading of "A" or "B".
#ifndef T2S_POLICIES_SELECT_DETAIL_JUDGING_HPP
#define T2S_POLICIES_SELECT_DETAIL_JUDGING_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"
#include "t2s/pipeline/several.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::select {

/// The groups of a set by votes, then by their first member.
[[nodiscard]] T2S_DECL std::vector<result_group> ranked_groups(candidate_set const& set);

/// A candidate's SQL and the first rows of its result.
[[nodiscard]] T2S_DECL std::string shown_candidate(candidate_run const& c, std::size_t rows);

/// Whether a reply prefers candidate A, by the first of: a last line that is only a letter; the letter after "answer"; a letter at the
/// beginning; the first "candidate A" or "candidate B"; the first separate letter A or B. A by default.
[[nodiscard]] T2S_DECL bool prefers_first(std::string_view reply);

}  // namespace t2s::select

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/select/detail/judging.ipp"
#endif

#endif
