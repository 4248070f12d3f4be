// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_EXECUTION_REFINEMENT_HPP
#define T2S_FEEDBACK_EXECUTION_REFINEMENT_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/prompt_template.hpp"
#include "t2s/policy.hpp"
#include "t2s/run/history.hpp"
#include "t2s/run/internal/dialogue.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::feedback {

/// A FeedbackPolicy, the first half of a round of DART-SQL's refinement (section 3.3, algorithm 1): executes the SQL and asks the model
/// about the outcome, an error's cause or whether the rows are right. One call.
///
/// The conversation is the prompt of the first draft, the SQL and the outcome, nothing of earlier rounds. It stays in the run's `dialogue`,
/// where the generator finds it to ask for the revision. Has nothing to say if the model answers Yes; a reply with neither Yes nor No is no
/// agreement.
struct execution_refinement {
  static constexpr std::string_view name = "execution-guided refinement";
  using provides = facts<db::execution, judged>;
  using states = facts<dialogue>;

  std::size_t rows = 15;                    ///< M of section 3.3: rows of the result that the model sees
  std::size_t cell_bytes = 500;             ///< of a value; a longer one is cut and ends in `...` (ours)
  std::optional<double> temperature = 0.0;  ///< section 4.1; these are texts, so self-consistency leaves it

  /// A.3, 1. Slots: `error`, `count`, `column`, `tables`.
  llm::prompt_template column_prompt{
      llm::template_literal("/* Received the following exception: {{error}}\n"
                            "In fact, the following {{count}} table(s) contain column \"{{column}}\": {{tables}}.\n"
                            "Please analyze the cause. */")};
  /// The same where no table has the column (ours). Slots: `error` and `column`.
  llm::prompt_template no_column_prompt{
      llm::template_literal("/* Received the following exception: {{error}}\n"
                            "In fact, no table contains column \"{{column}}\".\n"
                            "Please analyze the cause. */")};
  /// A.3, 2. Slot: `error`.
  llm::prompt_template error_prompt{
      llm::template_literal("/* Received the following exception: {{error}}\n"
                            "Please analyze the cause. */")};
  /// A.3, 3. Slots: `total` and `rows`, a line each.
  llm::prompt_template result_prompt{llm::template_literal(
      "/* Here are the execution results (total {{total}} rows):\n"
      "{{rows}}"
      "Judge whether the results are correct, and you selected the exact number of columns asked by the question.\n"
      "Output Yes if you agree with both, or No otherwise. Follow the answer with your analysis of the results, and the meanings of the "
      "columns you selected and those requested by the question. */")};

  template <class Context, class Past>
  auto review(Context& ctx, question const& asked, Past& past) const -> task<Context, std::optional<remark>> {
    auto executing = outcome(ctx, past);
    db::execution const* done = co_await std::move(executing);
    auto& talk = ctx.template state<dialogue>();
    talk.about = past.sql();
    talk.round = {llm::message(llm::role::user, outcome_text(ctx.schema(), *done))};
    bool const ran = done->ok();
    auto asking = ctx.ask(request_for(ctx.schema(), asked, talk));
    auto const reply = co_await std::move(asking);
    if (!text::trim(reply.text).empty()) talk.round.emplace_back(llm::role::assistant, reply.text);
    auto const verdict = read(reply.text, ran);
    past.note(judged(verdict));
    if (verdict.right) co_return std::optional<remark>();
    co_return std::optional(remark(name, verdict.analysis));
  }

  /// What the model is told of an outcome.
  [[nodiscard]] T2S_DECL std::string outcome_text(schema::database const& d, db::execution const& done) const;

 private:
  [[nodiscard]] T2S_DECL std::string column_text(schema::database const& d, failure const& f) const;
  [[nodiscard]] T2S_DECL llm::request request_for(schema::database const& d, question const& asked, dialogue const& talk) const;
  [[nodiscard]] static T2S_DECL judged read(std::string const& reply, bool ran);
};
static_assert(FeedbackPolicy<execution_refinement>);

}  // namespace t2s::feedback

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/feedback/impl/execution_refinement.ipp"
#endif

#endif
