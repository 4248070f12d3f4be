// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_MAC_SQL_DETAIL_DECOMPOSER_HPP
#define T2S_SYSTEMS_MAC_SQL_DETAIL_DECOMPOSER_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policy.hpp"
#include "t2s/systems/mac_sql/detail/sub_schema.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::mac {

/// MAC-SQL's Decomposer and the prompt of its Refiner as a GeneratorPolicy. The draft is a chain of sub-questions with their SQL, the last
/// of which is the answer; `candidate::reasoning` has the chain. A revision sees the schema, the question, the latest SQL and the outcome
/// of its execution, nothing of earlier rounds. One call each. A reply without SQL is not a draft; in a revision it ends the run with the
/// previous SQL.
///
/// Both show what the `selector` kept, and the whole schema without a selector. Knowledge chosen by a sampler is shown as evidence.
struct decomposer {
  static constexpr std::string_view name = "Decomposer";
  using states = facts<sub_schema>;

  std::size_t examples = 6;                 ///< most example values of a column: as in the published code
  std::optional<double> temperature = 0.0;  ///< nothing for models that reject the option

  /// Worked examples of the Decomposer, ours: a simple question with one SQL, and one with three steps.
  std::vector<std::string> demonstrations = default_demonstrations();

  /// Ours, after the paper's description (section "Decomposer"). Slots: `dialect`, `demonstrations`, `tables`, `foreign_keys`, `evidence`
  /// and `question`.
  llm::prompt_template draft_prompt{llm::template_literal(
      "Answer a question over a database with one {{dialect}} query. Judge first how difficult the question is. If it is simple, write its "
      "query at once. Else split it into sub-questions that build on each other, beginning with the simplest, and write a query for each "
      "of "
      "them; the last sub-question is the question itself, and its query is the answer.\n"
      "Select only the columns that the question asks for, and join only the tables that it needs. Take values as the examples of a column "
      "spell them.\n"
      "\n"
      "{{demonstrations}}\n"
      "==========\n"
      "\n"
      "[Schema]\n"
      "{{tables}}\n"
      "[Foreign keys]\n"
      "{{foreign_keys}}\n"
      "[Evidence]\n"
      "{{evidence}}\n"
      "[Question]\n"
      "{{question}}\n"
      "\n"
      "Sub-questions, each with its query in a code block:\n")};

  /// The Refiner's, ours, after the paper's description (section "Refiner"). Slots: as above without `demonstrations`, and `sql`, `error`
  /// and `kind`, the class of the error.
  llm::prompt_template refine_prompt{llm::template_literal(
      "This {{dialect}} query was executed, and something is wrong with it. Find out why, and write a query that is right. Think step by "
      "step if you need to, and give the query at the end in a code block.\n"
      "Select only the columns that the question asks for, and join only the tables that it needs. Take values as the examples of a column "
      "spell them.\n"
      "\n"
      "[Question]\n"
      "{{question}}\n"
      "[Evidence]\n"
      "{{evidence}}\n"
      "[Schema]\n"
      "{{tables}}\n"
      "[Foreign keys]\n"
      "{{foreign_keys}}\n"
      "[Query]\n"
      "```sql\n"
      "{{sql}}\n"
      "```\n"
      "[What execution says]\n"
      "{{error}}\n"
      "[Kind of error]\n"
      "{{kind}}\n"
      "\n"
      "[The right query]\n")};

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    sub_schema own;
    auto const& kept = sub_schema_in(ctx, own);
    auto asking = request(draft_prompt, kept.of(ctx.schema()), asked, shown);
    return then(generate::ask_in(ctx, name, std::move(asking)),
                [how = generate::reading_of(ctx.schema())](llm::completion const& c) { return last_sql(c, how); });
  }

  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    sub_schema own;
    auto const& kept = sub_schema_in(ctx, own);
    auto asking = request(refine_prompt, kept.of(ctx.schema()), asked, shown, &past.latest());
    return generate::ask_for_sql(ctx, "Refiner", std::move(asking), generate::revision_reading_of(ctx.schema()));
  }

  /// The worked examples of the prompt, ours.
  [[nodiscard]] T2S_DECL static std::vector<std::string> default_demonstrations();

 private:
  [[nodiscard]] T2S_DECL llm::request request(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                              samples const& shown, attempt const* failed = nullptr) const;
  [[nodiscard]] T2S_DECL static candidate last_sql(llm::completion const& c, llm::sql_reading_options how);
};

}  // namespace t2s::mac

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/systems/mac_sql/detail/decomposer.ipp"
#endif

#endif
