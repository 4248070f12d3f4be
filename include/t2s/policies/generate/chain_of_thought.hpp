// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_CHAIN_OF_THOUGHT_HPP
#define T2S_POLICIES_GENERATE_CHAIN_OF_THOUGHT_HPP

#include "t2s/policies/generate/detail/query_fixer.hpp"
#include "t2s/policy.hpp"

#include <optional>
#include <string_view>
#include <utility>

/// The two chains of thought of CHASE-SQL.
namespace t2s::generate {

/// A GeneratorPolicy, CHASE-SQL's divide-and-conquer chain of thought (Pourreza et al. 2024, section 3.3, algorithm 1): the model splits
/// the question into smaller ones with pseudo SQL, solves each, assembles the query and simplifies it, all in one reply, whose last code
/// block counts. Shows the sampler's `knowledge`. One call for the draft and one for each revision, by the `query_fixer`.
///
/// The paper prints one worked example (figure 16) and no instructions; these, and the example, are ours, after its description.
struct divide_and_conquer {
  static constexpr std::string_view name = "divide and conquer";

  std::optional<double> temperature = 0.0;  ///< of a single draft (ours); `times` sets another for candidates. Nothing: the model's own
  bool shuffles = true;                     ///< whether tables and columns are in a random order (section 3.3)
  query_fixer fixer{};                      ///< for revisions

  /// Slots: `dialect`, `schema`, `values` and `question`.
  llm::prompt_template prompt{llm::template_literal(
      "Write a {{dialect}} query that answers a question about a database. Work by divide and conquer:\n"
      "1. Divide. Write the main question as pseudo SQL, in which a phrase in <angle brackets> stands for what is not solved yet. Each "
      "such "
      "phrase is a smaller question; divide it in the same way until nothing is left in brackets.\n"
      "2. Conquer. From the smallest question to the main one, write the real SQL of each, with the SQL of the smaller ones in the place "
      "of "
      "their phrases.\n"
      "3. Simplify. Take out tables, conditions and subqueries that are not needed, and write the final query in a code block at the end.\n"
      "Write pseudo SQL as plain text. Select what the question asks for and nothing else.\n\n"
      "An example, about a database with ship (id, name, built, harbour_id) and harbour (id, name, depth):\n"
      "Question: What is the name of the oldest ship in the deepest harbour?\n"
      "Divide.\n"
      "Main question: SELECT name FROM ship WHERE <in the deepest harbour> ORDER BY <age> LIMIT 1\n"
      "1. <in the deepest harbour>: harbour_id = (SELECT id FROM harbour ORDER BY <depth> LIMIT 1)\n"
      "1.1. <depth>: the greatest first, depth DESC\n"
      "2. <age>: the oldest was built first, built ASC\n"
      "Conquer.\n"
      "1.1, 1. harbour_id = (SELECT id FROM harbour ORDER BY depth DESC LIMIT 1)\n"
      "Main question: SELECT name FROM ship WHERE harbour_id = (SELECT id FROM harbour ORDER BY depth DESC LIMIT 1) ORDER BY built LIMIT "
      "1\n"
      "Simplify. Every table and condition is needed.\n"
      "```sql\n"
      "SELECT name FROM ship WHERE harbour_id = (SELECT id FROM harbour ORDER BY depth DESC LIMIT 1) ORDER BY built LIMIT 1\n"
      "```\n\n"
      "Now the database:\n\n"
      "{{schema}}\n"
      "{{values}}"
      "Question: {{question}}\n")};

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    auto const part = shown_database(ctx, shown, shuffles);
    auto text =
        prompt.fill({{"dialect", part.dialect, true}, {"schema", part.schema}, {"values", part.values, true}, {"question", asked.clear}});
    auto how = reading_of(ctx.schema());
    how.take = llm::sql_reading_options::block::last;  // the prompt asks for the query at the end
    return ask_for_sql(ctx, name, prompt_request(std::move(text), temperature), how);
  }

  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return fixer.fix(ctx, asked, shown, past, shuffles, temperature);
  }
};

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
