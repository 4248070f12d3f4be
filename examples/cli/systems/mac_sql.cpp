// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/mac_sql.hpp"

#include "systems/system.hpp"

namespace cli {
namespace {

struct mac_kind {
  static constexpr std::string_view name = "mac-sql", prefix = "mac",
                                    about =
                                        "MAC-SQL (Wang et al.): a large schema is cut down, the question split, and SQL that fails refined";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{};

  using system = t2s::systems::mac_sql;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>("selector", "ablation", "the model picks tables and columns of a large schema; off is w/o Selector",
                     [](system& s) -> auto& { return s.sampler.enabled; }),
        knob<system>("columns", "Selector (the number is the code's)", "a schema with more is large",
                     [](system& s) -> auto& { return s.sampler.columns; }),
        knob<system>("columns-a-table", "Selector (the number is the code's)", "a schema with more on average is large",
                     [](system& s) -> auto& { return s.sampler.columns_a_table; }),
        knob<system>(
            "examples", "ours", "values of a column in the prompt", [](system& s) -> auto& { return s.sampler.examples; },
            [](system& s) -> auto& { return s.generator.examples; }),
        knob<system>("rounds", "algorithm 1 (the number is the code's)", "refinements at most; 0 is w/o Refiner",
                     [](system& s) -> auto& { return s.termination.get<t2s::terminate::revisions>().limit; }),
        knob<system>(
            "temperature", "ours", "of every call, or none", [](system& s) -> auto& { return s.generator.temperature; },
            [](system& s) -> auto& { return s.sampler.temperature; }),
    };
  }

  /// Worked examples are in the place of {{demonstrations}}, which a text may have instead.
  static std::vector<prompt<system>> prompts() {
    return {
        prompt_of<system>("selector", "picks a part of a large schema (ours)", {"foreign_keys", "whole", "kept", "least"},
                          [](system& s) -> auto& { return s.sampler.prompt; }),
        prompt_of<system>("decomposer", "writes the SQL (ours)", {"dialect", "demonstrations", "foreign_keys", "evidence"},
                          [](system& s) -> auto& { return s.generator.draft_prompt; }),
        prompt_of<system>("refiner", "corrects it (ours)", {"dialect", "foreign_keys", "evidence", "kind"},
                          [](system& s) -> auto& { return s.generator.refine_prompt; }),
    };
  }

  static call_bounds calls(system const& s) {
    return perhaps_if(s.sampler.enabled) + exactly(1) + up_to(revisions_within(s.termination.get<t2s::terminate::revisions>().limit));
  }

  mac_kind(asking&, offered, system&) {}

  void furnish(system&, asking&, known_database const&) const {}
};

listed_systems const listed_mac_sql(70, [] { return std::vector<system_entry>{entry_of<mac_kind>()}; });

}  // namespace

}  // namespace cli
