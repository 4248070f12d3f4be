// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/sql_craft.hpp"

#include "systems/system.hpp"

namespace cli {
namespace {

/// The system, and whether it corrects.
template <t2s::GeneratorPolicy Reasoning>
struct craft_system : t2s::systems::sql_craft<any_model, Reasoning> {
  bool loops = true;
};

/// SQL-CRAFT in each of its model's ways of thinking.
template <t2s::GeneratorPolicy Reasoning>
struct craft_kind {
  static constexpr std::string_view name = std::same_as<Reasoning, t2s::generate::program_of_thought> ? "sql-craft"
                                           : std::same_as<Reasoning, t2s::generate::code_blocks>      ? "sql-craft-cbs"
                                                                                                      : "sql-craft-sql-only";
  static constexpr std::string_view prefix = "craft";
  static constexpr std::string_view about = std::same_as<Reasoning, t2s::generate::program_of_thought>
                                                ? "SQL-CRAFT: thinks in Python and corrects until the SQL stays (IC-Lp+PoT)"
                                            : std::same_as<Reasoning, t2s::generate::code_blocks>
                                                ? "SQL-CRAFT with code blocks, a call of their own (IC-Lp+CBs)"
                                                : "SQL-CRAFT without Python (IC-Lp)";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "glove", "embedding-model"};

  using demonstrations = t2s::sample::nearest_demonstrations<any_model>;
  using system = craft_system<Reasoning>;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>("demonstrations", "2", "by the vectors of their questions",
                     [](system& s) -> auto& { return s.sampler.template get<demonstrations>().most; }),
        knob<system>("rows", "A.4.1", "first rows of every table in the prompt",
                     [](system& s) -> auto& { return s.sampler.template get<t2s::sample::first_rows>().most; }),
        knob<system>("result-rows", "ours", "rows of a result that the model sees", [](system& s) -> auto& { return s.feedback.rows; }),
        knob<system>("loop", "table 2, IC-Lp", "interactive correction; off: only the draft", [](system& s) -> auto& { return s.loops; }),
        knob<system>("rounds", "algorithm 1 (the number is ours)", "corrections at most; 0 is without the loop",
                     [](system& s) -> auto& { return s.termination.template get<t2s::terminate::revisions>().limit; }),
        knob<system>("temperature", "ours", "of every call, or none", [](system& s) -> auto& { return s.generator.temperature; }),
    };
  }

  /// The ways of thinking have prompts of their own, under names of their own: a table of the paper runs all of them.
  static std::vector<prompt<system>> prompts() {
    std::vector<prompt<system>> all{
        prompt_of<system>("related", "the demonstrations (A.4.1)", {}, [](system& s) -> auto& { return s.generator.related; }),
        prompt_of<system>("demonstration", "one of them (A.4.1)", {"question"},
                          [](system& s) -> auto& { return s.generator.demonstration; }),
        prompt_of<system>("correction", "the interactive correction, in place of {{correction}} (ours)", {},
                          [](system& s) -> auto& { return s.generator.correction; }),
    };
    if constexpr (std::same_as<Reasoning, t2s::generate::code_blocks>) {
      all.push_back(prompt_of<system>("code", "writes the code blocks (P1; ours)", {"dialect"},
                                      [](system& s) -> auto& { return s.generator.code_prompt; }));
      all.push_back(prompt_of<system>("code-to-sql", "writes SQL from the code (P2; ours)", {"dialect"},
                                      [](system& s) -> auto& { return s.generator.sql_prompt; }));
    } else if constexpr (std::same_as<Reasoning, t2s::generate::program_of_thought>) {
      all.push_back(prompt_of<system>("thought", "thinks in Python and writes SQL (A.4.1)", {"dialect"},
                                      [](system& s) -> auto& { return s.generator.prompt; }));
    } else {
      all.push_back(prompt_of<system>("sql-only", "writes SQL and nothing else (ours)", {"dialect"},
                                      [](system& s) -> auto& { return s.generator.prompt; }));
    }
    return all;
  }

  static void settle(system& s) {
    if (!s.loops) s.termination.template get<t2s::terminate::revisions>().limit = 0;
  }

  /// The loop ends at the earliest with its first correction, if that repeats the SQL.
  static call_bounds calls(system const& s) {
    auto const rounds = revisions_within(s.termination.template get<t2s::terminate::revisions>().limit);
    bool const codes_first = std::same_as<Reasoning, t2s::generate::code_blocks>;
    return exactly(codes_first ? 2 : 1) + call_bounds{std::min<std::size_t>(rounds, 1), rounds};
  }

  craft_kind(asking& by, offered with, system& set) {
    if (set.sampler.template get<demonstrations>().most > 0)
      by.require_embedder(name, "chooses demonstrations by their vectors", "--set craft.demonstrations=0 shows none");
    using embedded = std::shared_ptr<t2s::retrieve::embedded_pool const>;
    pool = by.wait<embedded>([&] { return t2s::retrieve::embed_pool(by.embedder(), std::move(with.pool)); });
  }

  void furnish(system& set, asking& by, known_database const& known) const {
    auto& shown = set.sampler.template get<demonstrations>();
    shown.pool = pool;
    shown.by = &by.embedder();
    set.generator.database = known.name;
  }

  std::shared_ptr<t2s::retrieve::embedded_pool const> pool{};
};

listed_systems const listed_sql_craft(20, [] {
  return std::vector<system_entry>{entry_of<craft_kind<t2s::generate::program_of_thought>>(),
                                   entry_of<craft_kind<t2s::generate::code_blocks>>(), entry_of<craft_kind<t2s::generate::sql_only>>()};
});

}  // namespace

}  // namespace cli
