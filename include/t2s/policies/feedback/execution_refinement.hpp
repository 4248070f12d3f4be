// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_EXECUTION_REFINEMENT_HPP
#define T2S_POLICIES_FEEDBACK_EXECUTION_REFINEMENT_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/render.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::feedback {

/// A FeedbackPolicy, the first half of a round of DART-SQL's refinement (section 3.3, algorithm 1): executes the SQL and asks the model
/// about the outcome: the cause of an error, or whether the rows are right. One call.
///
/// The conversation is the prompt of the first draft, the SQL and the outcome, nothing of earlier rounds. It is stored in the run's
/// `dialogue`, where the generator continues it to ask for the revision. No remark if the model answers Yes; a reply with neither Yes nor
/// No counts as No.
struct execution_refinement {
  static constexpr std::string_view name = "execution-guided refinement";
  using provides = facts<db::execution, judged>;
  using states = facts<dialogue>;

  std::size_t rows = 15;                          ///< M of section 3.3: rows of the result that the model sees
  std::size_t cell_bytes = 500;                   ///< of a value; a longer one is cut and ends in `...` (ours)
  std::optional<double> temperature = 0.0;        ///< section 4.1; self-consistency applies to SQL only, not to these texts
  llm::model_role asks = llm::model_role::judge;  ///< the model that is asked, if a run has several

  /// A.3, 1. Slots: `error`, `count`, `column`, `tables`.
  llm::prompt_template column_prompt{
      llm::template_literal("/* Received the following exception: {{error}}\n"
                            "In fact, the following {{count}} table(s) contain column \"{{column}}\": {{tables}}.\n"
                            "Please analyze the cause. */")};
  /// The same if no table has the column (ours). Slots: `error` and `column`.
  llm::prompt_template no_column_prompt{
      llm::template_literal("/* Received the following exception: {{error}}\n"
                            "In fact, no table contains column \"{{column}}\".\n"
                            "Please analyze the cause. */")};
  /// A.3, 2. Slot: `error`.
  llm::prompt_template error_prompt{
      llm::template_literal("/* Received the following exception: {{error}}\n"
                            "Please analyze the cause. */")};
  /// A.3, 3. Slots: `total` and `rows`, one on each line.
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

  /// The outcome as text for the prompt.
  [[nodiscard]] std::string outcome_text(schema::database const& d, db::execution const& done) const {
    if (!done.ok()) {
      auto const& f = *done.failure;
      bool const about_column = f.code == errc::no_such_column || f.code == errc::ambiguous_column;
      return about_column && !f.subject.empty() ? column_text(d, f) : error_prompt.fill({{"error", one_line(f.message)}});
    }
    std::string shown;
    auto const first = knowledge::first_short_rows(done.rows, rows, cell_bytes);
    for (auto const& row : first.values) shown.append(db::to_tuple(row)).append("\n");
    return result_prompt.fill({{"total", std::to_string(done.rows.values.size())}, {"rows", shown}});
  }

 private:
  [[nodiscard]] std::string column_text(schema::database const& d, failure const& f) const {
    auto const& subject = f.subject;
    auto const wanted = text::lower(std::string_view(subject).substr(subject.rfind('.') + 1));
    std::vector<std::string> tables;
    for (auto const* t : d.tables_with(wanted)) tables.push_back(one_line(t->name));
    auto const error = one_line(f.message), column = one_line(wanted);
    if (tables.empty()) return no_column_prompt.fill({{"error", error}, {"column", column}});
    auto const count = std::to_string(tables.size());
    auto const names = text::join(tables, ", ");
    return column_prompt.fill({{"error", error}, {"count", count}, {"column", column}, {"tables", names}});
  }
  [[nodiscard]] llm::request request_for(schema::database const& d, question const& asked, dialogue const& talk) const {
    llm::request asking;
    asking.messages = talk.opening(d, asked);
    asking.messages.emplace_back(llm::role::assistant, talk.about);
    asking.messages.insert(asking.messages.end(), talk.round.begin(), talk.round.end());
    asking.temperature = temperature;
    asking.asks = asks;
    asking.expects = llm::reply_kind::verdict;
    return asking;
  }
  [[nodiscard]] static judged read(std::string const& reply, bool ran) {
    auto const otherwise = [&](std::string_view instead) { return std::string(text::trim(reply).empty() ? instead : reply); };
    if (!ran) return {false, otherwise("the SQL does not run, and the model does not say why")};
    auto const verdict = llm::read_verdict(reply);
    if (!verdict) return {false, otherwise("the model does not say whether the result is right")};
    if (verdict->yes) return {true, verdict->reason};
    return {false, verdict->reason.empty() ? "the model does not agree with the result" : verdict->reason};
  }
};

}  // namespace t2s::feedback

#endif
