// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_CANDIDATE_SET_HPP
#define T2S_PIPELINE_DETAIL_CANDIDATE_SET_HPP

#include "t2s/db/detail/same_answer.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/answer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s {

/// The settings of one candidate of a set.
struct candidate_settings {
  std::string_view generator{};              ///< the generator's name, which must outlive the answer
  std::optional<double> temperature{};       ///< replaces the generator's in its requests
  std::optional<std::int64_t> seed{};        ///< replaces the generator's in its requests
  std::optional<llm::model_role> asks{};     ///< the role of the model that drafts it; replaces the generator's
  double weight = 1;                         ///< its votes
  std::size_t place = 0;                     ///< the index of its generator in the set
  std::optional<std::size_t> revised{};      ///< the candidate that it continues; nothing for a draft
  std::size_t attempts = limits().attempts;  ///< the most attempts, including those of the candidate that it continues
  std::vector<remark> remarks{};             ///< about the last attempt of the candidate that it continues, for the revision
  /// Numbers its requests in caches and recordings; nothing: its number in the set, so that equal requests of a set are all sent. Give 0 to
  /// the only candidate that asks a model: other pipelines that send the same request then share its reply.
  std::optional<std::size_t> draw{};
};

/// Candidates whose SQL has the same result.
struct result_group {
  std::vector<std::size_t> members{};  ///< their numbers, ascending
  double votes = 0;                    ///< the sum of their weights
  std::int64_t exact_votes = 0;        ///< the same in billionths: the sum does not depend on the order
};

/// Votes in billionths.
[[nodiscard]] inline std::int64_t exact_votes(double weight) noexcept { return std::llround(std::clamp(weight, 0.0, 1e6) * 1e9); }

/// The candidates of a run, by number. Some may still be running.
class candidate_set {
 public:
  /// The number of candidates, including running ones.
  [[nodiscard]] std::size_t size() const noexcept { return runs_.size(); }
  /// The candidate of that number.
  [[nodiscard]] candidate_run const& operator[](std::size_t number) const { return runs_[number]; }

  /// The finished candidates whose SQL runs, grouped by result (`db::same_answer`) and ordered by first member.
  [[nodiscard]] std::vector<result_group> const& groups() const noexcept { return groups_; }

  /// The first candidate with SQL, if any.
  [[nodiscard]] std::optional<std::size_t> first_with_sql() const {
    for (std::size_t n = 0; n < size(); ++n)
      if (runs_[n].has_sql()) return n;
    return {};
  }
  /// The first group with the most votes; nullptr if there is none.
  [[nodiscard]] result_group const* most_votes_group() const {
    auto const* best = groups_.empty() ? nullptr : groups_.data();
    for (auto const& g : groups_)
      if (g.exact_votes > best->exact_votes) best = &g;
    return best;
  }
  /// The first member of that group, or else the first candidate with SQL. Precondition: there is one.
  [[nodiscard]] std::size_t most_votes() const {
    auto const* best = most_votes_group();
    return best ? best->members.front() : *first_with_sql();
  }
  /// The number of the first candidate that has not finished, or `size()`.
  [[nodiscard]] std::size_t first_pending() const {
    std::size_t n = 0;
    while (n < size() && runs_[n].finished) ++n;
    return n;
  }
  /// The number of candidates that have not finished.
  [[nodiscard]] std::size_t pending() const noexcept { return size() - finished_; }
  /// The votes of the candidates that have not finished, in billionths.
  [[nodiscard]] std::int64_t pending_votes() const {
    std::int64_t sum = 0;
    for (auto const& r : runs_)
      if (!r.finished) sum += exact_votes(r.weight);
    return sum;
  }

  // For the pipeline.
  /// Reserves room for `n` candidates.
  void reserve(std::size_t n) { runs_.reserve(n); }
  /// Adds a candidate that has not begun.
  void add(candidate_settings const& how) {
    auto& made = runs_.emplace_back();
    made.number = runs_.size() - 1;
    made.generator = how.generator;
    made.weight = how.weight;
    made.revised = how.revised;
  }
  /// Records the end of a candidate.
  void finish(std::size_t number, answer&& of) {
    auto& r = runs_[number];
    r.stopped = std::move(of.stopped);
    r.revisions = std::move(of.revisions);
    r.spent = of.spent;
    r.failed = std::move(of.failed);
    r.finished = true;
    ++finished_;
    if (r.outcome() && r.outcome()->ok()) join(r);
  }
  /// Moves the candidates out.
  [[nodiscard]] std::vector<candidate_run> release() && { return std::move(runs_); }
  /// Copies them.
  [[nodiscard]] std::vector<candidate_run> copy() const { return runs_; }

 private:
  /// Adds a candidate to the group of its result. O(groups * cells).
  void join(candidate_run const& r) {
    auto at = groups_.begin();
    while (at != groups_.end() && !same_answer(runs_[at->members.front()], r)) ++at;
    if (at == groups_.end()) at = groups_.insert(at, result_group());
    auto& members = at->members;
    members.insert(std::lower_bound(members.begin(), members.end(), r.number), r.number);
    at->exact_votes += exact_votes(r.weight);
    at->votes = static_cast<double>(at->exact_votes) / 1e9;
    for (; at != groups_.begin() && members_before(*at, *(at - 1)); --at) std::swap(*at, *(at - 1));
  }
  static bool same_answer(candidate_run const& a, candidate_run const& b) {
    return a.sql() == b.sql() || db::same_answer(a.outcome()->rows, b.outcome()->rows);
  }
  static bool members_before(result_group const& a, result_group const& b) { return a.members.front() < b.members.front(); }

  std::vector<candidate_run> runs_{};
  std::vector<result_group> groups_{};
  std::size_t finished_ = 0;
};

}  // namespace t2s

#endif
