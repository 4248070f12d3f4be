// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DETAIL_SQL_CRAFT_HPP
#define T2S_POLICIES_GENERATE_DETAIL_SQL_CRAFT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policy.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The common parts of SQL-CRAFT's generators: the description of a database, the slots of their prompts, and interactive correction.
namespace t2s::generate {

/// How keys are written.
enum class key_style : std::uint8_t {
  pandas,  ///< `hive['id']` and `pd.merge(hive, keeper, left_on='keeper_id', right_on='id')`
  sql,     ///< `hive.id` and `hive.keeper_id = keeper.id`
};

/// A database as SQL-CRAFT's prompts describe it (appendix A.4.1): its name (if it has one), tables, primary keys and the foreign keys
/// between tables of the schema; for each table a line with its columns and their kinds; then the example rows, a line for each table.
[[nodiscard]] T2S_DECL std::string db_structure(schema::database const& d, std::span<table_sample const> examples, key_style keys,
                                                std::string_view database = {});

/// Spider's kind of a column by its declared type: text (also without a type), number, time, boolean or others.
[[nodiscard]] T2S_DECL std::string_view kind_of_column(std::string_view declared_type);

/// The prompts of SQL-CRAFT's generators have the slots `related` (the section of the demonstrations, empty if there are none), `structure`
/// (as in `db_structure`), `question` and `correction` (empty in a draft).
///
/// Interactive correction (section 2): a revision is the prompt of the draft with the latest SQL and its remarks in the slot `correction`;
/// the model sees nothing of earlier rounds.
struct interactive_correction {
  std::string database{};                   ///< the database's name in the prompt; without a name the line is omitted
  key_style keys = key_style::sql;          ///< in the structure
  std::optional<double> temperature = 0.0;  ///< the paper has none; nothing for models that reject the option

  /// The section of the demonstrations, if there are any. Slot: `demonstrations`.
  llm::prompt_template related{llm::template_literal("### RELATED_SQLs:\n{{demonstrations}}\n")};
  /// Slots: `question` and `answer`, the SQL.
  llm::prompt_template demonstration{llm::template_literal("QUESTION: {{question}}\nSQL: {{answer}}\n")};
  /// Ours; the paper does not print it. Slots: `sql`, and `result`: its remarks; with `feedback::result_csv` the result or the error.
  llm::prompt_template correction{llm::template_literal(
      "### PREVIOUS_SQL:\n"
      "```sql\n{{sql}}\n```\n\n"
      "### EXECUTION_RESULT:\n"
      "{{result}}\n\n"
      "'### EXECUTION_RESULT' is what '### PREVIOUS_SQL' gives on the database, as CSV, or the error that it causes. Review it, and write "
      "a new SQL based on the question, '### PREVIOUS_SQL' and '### EXECUTION_RESULT'. If you believe that '### PREVIOUS_SQL' is correct, "
      "repeat the same SQL.\n\n")};

  /// Fills a prompt: for a draft, or for a correction of `latest` if there is one. `code` is for prompts with that slot.
  [[nodiscard]] T2S_DECL llm::request fill(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                           samples const& shown, attempt const* latest = nullptr, std::string_view code = {}) const;
};

/// A generator whose model thinks and writes SQL in one answer: one call for the draft and one for each revision. `Self` has the prompt.
template <class Self>
struct single_answer : interactive_correction {
  auto draft(auto& ctx, question const& asked, samples const& shown) const { return answer_to(ctx, Self::name, asked, shown, nullptr); }
  auto revise(auto& ctx, question const& asked, samples const& shown, attempt_list const& past) const {
    return answer_to(ctx, "interactive correction", asked, shown, &past.latest());
  }

 private:
  auto answer_to(auto& ctx, std::string_view span, question const& asked, samples const& shown, attempt const* latest) const {
    auto const& prompt = static_cast<Self const&>(*this).prompt;
    auto asking = fill(prompt, ctx.schema(), asked, shown, latest);
    asking.expects = Self::expects;
    return then(ask_in(ctx, span, std::move(asking)),
                [how = latest ? revision_reading_of(ctx.schema()) : reading_of(ctx.schema())](llm::completion const& c) {
                  auto made = written_sql(c, how);
                  if (!made.sql.empty()) made.reasoning = c.text;
                  return made;
                });
  }
};

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/generate/detail/sql_craft.ipp"
#endif

#endif
