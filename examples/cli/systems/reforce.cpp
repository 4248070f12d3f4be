// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/reforce.hpp"

#include "systems/few_shot_prompts.hpp"
#include "systems/system.hpp"

namespace cli {
namespace {

struct reforce_kind {
  static constexpr std::string_view
      name = "reforce",
      prefix = "reforce", about = "ReFoRCE (Deng et al.): candidates that refine themselves, and columns explored where they do not agree";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{};

  using system = t2s::systems::reforce;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>("candidates", "ours", "of each of the two sets", [](system& s) -> auto& { return s.generator.base.candidates; }),
        knob<system>("temperature", "ours", "of all candidates, or none", [](system& s) -> auto& { return s.generator.base.temperature; }),
        knob<system>("revisions", "self-refinement", "of a candidate that fails or gives no rows, at most",
                     [](system& s) -> auto& { return s.termination.get<t2s::terminate::revisions>().limit; }),
        knob<system>("queries", "column exploration", "executed to explore columns, at most",
                     [](system& s) -> auto& { return s.generator.queries; }),
        knob<system>("rows", "ours", "shown of each of their results", [](system& s) -> auto& { return s.generator.rows; }),
    };
  }

  static std::vector<prompt<system>> prompts() {
    auto all = few_shot_prompts<system>([](system& s) -> auto& { return s.generator.base.base; });
    all.push_back(prompt_of<system>("format", "asks what the answer should look like (ours)", {},
                                    [](system& s) -> auto& { return s.rewrite.prompt; }));
    all.push_back(prompt_of<system>("exploration", "asks for queries that explore columns (ours)", {},
                                    [](system& s) -> auto& { return s.generator.prompt; }));
    return all;
  }

  /// The format, a set of candidates and, without consensus, the exploration and a second set.
  static call_bounds calls(system const& s) {
    auto const drafts = s.generator.count();
    auto const revisions = drafts * revisions_within(s.termination.get<t2s::terminate::revisions>().limit);
    return exactly(1 + drafts) + up_to(revisions + 1 + drafts + revisions);
  }

  reforce_kind(asking&, offered, system&) {}

  void furnish(system&, asking&, known_database const&) const {}
};

listed_systems const listed_reforce(80, [] { return std::vector<system_entry>{entry_of<reforce_kind>()}; });

}  // namespace

}  // namespace cli
