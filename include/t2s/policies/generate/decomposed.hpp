// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DECOMPOSED_HPP
#define T2S_POLICIES_GENERATE_DECOMPOSED_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/policies/generate/few_shot_draft.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/described_schema.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// A GeneratorPolicy that asks a model, with a separate prompt for each kind of remark (DAC, sections 3.1 and 3.5). It drafts as
/// `few_shot_draft`; a correction sees the database, the question, the latest SQL and the remark, nothing of earlier rounds. One call each.
///
/// A correction without SQL (a refusal, an empty reply) keeps the SQL, and `candidate::why` says so: later feedback stages still run.
struct decomposed : few_shot_draft {
  static constexpr std::string_view name = "decomposed";

  /// Whether the correction of entities shows the question's alignment, in the form of table 10, below the database. Table 12 mentions it
  /// ("the above database and the alignment") but has no place for it, nor has the published code.
  bool show_alignment = false;
  /// Whether corrections show only the tables of the SQL and of what it misses: a rule of the published code, not of the paper.
  bool used_tables_alone = false;
  /// Whether to reject a correction with a longer skeleton than the draft's: a rule of the published code, not of the paper.
  bool refuse_longer = false;
  /// Whether to execute a correction at once and restore the draft if it fails: a rule of the published code, not of the paper.
  bool restore_draft = false;

  /// Table 12, for remarks about `align::linked_entities` (`feedback::missing_entities`). Slots of this and the following: `schema`, `sql`,
  /// `question` and `remark`; of this one also `alignment`, empty unless `show_alignment`.
  llm::prompt_template entity_prompt{llm::template_literal(
      "```sql\n"
      "{{schema}}\n"
      "```\n"
      "{{alignment}}"
      "Fix the sql \"{{sql}}\" to answer the question \"{{question}}\" based on the above database and the alignment.\n"
      "Present your sql in the format:\n"
      "```sql\n"
      "<your sql>\n"
      "```\n"
      "It should be noticed that {{remark}}. Your sql must contain the tables and columns mentioned by the question.\n")};
  /// Table 13, for remarks about `skeleton::parsed` (`feedback::skeleton_mismatch`).
  llm::prompt_template skeleton_prompt{
      llm::template_literal("```sql\n"
                            "{{schema}}\n"
                            "```\n"
                            "Fix the sql \"{{sql}}\" to answer the question \"{{question}}\" with the above schema.\n"
                            "Present your sql in the format:\n"
                            "```sql\n"
                            "<your sql>\n"
                            "```\n"
                            "It should be noticed that {{remark}}.\n")};
  /// Ours, for all other remarks, such as those of `feedback::execution_error` (section 3.5).
  llm::prompt_template error_prompt{
      llm::template_literal("```sql\n"
                            "{{schema}}\n"
                            "```\n"
                            "Fix the sql \"{{sql}}\" to answer the question \"{{question}}\" with the above schema.\n"
                            "Present your sql in the format:\n"
                            "```sql\n"
                            "<your sql>\n"
                            "```\n"
                            "It should be noticed that the sql is not right yet: {{remark}}\n")};

  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const&, Past const& past) const -> task<Context, candidate> {
    auto describing = ctx.lift(knowledge::described_schema::of(ctx, schema));
    auto const described = co_await std::move(describing);
    std::string in_use;
    if (used_tables_alone) {
      auto reading = ctx.lift(knowledge::first_rows(ctx, schema.considered));
      auto const rows = co_await std::move(reading);
      in_use = knowledge::describe(tables_in_use(ctx.schema(), past.sql(), linked_in(past)), rows->tables, schema);
    }
    auto asking = ask_in(ctx, "correction",
                         correction_request(used_tables_alone ? in_use : described->text, asked, past, shown_alignment(linked_in(past))));
    auto const reply = co_await std::move(asking);
    auto corrected = read_correction(ctx.schema(), reply, past);
    if (restore_draft && corrected.sql != past.sql()) {
      auto trying = ctx.lift(ctx.query(corrected.sql));
      auto done = co_await std::move(trying);
      if (done.ok())
        corrected.outcome = std::move(done);
      else
        corrected = candidate(past[0].tried.sql, "the draft again, since the correction fails: " + done.failure->text());
    }
    co_return corrected;
  }

 private:
  /// The links of the question, if a feedback linked it for the latest attempt.
  template <class Past>
  [[nodiscard]] static align::linked_entities const* linked_in(Past const& past) {
    if constexpr (requires { requires Past::template keeps<align::linked_entities>; })
      return past.template known<align::linked_entities>();
    else
      return nullptr;
  }
  [[nodiscard]] std::string shown_alignment(align::linked_entities const* linked) const {
    return show_alignment && linked ? "Alignments: " + align::to_text(linked->tokens) + "\n" : std::string();
  }
  /// The tables of the SQL and of what it misses, with the keys between them; the whole schema if there is none.
  [[nodiscard]] static T2S_DECL schema::database tables_in_use(schema::database const& d, std::string_view sql,
                                                               align::linked_entities const* linked);
  [[nodiscard]] llm::request correction_request(std::string const& described, question const& asked, attempt_list const& past,
                                                std::string const& alignment) const {
    auto const remarks = past.latest().remarks_text("; ");
    return prompt_request(prompt_for(past.latest())
                              .fill({{"schema", described},
                                     {"alignment", alignment, true},
                                     {"sql", past.sql()},
                                     {"question", asked.clear},
                                     {"remark", remarks}}),
                          temperature);
  }
  [[nodiscard]] llm::prompt_template const& prompt_for(attempt const& a) const {
    auto const all = [&](bool (remark::*is_about)() const noexcept) {
      return !a.remarks.empty() && std::ranges::all_of(a.remarks, is_about);
    };
    if (all(&remark::is_about<align::linked_entities>)) return entity_prompt;
    if (all(&remark::is_about<skeleton::parsed>)) return skeleton_prompt;
    return error_prompt;
  }
  [[nodiscard]] candidate read_correction(schema::database const& d, llm::completion const& c, attempt_list const& past) const {
    auto const found = llm::read_sql(c.text, revision_reading_of(d));
    if (!found) return candidate(past.sql(), "the SQL stands, since the model gave no other: " + found.error_found().text());
    auto const& in = sql::dialect_of(d);
    auto const draft = skeleton::parse_sql(past[0].tried.sql, in);
    if (refuse_longer && !draft.skeleton.empty() && skeleton::is_longer(skeleton::parse_sql(*found, in), draft))
      return candidate(past.sql(), "the SQL stands, since the correction has a longer skeleton than the draft: " + *found);
    return candidate(*found, "corrected by the model");
  }
};

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/generate/detail/decomposed.ipp"
#endif

#endif
