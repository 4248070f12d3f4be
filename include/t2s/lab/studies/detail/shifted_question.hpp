// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFTED_QUESTION_HPP
#define T2S_LAB_STUDIES_DETAIL_SHIFTED_QUESTION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/studies/detail/shift_plan.hpp"

#include <string>

namespace t2s::studies {

/// The question in the words of a shift: of `domain` the things of another trade, of `paraphrase` another beginning and other words for the
/// same thing. Words with capitals within the sentence, numbers and what is in quotes stay, since they may be values. O(size).
[[nodiscard]] T2S_DECL std::string shifted_question(std::string const& question, shift_plan const& plan, shift_options const& how);

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/shifted_question.ipp"
#endif

#endif
