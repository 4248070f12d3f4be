// SPDX-License-Identifier: BSL-1.0
// The systems of two readers: a model, and the reader that needs none.
#include "t2s/systems/cross_checked.hpp"

#include "systems/few_shot_kind.hpp"

namespace cli {
namespace {

using t2s::generate::few_shot;
using t2s::generate::repairing;

/// What both have in common. `Kind` has `model_of(system)`, the repairing generator that asks the model.
template <class Kind, class System>
struct two_readers_kind : few_shot_pools {
  static inline std::vector<std::string_view> const files{"demonstrations", "embedding-model", "index", "synonyms", "dictionary"};
  using system = System;

  static std::vector<setting<system>> settings() {
    auto const few_shot_of = [](system& s) -> auto& { return Kind::model_of(s).inner; };
    return {
        knob<system>("demonstrations", "ours", "similar questions in the prompt",
                     [=](system& s) -> auto& { return few_shot_of(s).demonstrations; }),
        knob<system>("prompt-tokens", "ours", "of a prompt, about: the farthest demonstrations are left out until it fits",
                     [=](system& s) -> auto& { return few_shot_of(s).prompt_tokens; }),
        knob<system>("temperature", "ours", "of every call, or none", [=](system& s) -> auto& { return few_shot_of(s).temperature; }),
        constraint_by<system>(few_shot_of),
    };
  }
  static std::vector<prompt<system>> prompts() {
    return few_shot_prompts<system>([](system& s) -> auto& { return Kind::model_of(s).inner; });
  }
  static void set_repair(system& of, bool enabled, t2s::repair::repair_options const& how) {
    Kind::model_of(of).enabled = enabled;
    Kind::model_of(of).options = how;
  }

  two_readers_kind(asking& by, offered with, system&) : few_shot_pools(by, std::move(with)) {}

  void furnish(system& set, asking& by, known_database const&) const {
    few_shot_pools::furnish(set.sampler, Kind::model_of(set).inner.demonstrations, by);
  }
};

struct cross_checked_kind : two_readers_kind<cross_checked_kind, t2s::systems::cross_checked_with<few_shot_pools::sampler>> {
  static constexpr std::string_view name = "cross-checked", prefix = "cross-checked",
                                    about =
                                        "a model and the reader without a model check each other: one more call where they differ (ours)";
  using two_readers_kind::two_readers_kind;

  static auto model_of(system& s) -> auto& { return s.generator.get<repairing<t2s::systems::reconsidering_few_shot, true>>(); }
  static call_bounds calls(system const&) { return exactly(1) + up_to(1); }
};

struct cascade_kind : two_readers_kind<cascade_kind, t2s::systems::cascade_with<few_shot_pools::sampler>> {
  static constexpr std::string_view name = "cascade", prefix = "cascade",
                                    about = "the reader without a model where it is sure, and a model otherwise (ours)";
  using two_readers_kind::two_readers_kind;

  static auto model_of(system& s) -> auto& { return s.generator.get<repairing<few_shot>>(); }
  static std::vector<setting<system>> settings() {
    auto all = two_readers_kind::settings();
    all.push_back(knob<system>("enough", "ours", "the confidence from which no model is asked, from 0 to 1",
                               [](system& s) -> auto& { return s.generator.enough; }));
    all.push_back(
        knob<system>("rounds", "ours", "revisions by the model at most", [](system& s) -> auto& { return s.generator.revisions; }));
    all.push_back(knob<system>("weigh", "ours", "where the results differ, the likelier SQL and not always the model's",
                               [](system& s) -> auto& { return s.selection.weighs; }));
    return all;
  }
  static call_bounds calls(system const& s) { return up_to(1 + revisions_within(s.generator.revisions)); }
};

listed_systems const listed_cross_checked(100, [] { return std::vector<system_entry>{entry_of<cross_checked_kind>(), entry_of<cascade_kind>()}; });

}  // namespace

}  // namespace cli
