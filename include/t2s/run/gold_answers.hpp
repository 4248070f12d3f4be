// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_GOLD_ANSWERS_HPP
#define T2S_RUN_GOLD_ANSWERS_HPP

#include "t2s/core/error.hpp"
#include "t2s/run/answer.hpp"

#include <functional>
#include <map>
#include <string>

namespace t2s {

/// The SQL that answers each question, for what a model is measured against: oracles. By the question as it was asked.
using gold_answers = std::map<std::string, std::string, std::less<>>;

/// The gold SQL of a question. Throws `error` with `invalid_argument` if there is none.
[[nodiscard]] inline std::string const& gold_of(gold_answers const* answers, question const& asked) {
  auto const found = answers ? answers->find(asked.original) : gold_answers::const_iterator();
  if (!answers || found == answers->end())
    throw error(failure{errc::invalid_argument,
                        "an oracle has no gold SQL for the question \"" + asked.original + "\"",
                        asked.original,
                        "give its member `gold` the SQL of every question that is asked",
                        {}});
  return found->second;
}

}  // namespace t2s

#endif
