// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SELECT_MERGED_TOP_TWO_HPP
#define T2S_POLICIES_SELECT_MERGED_TOP_TWO_HPP

#include "t2s/llm/completion_sql.hpp"
#include "t2s/pipeline/several.hpp"
#include "t2s/policies/select/detail/judging.hpp"
#include "t2s/policies/select/detail/votes.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::select {

/// A SelectionPolicy: the model merges the two results with the most votes into one query (CSC-SQL, Sheng et al. 2025). If that query does
/// not run or the candidates agree, the result with the most votes wins. One call and one statement. The prompt is ours, after the paper's
/// description.
struct merged_top_two {
  static constexpr std::string_view name = "merged top two";

  std::size_t rows = 10;                          ///< of each result that the model sees
  std::optional<double> temperature = 0.0;        ///< nothing for models that reject the option
  llm::model_role asks = llm::model_role::judge;  ///< which of a run's models

  /// Slots: `dialect`, `schema`, `question`, `first` and `second`, SQL with its result.
  llm::prompt_template prompt{llm::template_literal(
      "Two {{dialect}} queries were written for a question about a database, and their results differ. Write the right query: take one of "
      "them, or put right what is wrong in both. Answer with the query in a code block and nothing else.\n\n"
      "{{schema}}\n\n"
      "Question: {{question}}\n\n"
      "Candidate A:\n{{first}}\n\n"
      "Candidate B:\n{{second}}\n")};

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const&, candidate_set const& set) const -> task<Context, selected> {
    auto const groups = ranked_groups(set);
    selected chosen(set.most_votes(), share_of_votes(set, set.most_votes()));
    if (groups.size() < 2) co_return chosen;
    auto asking = ctx.ask(request_for(ctx.schema(), asked, set[chosen.number], set[groups[1].members.front()]));
    auto const reply = co_await std::move(asking);
    auto const sql = llm::read_sql(reply.text, ctx.schema());
    auto const& second = set[groups[1].members.front()];
    if (sql && *sql == second.sql()) co_return selected(second.number, "taken by the model from the two with the most votes");
    if (!sql || *sql == set[chosen.number].sql()) co_return chosen;
    auto executing = ctx.query(*sql);
    auto done = co_await std::move(executing);
    if (!done.ok()) co_return chosen;
    chosen.why = "merged from candidates " + std::to_string(chosen.number) + " and " + std::to_string(groups[1].members.front());
    chosen.made.emplace(candidate(*sql, "merged from two candidates"));
    chosen.made->outcome = std::move(done);
    chosen.made->reviewed = true;
    co_return chosen;
  }

 private:
  [[nodiscard]] llm::request request_for(schema::database const& d, question const& asked, candidate_run const& first,
                                         candidate_run const& second) const {
    llm::request asking(prompt.fill({{"dialect", std::string(sql::title_of(d))},
                                     {"schema", code_representation(d)},
                                     {"question", asked.clear},
                                     {"first", shown_candidate(first, rows)},
                                     {"second", shown_candidate(second, rows)}}));
    asking.temperature = temperature;
    asking.asks = asks;
    asking.expects = llm::reply_kind::statement;
    return asking;
  }
};

}  // namespace t2s::select

#endif
