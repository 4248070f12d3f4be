// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_IMPL_EXPLANATION_IPP
#define T2S_FEEDBACK_IMPL_EXPLANATION_IPP

#include "t2s/core/text.hpp"
#include "t2s/feedback/explanation.hpp"
#include "t2s/llm/completion_text.hpp"

namespace t2s::feedback {

T2S_DECL std::string explanation::read(std::string_view completion) const {
  auto const said = llm::read_prose(completion);
  return said ? text::cut(*said, most) : std::string();
}

T2S_DECL llm::request explanation::request_for(std::string_view asked, std::string_view sql) const {
  llm::request asking(prompt.fill({{"question", asked}, {"sql", sql}}));
  asking.temperature = temperature;
  return asking;
}

}  // namespace t2s::feedback

#endif
