// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/few_shot_corrected.hpp"

#include <algorithm>

#include "systems/system.hpp"
#include "t2s/sample/nearest_demonstrations.hpp"
#include "t2s/sample/together.hpp"

namespace cli {
namespace {

/// Both samplers as one type: demonstrations by skeletons, or by vectors if a server supplies them.
struct few_shot_corrected_kind {
  static constexpr std::string_view name = "few-shot-corrected", prefix = "few-shot-corrected",
                                    about = "a schema, similar questions, and what execution says (ours, the default with a model)";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "embedding-model", "index", "synonyms", "dictionary"};

  using by_skeleton = t2s::sample::similar_demonstrations;
  using by_vector = t2s::sample::nearest_demonstrations<any_model>;
  using system = t2s::systems::few_shot_corrected_with<t2s::sample::together<by_skeleton, by_vector>>;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>("demonstrations", "ours", "similar questions in the prompt",
                     [](system& s) -> auto& { return s.generator.demonstrations; }),
        knob<system>("prompt-tokens", "ours", "of a prompt, about: the farthest demonstrations are left out until it fits",
                     [](system& s) -> auto& { return s.generator.prompt_tokens; }),
        knob<system>("rounds", "ours", "revisions at most",
                     [](system& s) -> auto& { return s.termination.template get<t2s::terminate::revisions>().limit; }),
        knob<system>("temperature", "ours", "of every call, or none", [](system& s) -> auto& { return s.generator.temperature; }),
    };
  }

  static call_bounds calls(system const& s) {
    return exactly(1) + up_to(revisions_within(s.termination.get<t2s::terminate::revisions>().limit));
  }

  few_shot_corrected_kind(asking& by, offered with, system&) {
    if (!by.embeds_by_server()) {
      skeletons = std::make_shared<t2s::retrieve::skeleton_index const>(std::move(with.pool));
      return;
    }
    using embedded = std::shared_ptr<t2s::retrieve::embedded_pool const>;
    vectors = by.wait<embedded>([&] { return t2s::retrieve::embed_pool(by.embedder(), std::move(with.pool)); });
  }

  void furnish(system& set, asking& by, known_database const&) const {
    auto& near = set.sampler.template get<by_skeleton>();
    near.pool = skeletons;
    near.most = std::max(near.most, set.generator.demonstrations);
    auto& nearest = set.sampler.template get<by_vector>();
    nearest.pool = vectors;
    nearest.by = &by.embedder();
    nearest.most = near.most;
  }

  std::shared_ptr<t2s::retrieve::skeleton_index const> skeletons{};
  std::shared_ptr<t2s::retrieve::embedded_pool const> vectors{};
};

}  // namespace

std::vector<system_entry> few_shot_corrected_entries() { return {entry_of<few_shot_corrected_kind>()}; }

}  // namespace cli
