// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_INTERACTIVE_CORRECTION_HPP
#define T2S_GENERATE_IMPL_INTERACTIVE_CORRECTION_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/impl/db_structure.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/prompt_template.hpp"
#include "t2s/policy.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// What SQL-CRAFT's generators have in common: the slots of their prompts, and interactive correction (section 2). A revision is the prompt
/// of the draft with the latest SQL and what was said about it in the slot `correction`; the model sees nothing of earlier rounds.
///
/// Their prompts have the slots `related` (the section of the demonstrations, empty without any), `structure` (as of `db_structure`),
/// `question` and `correction` (empty in a draft).
struct interactive_correction {
  std::string database{};                   ///< the name that the prompt gives the database; without one the line is left out
  key_style keys = key_style::sql;          ///< in the structure
  std::optional<double> temperature = 0.0;  ///< the paper names none; nothing for models that refuse to be told

  /// The section of the demonstrations, if there are any. Slot: `demonstrations`.
  llm::prompt_template related{llm::template_literal("### RELATED_SQLs:\n{{demonstrations}}\n")};
  /// Slots: `question` and `answer`, the SQL.
  llm::prompt_template demonstration{llm::template_literal("QUESTION: {{question}}\nSQL: {{answer}}\n")};
  /// Ours; the paper prints none. Slots: `sql`, and `result`: what was said about it, with `feedback::result_csv` what the database
  /// answers.
  llm::prompt_template correction{llm::template_literal(
      "### PREVIOUS_SQL:\n"
      "```sql\n{{sql}}\n```\n\n"
      "### EXECUTION_RESULT:\n"
      "{{result}}\n\n"
      "'### EXECUTION_RESULT' is what '### PREVIOUS_SQL' gives on the database, as CSV, or the error that it causes. Review it, and write "
      "a "
      "new SQL based on the question, '### PREVIOUS_SQL' and '### EXECUTION_RESULT'. If you believe that '### PREVIOUS_SQL' is correct, "
      "repeat the same SQL.\n\n")};

  /// One prompt, filled: that of a draft, or of a correction of `latest` if there is one. `code` is for prompts with that slot.
  [[nodiscard]] T2S_DECL llm::request fill(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                           samples const& shown, attempt const* latest = nullptr, std::string_view code = {}) const;

  /// Asks, and reads SQL from the last fence of the answer, inside a span of that name.
  template <class Context>
  static auto ask_for_sql(Context& ctx, std::string_view span, llm::request asking) {
    return traced(ctx, span, [&ctx, asking = std::move(asking)]() mutable {
      return then(ctx.ask(std::move(asking)), [](llm::completion const& c) { return read(c); });
    });
  }

 private:
  [[nodiscard]] static T2S_DECL candidate read(llm::completion const& c);
};

/// Of these the generators that think and write SQL in one answer: one call for the draft and one for each revision. `Self` has the prompt.
template <class Self>
struct single_answer : interactive_correction {
  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    return ask_for_sql(ctx, Self::name, fill(self().prompt, ctx.schema(), asked, shown));
  }
  auto revise(auto& ctx, question const& asked, samples const& shown, attempt_list const& past) const {
    return ask_for_sql(ctx, "interactive correction", fill(self().prompt, ctx.schema(), asked, shown, &past.latest()));
  }

 private:
  [[nodiscard]] Self const& self() const noexcept { return static_cast<Self const&>(*this); }
};

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/impl/interactive_correction.ipp"
#endif

#endif
