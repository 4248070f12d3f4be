// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_SELECT_VOTE_HPP
#define T2S_OFFLINE_SELECT_VOTE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/pipeline/several.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Chooses among candidates for one question, of any origin: by the results of executing them, and between equal ones by other evidence.
namespace t2s::select {

/// A candidate of a vote.
struct voter {
  std::string sql{};                               ///< after its `repairs`
  double weight = 1;                               ///< positive
  std::vector<std::string> repairs{};              ///< the reasons of the repairs, in order
  std::shared_ptr<db::execution const> outcome{};  ///< of executing it; without one, or with a failure, only its structure counts

  voter() = default;
  /// A candidate with its weight.
  explicit voter(std::string text, double w = 1) : sql(std::move(text)), weight(w) {}

  /// Whether it was executed without an error.
  [[nodiscard]] bool runs() const noexcept { return outcome && outcome->ok(); }
};

/// Whether a result has no rows, or is a single NULL or 0, the result of an aggregate over no rows.
[[nodiscard]] T2S_DECL bool is_empty_or_zero(db::rows const& result) noexcept;

/// The candidates with the same result.
struct vote_group {
  std::vector<std::size_t> members{};  ///< in the order of the candidates
  double votes = 0;                    ///< sum of their weights
  bool empty_or_zero = false;          ///< whether the result has no rows, or is a single NULL or 0
  bool as_read = false;                ///< the reading of the question has this result
  double likeness = 0;                 ///< how similar the other candidates are, see `vote`
  std::size_t unused = 0;              ///< columns and values that the question names and no member uses
};

/// The test that decided between the chosen group and the next best.
enum class vote_reason {
  none_runs,  ///< there is no group: the first candidate is chosen
  one_result,
  votes,
  not_empty,  ///< a group with at least as many votes has a result that is `empty_or_zero`
  reading,
  structure,
  linking,
  order,
};

[[nodiscard]] T2S_DECL std::string_view name_of(vote_reason r) noexcept;  ///< the name in traces and reports

/// The result of a vote.
struct vote_result {
  std::size_t chosen = 0;                   ///< index of the candidate; 0 without candidates
  vote_reason by = vote_reason::none_runs;  ///< what decided
  std::vector<vote_group> groups{};         ///< the chosen one first, the others by rank
};

/// Weights of a vote.
struct vote_options {
  bool evidence = true;      ///< whether to use more than votes and order
  double empty_penalty = 2;  ///< votes subtracted from a result that `is_empty_or_zero`: such results are mostly wrong
  double reading = 0.5;      ///< of a vote: the weight of the reading's structure in `likeness`

  /// The vote by result only, ties by order.
  [[nodiscard]] static constexpr vote_options plain() noexcept { return {false, 0, 0}; }
};

/// Evidence for candidates with equal votes.
struct vote_evidence {
  voter const* reading{};                 ///< the question's SQL by the reader without a model; it breaks ties and is never chosen
  link::linked_question const* linked{};  ///< what the question names
};

/// Chooses a candidate. Those with the same result (`db::same_answer`) are one group. The chosen group
///
/// 1. has the most votes, minus `empty_penalty` if its result `is_empty_or_zero`,
/// 2. has the result of the reading,
/// 3. is most similar to the other candidates, including failing ones: each adds its weight times the share of columns and of literals that
///    it has in common with the nearest member,
/// 4. uses more of the columns and values that the question names,
/// 5. has the first candidate;
///
/// a later test decides only between groups that are equal in all earlier ones. The first member of the group is chosen. Deterministic.
/// O(candidates^2 * (cells + size of the SQL)).
[[nodiscard]] T2S_DECL vote_result vote(std::span<voter const> candidates, schema::database const& d, vote_evidence const& known = {},
                                        vote_options const& options = {});

/// How to prepare candidates for the vote.
struct voting_options {
  vote_options rule{};  ///< of the vote
  /// Whether to repair candidates that fail or have no rows first. Reading the question instead is not a repair here: the reading is
  /// separate evidence.
  bool repairs = true;
  repair::repair_options repair{.reads = false};          ///< for candidates that fail or have no rows
  std::function<std::string(std::string const&)> form{};  ///< the SQL to execute for a candidate's SQL; the SQL itself if empty
};

/// A vote with its candidates and evidence.
struct election {
  std::vector<voter> candidates{};  ///< in order, repaired
  std::optional<voter> reading{};   ///< the question read without a model; absent if it was not needed
  vote_result result{};             ///< the chosen candidate, and why

  /// The chosen candidate.
  [[nodiscard]] voter const& chosen() const { return candidates[result.chosen]; }

  /// "2 of 3 candidates give this result", and what decided.
  [[nodiscard]] T2S_DECL std::string why() const;
};

namespace detail {

/// Whether `tried` has a better outcome: rows, or at least no failure.
[[nodiscard]] T2S_DECL bool is_better(voter const& tried, voter const& than);

[[nodiscard]] inline bool has_rows(voter const& v) { return v.runs() && !v.outcome->rows.empty(); }

/// The SQL of the best reading of a question without a model; empty if it cannot be read.
[[nodiscard]] T2S_DECL std::string read_alone(link::linked_question const& asked, std::span<scored_demonstration const> demonstrations);

template <class Context>
auto execute_voter(Context& ctx, voter v, voting_options const& how) -> task<Context, voter> {
  auto executing = ctx.lift(ctx.query(how.form ? how.form(v.sql) : v.sql));
  auto done = co_await std::move(executing);
  v.outcome = std::make_shared<db::execution const>(std::move(done));
  co_return v;
}

/// Executes the candidates that have not been executed, each text once.
template <class Context>
auto execute_voters(Context& ctx, std::vector<voter> all, voting_options const& how) -> task<Context, std::vector<voter>> {
  std::map<std::string, std::shared_ptr<db::execution const>, std::less<>> known;
  for (auto& v : all) {
    if (v.outcome || v.sql.empty()) continue;
    auto& known_outcome = known[v.sql];
    if (!known_outcome) {
      auto executing = execute_voter(ctx, v, how);
      auto done = co_await std::move(executing);
      known_outcome = std::move(done.outcome);
    }
    v.outcome = known_outcome;
  }
  co_return all;
}

/// The candidate after the repairs that help it, or unchanged.
template <class Context>
auto repair_voter(Context& ctx, voter v, link::linked_question const& linked, voting_options const& how) -> task<Context, voter> {
  repair::repairer const rules{linked.names, how.repair};
  auto repairing = rules.repair(ctx, v.sql, linked.text);
  auto const done = co_await std::move(repairing);
  if (!done.repaired()) co_return v;
  voter better(done.sql, v.weight);
  for (auto const& step : done.steps) better.repairs.push_back(step.why);
  auto executing = execute_voter(ctx, std::move(better), how);
  auto tried = co_await std::move(executing);
  if (!is_better(tried, v)) co_return v;
  co_return tried;
}

/// Options of repairs if several candidates agree that there are no rows: a text may correctly be absent, so that only its case, spaces and
/// punctuation are corrected.
[[nodiscard]] T2S_DECL voting_options repairing_as_agreed(voting_options how, election const& e);

/// Whether no evidence could change the vote: all run and have the same rows.
[[nodiscard]] inline bool is_settled(election const& e) {
  auto const& groups = e.result.groups;
  return groups.size() == 1 && groups.front().members.size() == e.candidates.size() && has_rows(e.chosen());
}

}  // namespace detail

/// Executes candidates, repairs those that need it, and puts them to the `vote`. Without `linked` nothing is repaired or read; its text may
/// be empty if the question is unknown. `demonstrations` guide the form of the reading.
///
/// The run's budget is charged for the executions of each text, of repairs and of the reading; the last two only if the candidates do not
/// all return the same rows.
template <class Context>
[[nodiscard]] auto put_to_vote(Context& ctx, std::vector<voter> candidates, link::linked_question const* linked,
                               std::span<scored_demonstration const> demonstrations, voting_options const& how = {})
    -> task<Context, election> {
  auto lasting = ctx.span("vote");
  auto executing = detail::execute_voters(ctx, std::move(candidates), how);
  election e;
  e.candidates = co_await std::move(executing);
  e.result = vote(e.candidates, ctx.schema(), {}, how.rule);
  if (detail::is_settled(e)) co_return e;
  auto const agreed = detail::repairing_as_agreed(how, e);
  for (auto& c : e.candidates) {
    if (!how.repairs || !linked || c.sql.empty() || detail::has_rows(c)) continue;
    auto repairing = detail::repair_voter(ctx, c, *linked, agreed);
    auto better = co_await std::move(repairing);
    c = std::move(better);
  }
  bool const reads = linked && how.rule.evidence && !linked->text.empty();
  auto const read = reads ? detail::read_alone(*linked, demonstrations) : std::string();
  if (!read.empty()) {
    auto reading = detail::execute_voter(ctx, voter(read), how);
    auto done = co_await std::move(reading);
    e.reading = std::move(done);
  }
  vote_evidence const known{e.reading ? &*e.reading : nullptr, linked};
  e.result = vote(e.candidates, ctx.schema(), known, how.rule);
  lasting.note("groups", e.result.groups.size());
  co_return e;
}

/// A SelectionPolicy: the `vote`. It repairs candidates that fail or have no rows, subtracts two votes from an empty result, and breaks
/// ties by the question as read without a model, by likeness and by links. Asks no model. The run is charged for the statements of repairs
/// and of the reading, if the candidates do not all agree.
struct weighted_vote {
  static constexpr std::string_view name = "weighted vote";
  using states = facts<link::linked_question>;

  voting_options how{};  ///< what decides

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const& shown, candidate_set const& set) const -> task<Context, selected> {
    auto linking = ctx.lift(link::linked_in(ctx, asked));
    auto const* linked = co_await std::move(linking);
    std::vector<std::size_t> numbers;
    auto voting = put_to_vote(ctx, voters_of(set, numbers), linked, shown.demonstrations, how);
    auto const held = co_await std::move(voting);
    selected chosen(numbers[held.result.chosen], held.why());
    if (!held.chosen().repairs.empty()) chosen.made = repaired(held.chosen());
    co_return chosen;
  }

  /// Whether a non-empty result has more votes than all others could get, including candidates that may still be repaired.
  [[nodiscard]] bool settled(candidate_set const& set) const {
    auto const* leader = set.most_votes_group();
    if (!leader || is_empty_or_zero(set[leader->members.front()].outcome()->rows)) return false;
    std::int64_t undecided = 0, second = 0;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (!may_change(set[n])) continue;
      if (n < leader->members.front()) return false;
      undecided += exact_votes(set[n].weight);
    }
    for (auto const& g : set.groups())
      if (&g != leader && !may_change(set[g.members.front()])) second = std::max(second, g.exact_votes);
    auto const rounding = static_cast<std::int64_t>(set.size());  // the vote adds weights before it rounds
    return leader->exact_votes > second + undecided + rounding;
  }

 private:
  /// Whether it is pending, or a repair could change it.
  static bool may_change(candidate_run const& r) {
    return !r.finished || (r.has_sql() && (!r.outcome() || !r.outcome()->ok() || r.outcome()->rows.values.empty()));
  }

  /// Candidates that have SQL, and their numbers.
  static std::vector<voter> voters_of(candidate_set const& set, std::vector<std::size_t>& numbers) {
    std::vector<voter> all;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (!set[n].has_sql()) continue;
      numbers.push_back(n);
      auto& v = all.emplace_back(std::string(set[n].sql()), set[n].weight);
      if (set[n].outcome())
        v.outcome = std::shared_ptr<db::execution const>(std::shared_ptr<void>(), set[n].outcome());  // the set outlives it
    }
    return all;
  }

  static attempt repaired(voter const& v) {
    std::string why = "repaired";
    for (auto const& r : v.repairs) why.append(&r == v.repairs.data() ? ": " : "; ").append(r);
    attempt made(candidate(v.sql, std::move(why)));
    if (v.outcome) made.outcome = *v.outcome;
    made.reviewed = true;
    return made;
  }
};

}  // namespace t2s::select

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/select/detail/vote.ipp"
#endif

#endif
