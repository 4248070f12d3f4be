// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_REWRITE_ANSWER_FORMAT_HPP
#define T2S_POLICIES_REWRITE_ANSWER_FORMAT_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::rewrite {

/// A RewritePolicy: the model says which columns and rows the answer should have, and this is added to the question (ReFoRCE, Deng et al.
/// 2025: expected answer format). One call. An empty reply leaves the question unchanged. The prompt is ours, after the paper's
/// description.
struct answer_format {
  static constexpr std::string_view name = "answer format";

  std::optional<double> temperature = 0.0;        ///< nothing for models that reject the option
  std::size_t most = 1'000;                       ///< most bytes of the format
  llm::model_role asks = llm::model_role::small;  ///< which of a run's models

  /// Slots: `schema` and `question`.
  llm::prompt_template prompt{llm::template_literal(
      "Say what the answer to a question about a database should look like: its columns in their order, each with the kind of its values, "
      "and "
      "whether it has one row or several. Write one line of column names separated by commas, then one line about the rows. Do not write "
      "SQL.\n\n"
      "{{schema}}\n\n"
      "Question: {{question}}\n")};

  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const -> task<Context, question> {
    auto formatting = ctx.span(name);
    llm::request asked(prompt.fill({{"schema", code_representation(ctx.schema())}, {"question", text}}));
    asked.temperature = temperature;
    asked.asks = asks;
    auto asking = ctx.ask(std::move(asked));
    auto const reply = co_await std::move(asking);
    auto const format = llm::read_prose(reply.text);
    if (!format) co_return question(text);
    co_return question(text, text + "\nExpected answer: " + text::cut(*format, most));
  }
};

}  // namespace t2s::rewrite

#endif
