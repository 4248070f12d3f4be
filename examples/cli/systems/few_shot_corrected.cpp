// SPDX-License-Identifier: BSL-1.0
#include "systems/few_shot_kind.hpp"

namespace cli {
namespace {

struct few_shot_corrected_kind : few_shot_pools {
  using system = t2s::systems::few_shot_corrected_with<sampler>;

  static std::vector<setting<system>> settings() {
    return settings_by<system>(
        [](system& s) -> auto& { return s.generator.inner; },
        knob<system>("temperature", "ours", "of every call, or none", [](system& s) -> auto& { return s.generator.inner.temperature; }));
  }

  static std::vector<prompt<system>> prompts() {
    return few_shot_prompts<system>([](system& s) -> auto& { return s.generator.inner; });
  }

  static call_bounds calls(system const& s) {
    return exactly(1) + up_to(revisions_within(s.termination.get<t2s::terminate::revisions>().limit));
  }

  few_shot_corrected_kind(asking& by, offered with, system&) : few_shot_pools(by, std::move(with)) {}

  void furnish(system& set, asking& by, known_database const&) const {
    few_shot_pools::furnish(set.sampler, set.generator.inner.demonstrations, by);
  }
};

/// One candidate, or several if requested.
std::unique_ptr<any_system> open_few_shot(asking& by, offered with, std::vector<wanted_setting> const& wanted) {
  if (with.several.is_several()) return open_few_shot_candidates(by, std::move(with), wanted);
  return std::make_unique<system_of<few_shot_corrected_kind>>(by, std::move(with), wanted);
}

std::vector<prompt_text> prompts_with_selections() {
  auto all = prompt_texts_of<few_shot_corrected_kind>();
  for (auto& p : selection_prompts()) all.push_back(std::move(p));
  return all;
}

listed_systems const listed_few_shot_corrected(90, [] {
  auto made = entry_of<few_shot_corrected_kind>();
  made.open = open_few_shot;
  made.prompts = prompts_with_selections;
  return std::vector<system_entry>{std::move(made)};
});

}  // namespace

}  // namespace cli
