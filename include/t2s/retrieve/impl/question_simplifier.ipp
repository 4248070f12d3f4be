// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_QUESTION_SIMPLIFIER_IPP
#define T2S_RETRIEVE_IMPL_QUESTION_SIMPLIFIER_IPP

#include "t2s/retrieve/question_simplifier.hpp"

namespace t2s::retrieve {

T2S_DECL llm::request question_simplifier::request_for(std::string_view question) const {
  llm::request asking(prompt.fill({{"question", question}}));
  asking.temperature = temperature;
  return asking;
}

T2S_DECL llm::reading<std::string> question_simplifier::read(std::string_view completion, std::string_view question) const {
  return llm::read_question(completion, question.size() + longer);
}

}  // namespace t2s::retrieve

#endif
