// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_HARDNESS_LEVELS_HPP
#define T2S_LAB_EVALUATION_DETAIL_HARDNESS_LEVELS_HPP

#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

#include <span>
#include <string>

namespace t2s::evaluation::detail {

/// Throws unless there are no levels or one for each question.
inline void require_levels(gold_set const& gold, std::span<std::string const> hardness) {
  if (hardness.empty() || hardness.size() == gold.questions.size()) return;
  throw error(
      errc::invalid_argument,
      std::to_string(hardness.size()) + " levels of hardness for " + std::to_string(gold.questions.size()) + " questions of " + gold.name,
      "give each question's, as evaluation::hardness_of does, or none");
}

}  // namespace t2s::evaluation::detail

#endif
