// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_GOLD_ANSWERS_HPP
#define T2S_PIPELINE_DETAIL_GOLD_ANSWERS_HPP

#include "t2s/core/error.hpp"
#include "t2s/pipeline/answer.hpp"

#include <functional>
#include <map>
#include <string>

namespace t2s {

/// The gold SQL of each question in its original form, for oracles.
using gold_answers = std::map<std::string, std::string, std::less<>>;

/// The gold SQL of a question. Throws `error` with `invalid_argument` if there is none.
[[nodiscard]] inline std::string const& gold_of(gold_answers const* answers, question const& asked) {
  if (answers)
    if (auto const found = answers->find(asked.original); found != answers->end()) return found->second;
  throw error(failure{errc::invalid_argument,
                      "an oracle has no gold SQL for the question \"" + asked.original + "\"",
                      asked.original,
                      "give its member `gold` the SQL of every question that is asked",
                      {}});
}

}  // namespace t2s

#endif
