// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SELECT_PAIRWISE_HPP
#define T2S_POLICIES_SELECT_PAIRWISE_HPP

#include "t2s/core/detail/together.hpp"
#include "t2s/pipeline/several.hpp"
#include "t2s/policies/select/detail/judging.hpp"
#include "t2s/policies/select/detail/votes.hpp"
#include "t2s/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::select {

/// Asks a model which of two candidates is right. The prompt is ours, after the description in CHASE-SQL (Pourreza et al. 2024, section
/// 3.5), which prints none for general models.
struct pair_judgement {
  std::size_t rows = 10;                          ///< of each result that the model sees
  std::optional<double> temperature = 0.0;        ///< nothing for models that reject the option
  llm::model_role asks = llm::model_role::judge;  ///< which of a run's models

  /// Slots: `schema`, `question`, `first` and `second`, SQL with its result.
  llm::prompt_template prompt{llm::template_literal(
      "Two queries answer a question about a database, and their results differ. Decide which of them is right. Compare what the question "
      "asks for with what each query selects, joins, filters and counts.\n\n"
      "{{schema}}\n\n"
      "Question: {{question}}\n\n"
      "Candidate A:\n{{first}}\n\n"
      "Candidate B:\n{{second}}\n\n"
      "Answer with the letter of the right candidate, A or B, and nothing else.\n")};

  /// Asks within a span of `sink` whether the first is right, at once or as the run's task. One call with at most that many tokens.
  template <class Context, TraceSink Sink>
  [[nodiscard]] auto prefers(Context& ctx, Sink& sink, question const& asked, candidate_run const& first, candidate_run const& second,
                             std::size_t tokens = unlimited) const {
    llm::request asking(prompt.fill({{"schema", code_representation(ctx.schema())},
                                     {"question", asked.clear},
                                     {"first", shown_candidate(first, rows)},
                                     {"second", shown_candidate(second, rows)}}));
    asking.temperature = temperature;
    asking.asks = asks;
    asking.expects = llm::reply_kind::verdict;
    if (tokens != unlimited) asking.max_tokens = tokens;
    return then(ctx.ask(sink, std::move(asking)), [](llm::completion const& c) { return prefers_first(c.text); });
  }
};

/// A SelectionPolicy: the model compares every two different results, and the one with the most points wins (CHASE-SQL, algorithm 3). A
/// comparison stands for all pairs of members of the two groups: the winner gets a point for each member of the other, and each result one
/// for each of its own members but the first. With equal points the one with more votes wins, then the first. For n results, n * (n - 1) /
/// 2 calls, concurrent in an awaitable run; none if all candidates agree.
struct pairwise {
  static constexpr std::string_view name = "pairwise";

  pair_judgement judgement{};  ///< how the model is asked
  std::size_t results = 8;     ///< most results to compare: those with the most votes

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const&, candidate_set const& set) const -> task<Context, selected> {
    auto groups = ranked_groups(set);
    if (groups.size() > results) groups.resize(results > 0 ? results : 1);
    if (groups.size() < 2) {
      auto const number = set.most_votes();
      co_return selected(number, share_of_votes(set, number));
    }
    auto const all = std::make_shared<comparisons>(std::move(groups));
    auto const allowed = ctx.allowed().completion_tokens;  // an equal share for each, since they run concurrently
    if (allowed != unlimited) all->tokens = (allowed - std::min(allowed, ctx.spent().completion_tokens)) / all->pairs.size();
    auto comparing = ctx.lift(t2s::detail::together<Context>(
        all->pairs.size(), unlimited, [this, all, &ctx, &asked, &set](std::size_t i) { return compare(all, ctx, asked, set, i); },
        [] { return false; }));
    co_await std::move(comparing);
    auto const best = all->winner();
    co_return selected(all->groups[best].members.front(), "won " + std::to_string(all->wins[best]) + " of " +
                                                              std::to_string(all->groups.size() - 1) + " comparisons by the model");
  }

 private:
  struct comparisons {
    explicit comparisons(std::vector<result_group> of) : groups(std::move(of)), points(groups.size()), wins(groups.size()) {
      for (std::size_t a = 0; a < groups.size(); ++a) {
        points[a] = groups[a].members.size() - 1;
        for (std::size_t b = a + 1; b < groups.size(); ++b) pairs.emplace_back(a, b);
      }
    }
    void win(std::size_t winner, std::size_t loser) {
      points[winner] += groups[loser].members.size();
      ++wins[winner];
    }
    [[nodiscard]] std::size_t winner() const {  // groups are ranked, so the first of equal ones wins
      std::size_t best = 0;
      for (std::size_t g = 1; g < groups.size(); ++g)
        if (points[g] > points[best]) best = g;
      return best;
    }

    std::vector<result_group> groups;
    std::vector<std::pair<std::size_t, std::size_t>> pairs{};
    std::vector<std::size_t> points, wins;
    std::size_t tokens = unlimited;
  };

  template <class Context>
  auto compare(std::shared_ptr<comparisons> all, Context& ctx, question const& asked, candidate_set const& set, std::size_t i) const
      -> task<Context, bool> {
    auto const [a, b] = all->pairs[i];
    auto const &first = set[all->groups[a].members.front()], &second = set[all->groups[b].members.front()];
    auto sink = ctx.sink_beside({"comparison", i});
    auto judging = ctx.lift(judgement.prefers(ctx, sink, asked, first, second, all->tokens));
    bool const prefers = co_await std::move(judging);
    all->win(prefers ? a : b, prefers ? b : a);
    co_return true;
  }
};

/// A SelectionPolicy: the model compares the result with the most votes with the next one, the winner with the next, and so on. For n
/// results, n - 1 calls one after the other, while `pairwise` makes n * (n - 1) / 2 at once; none if all candidates agree.
struct tournament {
  static constexpr std::string_view name = "tournament";

  pair_judgement judgement{};  ///< how the model is asked
  std::size_t results = 8;     ///< most results to compare: those with the most votes

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const&, candidate_set const& set) const -> task<Context, selected> {
    auto const groups = ranked_groups(set);
    auto winner = set.most_votes();
    std::size_t compared = 0;
    for (std::size_t g = 1; g < groups.size() && g < results; ++g, ++compared) {
      auto const next = groups[g].members.front();
      auto sink = ctx.sink_beside({"comparison", compared});
      auto judging = ctx.lift(judgement.prefers(ctx, sink, asked, set[winner], set[next]));
      bool const stays = co_await std::move(judging);
      if (!stays) winner = next;
    }
    if (compared == 0) co_return selected(winner, share_of_votes(set, winner));
    co_return selected(winner, "won the last of " + std::to_string(compared) + " comparisons by the model");
  }
};

}  // namespace t2s::select

#endif
