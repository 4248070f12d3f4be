// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_EXPLANATION_HPP
#define T2S_POLICIES_FEEDBACK_EXPLANATION_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::feedback {

/// The model explains what the SQL means and how that differs from the question: the second kind of feedback of dynamic revision (section
/// 3.2.1). One call. It always has a remark, even for an empty reply.
///
/// Alone: `explanation().explain(ctx, question, sql)`.
struct explanation {
  static constexpr std::string_view name = "natural language explanation";

  std::optional<double> temperature = 0.5;        ///< of the chain (section 4.1.1); nothing for models that reject the option
  llm::model_role asks = llm::model_role::judge;  ///< the model that is asked, if a run has several
  std::size_t most = 4000;                        ///< most bytes of an explanation to show (ours)

  /// Slots: `question` and `sql`. The two questions at its end are the paper's.
  llm::prompt_template prompt{llm::template_literal(
      "Question: {{question}}\n"
      "SQL query: {{sql}}\n"
      "What does this SQL query mean? What are the differences between the predicted meaning and the question meanings above?")};

  /// The model's explanation, "" if there is none: at once or as the run's task.
  auto explain(auto& ctx, std::string_view asked, std::string_view sql) const {
    return then(ctx.ask(request_for(asked, sql)), [how = *this](llm::completion const& c) { return how.read(c.text); });
  }

  auto review(auto& ctx, question const& asked, auto& past) const {
    return then(explain(ctx, asked.original, past.sql()), [](std::string text) -> std::optional<remark> {
      return remark(name, text.empty() ? std::string("The model gave no explanation.") : std::move(text));
    });
  }

  /// A completion without thoughts, at most `most` bytes.
  [[nodiscard]] std::string read(std::string_view completion) const {
    auto const prose = llm::read_prose(completion);
    return prose ? text::cut(*prose, most) : std::string();
  }

 private:
  [[nodiscard]] llm::request request_for(std::string_view asked, std::string_view sql) const {
    llm::request asking(prompt.fill({{"question", asked}, {"sql", sql}}));
    asking.temperature = temperature;
    asking.asks = asks;
    return asking;
  }
};

}  // namespace t2s::feedback

#endif
