// SPDX-License-Identifier: BSL-1.0
// few-shot-corrected with several candidates: all selections in one pipeline, so that it is compiled once.
#include <algorithm>

#include "systems/few_shot_kind.hpp"
#include "t2s/offline/select/by_confidence.hpp"
#include "t2s/offline/select/vote.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/select/merged_top_two.hpp"
#include "t2s/policies/select/pairwise.hpp"

namespace cli {

/// The selection of that name.
struct chosen_selection {
  static constexpr std::string_view name = "selection";
  using states = t2s::merged<t2s::states_of<t2s::select::weighted_vote>, t2s::states_of<t2s::select::by_confidence<>>>;

  std::string by = "majority";
  t2s::select::majority majority{};
  t2s::select::weighted_vote vote{};
  t2s::select::pairwise pairwise{};
  t2s::select::tournament tournament{};
  t2s::select::merged_top_two merged{};
  t2s::select::by_confidence<> confidence{};

  template <class Context>
  auto select(Context& ctx, t2s::question const& asked, t2s::samples const& shown, t2s::candidate_set const& set) const
      -> t2s::task<Context, t2s::selected> {
    auto choosing = begun(ctx, asked, shown, set);
    auto chosen = co_await std::move(choosing);
    co_return chosen;
  }

  [[nodiscard]] bool settled(t2s::candidate_set const& set) const {
    return by == "vote" ? vote.settled(set) : by == "majority" && majority.settled(set);
  }

 private:
  template <class Context>
  auto begun(Context& ctx, t2s::question const& asked, t2s::samples const& shown, t2s::candidate_set const& set) const
      -> t2s::task<Context, t2s::selected> {
    if (by == "vote") return vote.select(ctx, asked, shown, set);
    if (by == "pairwise") return pairwise.select(ctx, asked, shown, set);
    if (by == "tournament") return tournament.select(ctx, asked, shown, set);
    if (by == "merged") return merged.select(ctx, asked, shown, set);
    if (by == "confidence") return confidence.select(ctx, asked, shown, set);
    return Context::lift(majority.select(ctx, asked, shown, set));
  }
};

std::vector<std::string> const& selection_names() {
  static std::vector<std::string> const all{"majority", "vote", "pairwise", "tournament", "merged", "confidence"};
  return all;
}

namespace {

using t2s::generate::few_shot;

struct few_shot_candidates_kind : few_shot_pools {
  using one = t2s::systems::few_shot_corrected_with<sampler>;
  using generator = t2s::generate::repairing<t2s::generate::times<5, few_shot>>;
  using system = t2s::pipeline<t2s::none, sampler, generator, decltype(one::feedback), decltype(one::termination), chosen_selection>;

  static std::vector<setting<system>> settings() {
    return settings_by<system>(
        [](system& s) -> auto& { return s.generator.inner.base; },
        knob<system>(
            "temperature", "ours", "of every candidate, or none", [](system& s) -> auto& { return s.generator.inner.temperature; },
            [](system& s) -> auto& { return s.generator.inner.base.temperature; }));
  }

  static std::vector<prompt<system>> selections() {
    return {
        prompt_of<system>(
            "comparison", "--select pairwise and tournament: compares two candidates (ours)", {},
            [](system& s) -> auto& { return s.selection.pairwise.judgement.prompt; },
            [](system& s) -> auto& { return s.selection.tournament.judgement.prompt; }),
        prompt_of<system>("merging", "--select merged: makes one of two candidates (ours)", {},
                          [](system& s) -> auto& { return s.selection.merged.prompt; }),
    };
  }
  static std::vector<prompt<system>> prompts() {
    auto all = few_shot_prompts<system>([](system& s) -> auto& { return s.generator.inner.base; });
    for (auto& p : selections()) all.push_back(std::move(p));
    return all;
  }

  few_shot_candidates_kind(asking& by, offered const& with, system& set) : few_shot_pools(by, with) {
    set.generator.inner.candidates = with.several.candidates;
    set.selection.by = with.several.by;
    set.candidates.at_once = with.several.at_once;
  }

  void furnish(system& set, asking& by, known_database const&) const {
    few_shot_pools::furnish(set.sampler, set.generator.inner.base.demonstrations, by);
  }
};

}  // namespace

std::vector<prompt_text> selection_prompts() {
  return prompts_of(few_shot_candidates_kind::selections(), few_shot_candidates_kind::prefix);
}

std::unique_ptr<any_system> open_few_shot_candidates(asking& by, offered with, std::vector<wanted_setting> const& wanted) {
  return std::make_unique<system_of<few_shot_candidates_kind>>(by, std::move(with), wanted);
}

}  // namespace cli
