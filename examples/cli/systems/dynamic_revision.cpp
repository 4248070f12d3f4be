// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"

#include <iostream>

#include "printable.hpp"
#include "systems/system.hpp"
#include "t2s/policies/sample/together.hpp"
#include "t2s/retrieve/link/pool_mask.hpp"

namespace cli {
namespace {

/// The system, and whether it uses demonstrations and revisions.
struct dynamic_system
    : t2s::systems::dynamic_revision_with<t2s::rewrite::simplification,
                                          t2s::sample::together<t2s::sample::sample_aware, t2s::sample::sample_aware_by<any_model>>> {
  bool shows = true, revises = true;
};

struct dynamic_kind {
  static constexpr std::string_view
      name = "dynamic-revision",
      prefix = "dynamic",
      about = "dynamic revision (Guo et al.): similar questions by skeleton, revised by three pieces of feedback until the result stays";
  static constexpr bool asks_model = true, brief_schema = true;
  static inline std::vector<std::string_view> const files{"demonstrations",  "repository", "tables",   "glove",
                                                          "embedding-model", "index",      "synonyms", "dictionary"};

  using by_skeleton = t2s::sample::sample_aware;
  using by_vector = t2s::sample::sample_aware_by<any_model>;
  using system = dynamic_system;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>("simplify", "figure 2", "search by simplified questions too", [](system& s) -> auto& { return s.rewrite.enabled; }),
        knob<system>("demonstrations", "table 1", "SQL of similar questions in the prompt; off is zero-shot",
                     [](system& s) -> auto& { return s.shows; }),
        both("k1", "4.1.1", "demonstrations by the question's skeleton", [](auto& sampler) -> auto& { return sampler.k1; }),
        both("k2", "4.1.1", "demonstrations by the simplified question's", [](auto& sampler) -> auto& { return sampler.k2; }),
        knob<system>("revise", "figure 2", "the dynamic revision chain", [](system& s) -> auto& { return s.revises; }),
        knob<system>("rounds", "3.2 (the number is ours)", "revisions at most; 0 is w/o revise",
                     [](system& s) -> auto& { return s.termination.template get<t2s::terminate::revisions>().limit; }),
        knob<system>(
            "temperature", "4.1.1", "of the chain, or none", [](system& s) -> auto& { return s.generator.temperature; },
            [](system& s) -> auto& { return s.feedback.template get<t2s::feedback::explanation>().temperature; }),
    };
  }

  static std::vector<prompt<system>> prompts() {
    return {
        prompt_of<system>("simplification", "simplifies the question (3.1.1)", {}, [](system& s) -> auto& { return s.rewrite.how.prompt; }),
        prompt_of<system>("setting", "the beginning of draft and revision (ours)", {"dialect"},
                          [](system& s) -> auto& { return s.generator.setting; }),
        prompt_of<system>("demonstrations", "the demonstrations in it (ours)", {},
                          [](system& s) -> auto& { return s.generator.demonstrations_part; }),
        prompt_of<system>("demonstration", "one of them (3.1)", {"question"}, [](system& s) -> auto& { return s.generator.demonstration; }),
        prompt_of<system>("draft", "writes the first SQL (ours)", {"dialect"}, [](system& s) -> auto& { return s.generator.draft_prompt; }),
        prompt_of<system>("revision", "revises the SQL (ours)", {"dialect"}, [](system& s) -> auto& { return s.generator.revise_prompt; }),
        prompt_of<system>("feedback", "a piece of feedback in it (ours)", {},
                          [](system& s) -> auto& { return s.generator.piece_of_feedback; }),
        prompt_of<system>("explanation", "asks what the SQL means (3.2.1)", {},
                          [](system& s) -> auto& { return s.feedback.template get<t2s::feedback::explanation>().prompt; }),
    };
  }

  static void settle(system& s) {
    if (!s.revises) s.termination.get<t2s::terminate::revisions>().limit = 0;
    if (s.shows) return;
    auto& near = s.sampler.get<by_skeleton>();
    auto& nearest = s.sampler.get<by_vector>();
    near.k1 = near.k2 = nearest.k1 = nearest.k2 = 0;
  }

  /// A round is an explanation and a revision; the first unchanged result ends it.
  static call_bounds calls(system const& s) {
    auto const rounds = revisions_within(s.termination.get<t2s::terminate::revisions>().limit);
    return call_if(s.rewrite.enabled) + exactly(1) + call_bounds{2 * std::min<std::size_t>(rounds, 1), 2 * rounds};
  }

  dynamic_kind(asking& by, offered with, system& set) {
    if (auto const& shown = set.sampler.template get<by_skeleton>(); shown.k1 + shown.k2 > 0)
      by.require_embedder(name, "compares questions by their vectors", "--set dynamic.demonstrations=off shows none");
    auto pairs = with.repository.empty() ? unsimplified(std::move(with.pool)) : t2s::retrieve::read_repository(with.repository);
    for (auto const& note : pairs.notes) std::cerr << "t2s: " << printable(note) << "\n";
    auto doubled = t2s::retrieve::doubled(pairs.pairs);
    auto const mask = mask_of(doubled, with.tables);
    if (!by.embeds_by_server() && !by.local().words) {  // by their n-grams, as requested
      skeletons = std::make_shared<t2s::retrieve::skeleton_index const>(std::move(doubled), mask);
      return;
    }
    using embedded = std::shared_ptr<t2s::retrieve::embedded_pool const>;
    vectors = by.wait<embedded>([&] { return t2s::retrieve::embed_skeletons(by.embedder(), std::move(doubled), {}, mask); });
  }

  void furnish(system& set, asking& by, known_database const&) const {
    auto& near = set.sampler.template get<by_skeleton>();
    near.repository = skeletons;
    auto& nearest = set.sampler.template get<by_vector>();
    near.simplified = nearest.simplified = set.rewrite.enabled;
    nearest.repository = vectors;
    nearest.by = &by.embedder();
    set.generator.demonstrations = near.k1 + near.k2;
  }

  std::shared_ptr<t2s::retrieve::skeleton_index const> skeletons{};
  std::shared_ptr<t2s::retrieve::embedded_pool const> vectors{};

 private:
  /// A setting of the sampler that is used.
  template <class Find>
  static setting<system> both(std::string_view called, std::string_view section, std::string_view says, Find find) {
    return {called, section, says, [find](system& s) { return show(find(s.sampler.template get<by_skeleton>())); },
            [find](system& s, std::string const& full_name, std::string const& typed) {
              find(s.sampler.template get<by_skeleton>()) = find(s.sampler.template get<by_vector>()) = read_count(full_name, typed);
            }};
  }

  /// Masks training questions by the schemas of their databases, as far as file and SQL tell them.
  static t2s::link::pool_mask mask_of(std::vector<t2s::demonstration> const& pool, std::string const& tables) {
    auto const known = tables.empty() ? t2s::retrieve::pool_schemas() : t2s::retrieve::read_pool_schemas(tables);
    return t2s::link::pool_mask(t2s::retrieve::with_schemas_from_sql(known, pool));
  }

  /// The pairs as a repository without simplified questions.
  static t2s::retrieve::repository_text unsimplified(std::vector<t2s::demonstration> pool) {
    t2s::retrieve::repository_text made;
    for (auto& d : pool) made.pairs.push_back({std::move(d), {}, {}, {}});
    made.notes.emplace_back(
        "no --repository: similar questions are looked for as they were asked; t2s pool build makes one of simplified ones");
    return made;
  }
};

listed_systems const listed_dynamic_revision(50, [] { return std::vector<system_entry>{entry_of<dynamic_kind>()}; });

}  // namespace

}  // namespace cli
