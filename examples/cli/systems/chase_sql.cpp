// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/chase_sql.hpp"

#include <algorithm>

#include "systems/system.hpp"

namespace cli {
namespace {

using by_division = t2s::generate::times<7, t2s::generate::divide_and_conquer>;
using by_plan = t2s::generate::times<7, t2s::generate::query_plan>;
using by_examples = t2s::generate::times<7, t2s::generate::synthetic_examples>;

struct chase_kind {
  static constexpr std::string_view name = "chase-sql", prefix = "chase",
                                    about = "CHASE-SQL (Pourreza et al.): candidates of three generators, fixed and compared in pairs";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"index", "synonyms", "dictionary"};

  using system = t2s::systems::chase_sql;

  static std::vector<setting<system>> settings() {
    return {
        each("candidates", "4.4", "of each of the three generators", [](auto& g) -> auto& { return g.candidates; }),
        each("temperature", "ours", "of all candidates, or none", [](auto& g) -> auto& { return g.temperature; }),
        each("shuffle", "3.3", "tables and columns in another order for each candidate", [](auto& g) -> auto& { return g.base.shuffles; }),
        knob<system>("examples", "3.3", "made up for the third generator; 0 makes none",
                     [](system& s) -> auto& { return s.generator.get<by_examples>().base.examples; }),
        knob<system>("shared-examples", "3.3", "made up once for all candidates of a question",
                     [](system& s) -> auto& { return s.generator.get<by_examples>().base.shared; }),
        knob<system>("values", "3.2", "stored values that the question names, at most", [](system& s) -> auto& { return s.sampler.most; }),
        knob<system>("fixes", "3.4", "of a candidate that fails or gives no rows, at most",
                     [](system& s) -> auto& { return s.termination.get<t2s::terminate::revisions>().limit; }),
        knob<system>("results", "ours", "different results that are compared in pairs, those of most candidates",
                     [](system& s) -> auto& { return s.selection.results; }),
    };
  }

  static std::vector<prompt<system>> prompts() {
    return {
        prompt_of<system>("division", "the first generator (3.3; ours)", {"dialect", "values"},
                          [](system& s) -> auto& { return s.generator.get<by_division>().base.prompt; }),
        prompt_of<system>("plan", "the second generator (3.3; ours)", {"dialect", "values"},
                          [](system& s) -> auto& { return s.generator.get<by_plan>().base.prompt; }),
        prompt_of<system>("examples", "makes up examples for the third generator (3.3; ours)", {"dialect", "half", "columns"},
                          [](system& s) -> auto& { return s.generator.get<by_examples>().base.examples_prompt; }),
        prompt_of<system>("from-examples", "the third generator (3.3; ours)", {"dialect", "values"},
                          [](system& s) -> auto& { return s.generator.get<by_examples>().base.prompt; }),
        prompt_of<system>("example", "an example in it (ours)", {"question"},
                          [](system& s) -> auto& { return s.generator.get<by_examples>().base.example; }),
        prompt_of<system>(
            "fix", "revises SQL that fails or gives no rows (3.4; ours)", {"dialect", "values"},
            [](system& s) -> auto& { return s.generator.get<by_division>().base.fixer.prompt; },
            [](system& s) -> auto& { return s.generator.get<by_plan>().base.fixer.prompt; },
            [](system& s) -> auto& { return s.generator.get<by_examples>().base.fixer.prompt; }),
        prompt_of<system>("comparison", "compares two candidates (3.5; ours)", {},
                          [](system& s) -> auto& { return s.selection.judgement.prompt; }),
    };
  }

  /// Fixes may be repeated; if all results differ they are compared in pairs.
  static call_bounds calls(system const& s) {
    auto const& third = s.generator.get<by_examples>();
    auto const drafts = s.generator.settings().size();
    auto const asked_for_examples = third.base.examples == 0 ? 0 : third.base.shared ? 1 : third.settings().size();
    auto const fixes = drafts * revisions_within(s.termination.get<t2s::terminate::revisions>().limit);
    auto const results = std::min(std::max<std::size_t>(s.selection.results, 1), drafts);
    return exactly(asked_for_examples + drafts) + up_to(fixes + results * (results - 1) / 2);
  }

  chase_kind(asking&, offered, system&) {}

  void furnish(system&, asking&, known_database const&) const {}

 private:
  /// A setting of all three generators.
  template <class Find>
  static setting<system> each(std::string_view called, std::string_view section, std::string_view says, Find find) {
    return knob<system>(
        called, section, says, [find](system& s) -> auto& { return find(s.generator.get<by_division>()); },
        [find](system& s) -> auto& { return find(s.generator.get<by_plan>()); },
        [find](system& s) -> auto& { return find(s.generator.get<by_examples>()); });
  }
};

listed_systems const listed_chase_sql(60, [] { return std::vector<system_entry>{entry_of<chase_kind>()}; });

}  // namespace

}  // namespace cli
