// SPDX-License-Identifier: BSL-1.0
// The common part of few-shot-corrected with one candidate and with several, which two units instantiate.
#ifndef T2S_CLI_SYSTEMS_FEW_SHOT_KIND_HPP
#define T2S_CLI_SYSTEMS_FEW_SHOT_KIND_HPP

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "systems/few_shot_prompts.hpp"
#include "systems/system.hpp"
#include "t2s/policies/generate/constrained_output.hpp"
#include "t2s/policies/sample/nearest_demonstrations.hpp"
#include "t2s/policies/sample/together.hpp"
#include "t2s/systems/few_shot_corrected.hpp"

namespace cli {

/// Both samplers as one type: demonstrations by skeletons, or by vectors if a server supplies them.
struct few_shot_pools {
  static constexpr std::string_view name = "few-shot-corrected", prefix = "few-shot-corrected",
                                    about = "a schema, similar questions, and what execution says (ours)";
  static constexpr bool asks_model = true, repairs = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "embedding-model", "index",  "synonyms",
                                                          "dictionary",     "candidates",      "select", "at-once"};

  using by_skeleton = t2s::sample::similar_demonstrations;
  using by_vector = t2s::sample::nearest_demonstrations<any_model>;
  using sampler = t2s::sample::together<by_skeleton, by_vector>;

  /// `generator_of(system)` is its `generate::few_shot`; `temperature` is the setting of that name.
  template <class System, class GeneratorOf>
  static std::vector<setting<System>> settings_by(GeneratorOf generator_of, setting<System> temperature) {
    return {
        knob<System>("demonstrations", "ours", "similar questions in the prompt",
                     [=](System& s) -> auto& { return generator_of(s).demonstrations; }),
        knob<System>("prompt-tokens", "ours", "of a prompt, about: the farthest demonstrations are left out until it fits",
                     [=](System& s) -> auto& { return generator_of(s).prompt_tokens; }),
        knob<System>("rounds", "ours", "revisions at most",
                     [](System& s) -> auto& { return s.termination.template get<t2s::terminate::revisions>().limit; }),
        std::move(temperature),
        constraint_by<System>(generator_of),
    };
  }

  /// How the server constrains replies.
  template <class System, class GeneratorOf>
  static setting<System> constraint_by(GeneratorOf generator_of) {
    return {"constraint", "ours", "of replies, if the server can: free, json, or sql (llama.cpp: only names of the schema)",
            [](System&) { return std::string("free"); },
            [=](System& s, std::string const& full_name, std::string const& typed) {
              auto& to = generator_of(s).constraint;
              if (typed == "json")
                to = t2s::generate::as_json;
              else if (typed == "sql")
                to = t2s::generate::as_sql;
              else if (typed == "free")
                to = {};
              else
                throw usage_error("--set " + full_name + " takes free, json or sql, and not \"" + typed + "\"");
            }};
  }

  few_shot_pools(asking& by, offered with) {
    if (!by.embeds_by_server()) {
      skeletons = std::make_shared<t2s::retrieve::skeleton_index const>(std::move(with.pool));
      return;
    }
    using embedded = std::shared_ptr<t2s::retrieve::embedded_pool const>;
    vectors = by.wait<embedded>([&] { return t2s::retrieve::embed_pool(by.embedder(), std::move(with.pool)); });
  }

  void furnish(sampler& to, std::size_t demonstrations, asking& by) const {
    auto& near = to.get<by_skeleton>();
    near.pool = skeletons;
    near.most = std::max(near.most, demonstrations);
    auto& nearest = to.get<by_vector>();
    nearest.pool = vectors;
    nearest.by = &by.embedder();
    nearest.most = near.most;
  }

  std::shared_ptr<t2s::retrieve::skeleton_index const> skeletons{};
  std::shared_ptr<t2s::retrieve::embedded_pool const> vectors{};
};

/// The prompts of selections among several candidates.
[[nodiscard]] std::vector<prompt_text> selection_prompts();

/// The pipeline with several candidates.
[[nodiscard]] std::unique_ptr<any_system> open_few_shot_candidates(asking& by, offered with, std::vector<wanted_setting> const& wanted);

}  // namespace cli

#endif
