// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_VOTE_HPP
#define T2S_GENERATE_VOTE_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/result.hpp"
#include "t2s/link/linked_question.hpp"
#include "t2s/schema/schema.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The choice among candidates for one question, whoever wrote them: by what they give when they are executed, and between equals by what
/// else speaks for them.
namespace t2s::generate {

/// A candidate at the vote.
struct voter {
  std::string sql{};                            ///< as it stands, after `repairs`
  double weight = 1;                            ///< above 0
  std::vector<std::string> repairs{};           ///< why each was made, in their order
  std::shared_ptr<db::execution const> gave{};  ///< nothing, or a failure: then its structure counts and its result does not

  voter() = default;
  /// A candidate with its weight.
  explicit voter(std::string text, double w = 1) : sql(std::move(text)), weight(w) {}

  /// Whether it was executed and gave rows.
  [[nodiscard]] bool runs() const noexcept { return gave && gave->ok(); }
};

/// Whether a result says nothing: no rows, or a single NULL or 0, which is what an aggregate makes of no rows.
[[nodiscard]] T2S_DECL bool says_nothing(db::rows const& result) noexcept;

/// The candidates that give one result.
struct vote_group {
  std::vector<std::size_t> members{};  ///< in the order of the candidates
  double votes = 0;                    ///< sum of their weights
  bool says_nothing = false;           ///< whether the result has no rows, or is a single NULL or 0
  bool as_read = false;                ///< the reading of the question gives it too
  double likeness = 0;                 ///< how much the others resemble it, see `vote`
  std::size_t unused = 0;              ///< columns and values that the question names and none of its members uses
};

/// What set the chosen group apart from the next best.
enum class vote_reason {
  none_runs,  ///< there is no group: the first candidate stands
  one_result,
  votes,
  substance,  ///< as many votes or more are for a result that says nothing
  reading,
  structure,
  linking,
  order,
};

[[nodiscard]] T2S_DECL std::string_view name_of(vote_reason r) noexcept;  ///< as traces and reports name it

/// What a vote came to.
struct vote_result {
  std::size_t chosen = 0;                   ///< place of the candidate; of no meaning without candidates
  vote_reason by = vote_reason::none_runs;  ///< what decided
  std::vector<vote_group> groups{};         ///< the chosen one first, the others as they follow it
};

/// What a vote looks at.
struct vote_options {
  bool evidence = true;  ///< whether anything but votes and order decides
  double doubt = 2;      ///< votes that a result which says nothing has less: such results are mostly wrong, and candidates err alike
  double reading = 0.5;  ///< of a vote: the weight of the reading's structure in `likeness`

  /// The vote by result alone, ties by order.
  [[nodiscard]] static constexpr vote_options plain() noexcept { return {false, 0, 0}; }
};

/// What a vote may know beside the candidates.
struct vote_evidence {
  voter const* reading{};                 ///< the question's SQL by a reader without a model; it breaks ties and is never chosen
  link::linked_question const* linked{};  ///< what the question names
};

/// Chooses a candidate. Those that give the same (`db::same_answer`) are one group; of the groups that one is chosen which
///
/// 1. has the most votes, `doubt` taken off where it says nothing,
/// 2. gives what the reading gives,
/// 3. resembles the other candidates most, failing ones included: each adds its weight times the share of columns and of literals that it
///    has in common with the nearest member,
/// 4. uses more of the columns and values that the question names,
/// 5. has the first candidate;
///
/// a later test decides only between those that are equal in all before it. Chosen is the first member of the group. Deterministic.
/// O(candidates^2 * (cells + size of the SQL)).
[[nodiscard]] T2S_DECL vote_result vote(std::span<voter const> candidates, schema::database const& d, vote_evidence const& known = {},
                                        vote_options const& options = {});

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/impl/vote.ipp"
#endif

#endif
