// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_IMPL_ANSWER_IPP
#define T2S_RUN_IMPL_ANSWER_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/run/answer.hpp"

#include <string>

namespace t2s {

T2S_DECL void require_question(std::string_view text, std::size_t limit) {
  if (text.size() > limit)
    throw error(errc::question_too_long,
                "the question has " + std::to_string(text.size()) + " bytes, and at most " + std::to_string(limit) + " are taken",
                "shorten it, or raise t2s::limits::question_bytes");
  if (auto const bad = text::first_invalid_utf8(text))
    throw error(failure{errc::invalid_utf8, "the question is not valid UTF-8", {}, "convert it to UTF-8", bad});
  if (text::trim(text).empty()) throw error(errc::empty_question, "the question is empty", "ask something");
}

T2S_DECL std::string const& gold_of(gold_answers const* answers, question const& asked) {
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
