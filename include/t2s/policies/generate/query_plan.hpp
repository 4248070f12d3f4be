// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_QUERY_PLAN_HPP
#define T2S_POLICIES_GENERATE_QUERY_PLAN_HPP

#include "t2s/policies/generate/detail/query_fixer.hpp"
#include "t2s/policy.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// A GeneratorPolicy, CHASE-SQL's query plan chain of thought (Pourreza et al. 2024, section 3.3): the model reasons in the steps by which
/// a database executes a query (find the tables, perform the operations, deliver the columns) and then writes the query, in one reply,
/// whose last code block counts. Shows the sampler's `knowledge`. One call for the draft and one for each revision, by the `query_fixer`.
///
/// The paper prints one worked example (figure 18) and no instructions; these, and the example, are ours, after its description.
struct query_plan {
  static constexpr std::string_view name = "query plan";

  std::optional<double> temperature = 0.0;  ///< of a single draft (ours); `times` sets another for candidates. Nothing: the model's own
  bool shuffles = true;                     ///< whether tables and columns are in a random order (section 3.3)
  query_fixer fixer{};                      ///< for revisions

  /// Slots: `dialect`, `schema`, `values` and `question`.
  llm::prompt_template prompt{llm::template_literal(
      "Write a {{dialect}} query that answers a question about a database. Before you write it, say how the database would execute it, in "
      "plain words and small steps:\n"
      "1. Find the tables: which of them hold what the question speaks of, and which of their rows are read.\n"
      "2. Perform the operations: by which columns rows of one table meet rows of another, which rows are dropped, what is grouped, "
      "counted, "
      "compared or sorted, in the order in which it happens.\n"
      "3. Deliver the result: which columns are returned, how many rows, in which order.\n"
      "Then write the query in a code block at the end. Select what the question asks for and nothing else.\n\n"
      "An example, about a database with ship (id, name, built, harbour_id) and harbour (id, name, depth):\n"
      "Question: How many ships that were built before 1950 are in each harbour?\n"
      "Find the tables.\n"
      "- Open ship and read its rows one after the other: it has the ships and the year in which each was built.\n"
      "- Open harbour, which has the names of the harbours.\n"
      "Perform the operations.\n"
      "- Drop a ship unless its built is less than 1950.\n"
      "- Look up the harbour whose id is the harbour_id of the ship.\n"
      "- Put the ships of one harbour together, and count them.\n"
      "Deliver the result.\n"
      "- For each harbour its name and the count, in any order.\n"
      "```sql\n"
      "SELECT harbour.name, COUNT(*) FROM ship JOIN harbour ON harbour.id = ship.harbour_id WHERE ship.built < 1950 GROUP BY harbour.id, "
      "harbour.name\n"
      "```\n\n"
      "Now the database:\n\n"
      "{{schema}}\n"
      "{{values}}"
      "Question: {{question}}\n")};

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    auto const part = shown_database(ctx, shown, shuffles);
    auto text =
        prompt.fill({{"dialect", part.dialect, true}, {"schema", part.schema}, {"values", part.values, true}, {"question", asked.clear}});
    return ask_for_sql(ctx, name, prompt_request(std::move(text), temperature), reading_of(ctx.schema()));
  }

  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return fixer.fix(ctx, asked, shown, past, shuffles, temperature);
  }
};

}  // namespace t2s::generate

#endif
