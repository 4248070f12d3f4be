// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_REVISION_TREE_HPP
#define T2S_POLICIES_GENERATE_REVISION_TREE_HPP

#include "t2s/pipeline/several.hpp"
#include "t2s/policies/generate/times.hpp"
#include "t2s/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace t2s::generate {

/// A CandidateGenerator that searches: N drafts by one generator are reviewed, then the most promising attempt of all is revised,
/// repeatedly; each revision is a candidate of its own. Alpha-SQL's idea (Li et al. 2025) at a smaller size: a bounded tree whose nodes are
/// attempts, explored best first. `attempts` bounds its depth, `expansions` its breadth.
///
/// The score of an attempt is 2 if it runs, plus 1 if it has rows, plus up to 1 for its result's share of the votes, minus 0.25 for each
/// remark, minus 1 for each earlier revision of it. The search ends when an attempt has no remark. The feedback of the pipeline reviews the
/// attempts; its termination of revision chains does not matter, since each candidate is reviewed once.
template <std::size_t N, class Base>
struct revision_tree {
  using states = states_of<Base>;
  using needs = needs_of<Base>;

  times<N, Base> drafts{};     ///< the first candidates
  std::size_t expansions = 6;  ///< most revisions in all
  std::size_t at_a_time = 2;   ///< attempts revised in one step, concurrently in an awaitable run
  std::size_t attempts = 4;    ///< most attempts from a draft to its last revision

  /// The number of drafts.
  [[nodiscard]] std::size_t count() const noexcept { return drafts.count(); }
  [[nodiscard]] std::vector<candidate_settings> settings() const {
    auto all = drafts.settings();
    for (auto& s : all) s.attempts = 1;
    return all;
  }

  [[nodiscard]] std::vector<candidate_settings> more(auto&, question const&, samples const&, candidate_set const& set) const {
    auto const first = drafts.settings();
    auto const left = first.size() + expansions - std::min(set.size(), first.size() + expansions);
    std::vector<node> open;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (!set[n].has_sql()) continue;
      auto const& latest = set[n].revisions.back();
      if (set[n].outcome() && set[n].outcome()->ok() && latest.reviewed && latest.remarks.empty()) return {};
      if (!set[n].failed && set[n].revisions.size() < attempts) open.push_back({n, promise(set, n)});
    }
    std::sort(open.begin(), open.end());
    if (open.size() > std::min(at_a_time, left)) open.resize(std::min(at_a_time, left));
    std::vector<candidate_settings> next;
    for (auto const& o : open) {
      auto& how = next.emplace_back(first.front());
      if (how.seed) *how.seed += static_cast<std::int64_t>(set.size() + next.size() - 1);
      how.revised = o.number;
      how.attempts = set[o.number].revisions.size() + 1;
    }
    return next;
  }

  auto draft(auto& ctx, question const& asked, samples const& shown) const { return drafts.draft(ctx, asked, shown); }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return drafts.revise(ctx, asked, shown, past);
  }
  auto draft_of(std::size_t, auto& ctx, question const& asked, samples const& shown) const { return drafts.draft(ctx, asked, shown); }
  auto revise_of(std::size_t, auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return drafts.revise(ctx, asked, shown, past);
  }

 private:
  struct node {
    std::size_t number;
    double promise;

    bool operator<(node const& other) const { return promise != other.promise ? promise > other.promise : number < other.number; }
  };

  static double promise(candidate_set const& set, std::size_t number) {
    auto const& c = set[number];
    double p = -0.25 * static_cast<double>(c.revisions.back().remarks.size());
    for (std::size_t n = 0; n < set.size(); ++n)
      if (set[n].revised == number) p -= 1;
    if (!c.outcome() || !c.outcome()->ok()) return p;
    double all = 0, own = 0;
    for (auto const& g : set.groups()) {
      all += g.votes;
      if (std::find(g.members.begin(), g.members.end(), number) != g.members.end()) own = g.votes;
    }
    return p + 2 + (c.outcome()->rows.values.empty() ? 0 : 1) + (all > 0 ? own / all : 0);
  }
};

}  // namespace t2s::generate

#endif
