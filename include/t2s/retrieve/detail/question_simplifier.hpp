// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_QUESTION_SIMPLIFIER_HPP
#define T2S_RETRIEVE_DETAIL_QUESTION_SIMPLIFIER_HPP

#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::retrieve {

/// Asks a model to simplify a question, so that unusual wordings become common ones (dynamic revision, section 3.1.1). Training questions
/// and the questions of users are simplified alike.
struct question_simplifier {
  std::optional<double> temperature = 1.0;        ///< section 4.1.1; nothing for models that reject the option
  llm::model_role asks = llm::model_role::small;  ///< the model that is asked, if a run has several
  std::size_t longer = 300;                       ///< bytes by which the simplified question may be longer than the original (ours)

  /// Slot: `question`. The paper's, word for word.
  llm::prompt_template prompt{llm::template_literal(
      "Replace the words as far as possible to simplify the question, making it syntactically clear, common and easy to understand: "
      "{{question}}")};

  /// The request to the model.
  [[nodiscard]] llm::request request_for(std::string_view question) const {
    llm::request asking(prompt.fill({{"question", question}}));
    asking.temperature = temperature;
    asking.asks = asks;
    return asking;
  }

  /// The simplified question in a completion, or why there is none: it is empty, refuses, is SQL, an answer or too long.
  [[nodiscard]] llm::reading<std::string> read(std::string_view completion, std::string_view question) const {
    return llm::read_question(completion, question.size() + longer);
  }
};

}  // namespace t2s::retrieve

#endif
