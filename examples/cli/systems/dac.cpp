// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/dac.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/policies/align/labels.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"
#include "t2s/retrieve/knowledge/detail/described_schema.hpp"
#include "t2s/systems/dac_local.hpp"

#include <filesystem>
#include <iostream>
#include <map>

#include "advice.hpp"
#include "systems/system.hpp"
#include "t2s/systems/few_shot.hpp"

namespace cli::dac_parts {

/// Links by the model or, as in table 7, by the gold SQL.
struct chosen_linker : t2s::align::prompted {
  t2s::align::oracle oracle{};
  bool by_oracle = false;

  template <class Context>
  auto link(Context& ctx, t2s::question const& asked, t2s::samples const& shown, std::string sql) const
      -> t2s::task<Context, t2s::align::linked_entities> {
    if (by_oracle) co_return oracle.link(ctx, asked, shown, sql);
    auto linking = t2s::align::prompted::link(ctx, asked, shown, std::move(sql));
    auto found = co_await std::move(linking);
    co_return found;
  }
};

/// Parses by the model or, as in table 7, by the gold SQL.
struct chosen_parser : t2s::skeleton::prompted {
  t2s::skeleton::oracle oracle{};
  bool by_oracle = false;

  template <class Context>
  auto parse(Context& ctx, t2s::question const& asked, t2s::samples const& shown) const -> t2s::task<Context, t2s::skeleton::parsed> {
    if (by_oracle) co_return oracle.parse(ctx, asked, shown);
    auto parsing = ctx.lift(t2s::skeleton::prompted::parse(ctx, asked, shown));
    auto found = co_await std::move(parsing);
    co_return found;
  }
};

}  // namespace cli::dac_parts

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace retrieve = t2s::retrieve;

using dac_parts::chosen_linker;
using dac_parts::chosen_parser;
using schemas_ptr = std::shared_ptr<retrieve::pool_schemas const>;

using dac_entities = t2s::feedback::missing_entities<chosen_linker>;
using dac_skeleton = t2s::feedback::skeleton_mismatch<chosen_parser>;

/// The prompts of the draft and of its corrections, which both kinds of DAC share.
template <class System>
std::vector<prompt<System>> draft_prompts() {
  return {
      prompt_of<System>("draft", "the first SQL (table 9)", {}, [](System& s) -> auto& { return s.generator.draft_prompt; }),
      prompt_of<System>("draft-demonstration", "a demonstration in it", {}, [](System& s) -> auto& { return s.generator.demonstration; }),
  };
}

template <class System, class Entities, class Skeletons>
std::vector<prompt<System>> correction_prompts() {
  return {
      prompt_of<System>("correct-entities", "corrects SQL that lacks entities (table 12)", {"alignment"},
                        [](System& s) -> auto& { return s.generator.entity_prompt; }),
      prompt_of<System>("correct-skeleton", "corrects SQL with another skeleton (table 13)", {},
                        [](System& s) -> auto& { return s.generator.skeleton_prompt; }),
      prompt_of<System>("correct-error", "corrects SQL that fails (3.5; ours)", {},
                        [](System& s) -> auto& { return s.generator.error_prompt; }),
      prompt_of<System>("missing-entities", "the remark of correct-entities (table 12)", {},
                        [](System& s) -> auto& { return s.feedback.template get<Entities>().notification; }),
      prompt_of<System>("other-skeleton", "the remark of correct-skeleton (table 13)", {},
                        [](System& s) -> auto& { return s.feedback.template get<Skeletons>().notification; }),
  };
}

template <class System>
std::vector<prompt<System>> joined_prompts(std::vector<prompt<System>> some, std::vector<prompt<System>> more) {
  std::ranges::move(more, std::back_inserter(some));
  return some;
}

/// The databases of the demonstrations that exist in the folders, each once.
std::map<std::string, fs::path> databases_of(std::vector<t2s::demonstration> const& pool,
                                             t2s::evaluation::database_folders const& folders) {
  std::map<std::string, fs::path> all;
  for (auto const& d : pool)
    if (!d.database.empty() && !all.contains(d.database))
      if (auto path = folders.file_of(d.database); fs::exists(path)) all.emplace(d.database, std::move(path));
  return all;
}

/// The schemas of the demonstrations' databases: in the form of the run's own if the folder has the database, else without values.
schemas_ptr schemas_of(offered const& with, t2s::knowledge::schema_description const& how) {
  retrieve::pool_schemas all;
  if (!with.tables.empty()) all = retrieve::read_pool_schemas(with.tables);
  if (!with.databases.empty())
    for (auto const& [name, path] : databases_of(with.pool, with.databases)) try {
        t2s::db::sqlite_connection database(path.string());
        t2s::prepared known(database);
        all.insert_or_assign(name, retrieve::pool_schema(database.schema(), known.known<t2s::knowledge::described_schema>(how)->text));
      } catch (t2s::error const& e) {
        std::cerr << "t2s: --demonstration-databases: " << for_terminal(e.what()) << "; its schema is shown without values\n";
      }
  return std::make_shared<retrieve::pool_schemas const>(std::move(all));
}

struct dac_kind {
  static constexpr std::string_view name = "dac", prefix = "dac",
                                    about = "DAC (Wang et al.): entities and skeleton of the question, compared with those of the SQL";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "tables", "demonstration-databases", "linking-labels"};

  using system = t2s::systems::dac_with<chosen_linker, chosen_parser>;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>(
            "demonstrations", "4.1", "by BM25, in every prompt that shows some", [](system& s) -> auto& { return s.sampler.most; },
            [](system& s) -> auto& { return s.generator.demonstrations; },
            [](system& s) -> auto& { return s.feedback.get<dac_entities>().linker.demonstrations; },
            [](system& s) -> auto& { return s.feedback.get<dac_skeleton>().parser.demonstrations; }),
        knob<system>("entities", "table 3", "entity linking and its correction",
                     [](system& s) -> auto& { return s.feedback.get<dac_entities>().enabled; }),
        knob<system>("skeleton", "table 3", "skeleton parsing and its correction",
                     [](system& s) -> auto& { return s.feedback.get<dac_skeleton>().enabled; }),
        knob<system>("execution-error", "3.5", "correction by the error of executing the SQL",
                     [](system& s) -> auto& { return s.feedback.get<t2s::feedback::execution_error>().enabled; }),
        knob<system>("oracle-entities", "table 7", "entities of the gold SQL; for predict, over questions with their SQL",
                     [](system& s) -> auto& { return s.feedback.get<dac_entities>().linker.by_oracle; }),
        knob<system>("oracle-skeleton", "table 7", "the skeleton of the gold SQL; for predict, over questions with their SQL",
                     [](system& s) -> auto& { return s.feedback.get<dac_skeleton>().parser.by_oracle; }),
        knob<system>("show-alignment", "table 12", "show the alignment to the correction of entities",
                     [](system& s) -> auto& { return s.generator.show_alignment; }),
        knob<system>("used-tables-alone", "published code", "corrections show only tables that the SQL uses or misses",
                     [](system& s) -> auto& { return s.generator.used_tables_alone; }),
        knob<system>("drop-longer", "published code", "drop a skeleton that is longer than the draft's",
                     [](system& s) -> auto& { return s.feedback.get<dac_skeleton>().drop_longer; }),
        knob<system>("refuse-longer", "published code", "refuse a correction with a longer skeleton",
                     [](system& s) -> auto& { return s.generator.refuse_longer; }),
        knob<system>("restore-draft", "published code", "restore the draft where a correction fails",
                     [](system& s) -> auto& { return s.generator.restore_draft; }),
        knob<system>(
            "values", "appendix A", "example values of a column", [](system& s) -> auto& { return s.generator.schema.values; },
            [](system& s) -> auto& { return s.feedback.get<dac_entities>().linker.schema.values; }),
    };
  }

  static std::vector<prompt<system>> prompts() {
    std::vector<prompt<system>> const by_model{
        prompt_of<system>("linking", "aligns the question to the schema (table 10)", {},
                          [](system& s) -> auto& { return s.feedback.get<dac_entities>().linker.prompt; }),
        prompt_of<system>("linking-demonstration", "a demonstration in it", {},
                          [](system& s) -> auto& { return s.feedback.get<dac_entities>().linker.demonstration; }),
        prompt_of<system>("skeleton", "hallucinates SQL for its skeleton (table 11)", {},
                          [](system& s) -> auto& { return s.feedback.get<dac_skeleton>().parser.prompt; }),
        prompt_of<system>("skeleton-demonstration", "a demonstration in it", {},
                          [](system& s) -> auto& { return s.feedback.get<dac_skeleton>().parser.demonstration; }),
    };
    return joined_prompts(joined_prompts(draft_prompts<system>(), by_model), correction_prompts<system, dac_entities, dac_skeleton>());
  }

  /// Each stage with an objection leads to one correction.
  static call_bounds calls(system const& s) {
    auto const& entities = s.feedback.get<dac_entities>();
    auto const& skeleton = s.feedback.get<dac_skeleton>();
    return exactly(1) + call_if(entities.enabled && !entities.linker.by_oracle) + perhaps_if(entities.enabled) +
           call_if(skeleton.enabled && !skeleton.parser.by_oracle) + perhaps_if(skeleton.enabled) +
           perhaps_if(s.feedback.get<t2s::feedback::execution_error>().enabled);
  }

  dac_kind(asking&, offered with, system& set) : schemas(schemas_of(with, set.generator.schema)), gold(std::move(with.gold.by_database)) {
    if (set.feedback.get<dac_entities>().linker.by_oracle) with.gold.require("dac.oracle-entities");
    if (set.feedback.get<dac_skeleton>().parser.by_oracle) with.gold.require("dac.oracle-skeleton");
    if (!with.labels.empty()) labels = std::make_shared<t2s::align::labelled_alignments const>(t2s::align::read_labels(with.labels));
    pool = std::make_shared<retrieve::bm25 const>(std::move(with.pool));
  }

  void furnish(system& set, asking&, known_database const& known) const {
    set.sampler.pool = pool;
    set.generator.schemas = schemas;
    set.feedback.get<dac_entities>().linker.schemas = schemas;
    set.feedback.get<dac_entities>().linker.labels = labels;
    auto const answers = gold.find(known.name);
    if (answers == gold.end()) return;
    set.feedback.get<dac_entities>().linker.oracle.gold = answers->second;
    set.feedback.get<dac_entities>().linker.oracle.aligns_tokens = set.generator.show_alignment;
    set.feedback.get<dac_skeleton>().parser.oracle.gold = answers->second;
  }

  schemas_ptr schemas;
  std::map<std::string, std::shared_ptr<t2s::gold_answers const>> gold;
  std::shared_ptr<t2s::align::labelled_alignments const> labels{};
  std::shared_ptr<retrieve::bm25 const> pool{};
};

/// DAC with sub-tasks that need no model.
struct dac_local_kind {
  static constexpr std::string_view name = "dac-local", prefix = "dac-local",
                                    about = "DAC with entities and skeleton found without a model: two calls a question fewer (ours)";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "tables",   "demonstration-databases",
                                                          "index",          "synonyms", "dictionary"};

  using system = t2s::systems::dac_local;
  using entities = t2s::systems::dac_local_entities;
  using skeletons = t2s::systems::dac_local_skeleton;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>(
            "demonstrations", "4.1", "by BM25, in every prompt that shows some", [](system& s) -> auto& { return s.sampler.most; },
            [](system& s) -> auto& { return s.generator.demonstrations; }),
        knob<system>("entities", "table 3", "entity linking and its correction",
                     [](system& s) -> auto& { return s.feedback.get<entities>().enabled; }),
        knob<system>("least-link", "ours", "score of a mention, from 0 to 1",
                     [](system& s) -> auto& { return s.feedback.get<entities>().linker.least; }),
        knob<system>("skeleton", "table 3", "skeleton parsing and its correction",
                     [](system& s) -> auto& { return s.feedback.get<skeletons>().enabled; }),
        knob<system>("execution-error", "3.5", "correction by the error of executing the SQL",
                     [](system& s) -> auto& { return s.feedback.get<t2s::feedback::execution_error>().enabled; }),
        knob<system>("show-alignment", "table 12", "show the alignment to the correction of entities",
                     [](system& s) -> auto& { return s.generator.show_alignment; }),
        knob<system>("used-tables-alone", "published code", "corrections show only tables that the SQL uses or misses",
                     [](system& s) -> auto& { return s.generator.used_tables_alone; }),
        knob<system>("least-confidence", "ours", "of a skeleton, from 0 to 1; one with less corrects nothing",
                     [](system& s) -> auto& { return s.feedback.get<skeletons>().parser.least; }),
        knob<system>("values", "appendix A", "example values of a column", [](system& s) -> auto& { return s.generator.schema.values; }),
    };
  }

  static std::vector<prompt<system>> prompts() {
    return joined_prompts(draft_prompts<system>(), correction_prompts<system, entities, skeletons>());
  }

  static call_bounds calls(system const& s) {
    auto const& stages = s.feedback;
    return exactly(1) + perhaps_if(stages.get<entities>().enabled) + perhaps_if(stages.get<skeletons>().enabled) +
           perhaps_if(stages.get<t2s::feedback::execution_error>().enabled);
  }

  dac_local_kind(asking&, offered with, system& set) : schemas(schemas_of(with, set.generator.schema)) {
    usual = t2s::systems::make_dac_local(std::make_shared<retrieve::bm25 const>(std::move(with.pool)), schemas);
  }

  void furnish(system& set, asking&, known_database const&) const {
    set.sampler.pool = usual.sampler.pool;
    set.generator.schemas = schemas;
    auto& parser = set.feedback.get<skeletons>().parser;
    auto const& ready = usual.feedback.get<skeletons>().parser;
    parser.ranker = ready.ranker;
    parser.pool = ready.pool;
  }

  schemas_ptr schemas;
  system usual{};
};

struct few_shot_kind {
  static constexpr std::string_view name = "few-shot", prefix = "few-shot",
                                    about = "demonstrations by BM25 in one call, without any correction: DAC's draft (baseline)";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "tables", "demonstration-databases"};

  using system = t2s::systems::few_shot;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>(
            "demonstrations", "4.1", "by BM25", [](system& s) -> auto& { return s.sampler.most; },
            [](system& s) -> auto& { return s.generator.demonstrations; }),
        knob<system>("values", "appendix A", "example values of a column", [](system& s) -> auto& { return s.generator.schema.values; }),
    };
  }

  static std::vector<prompt<system>> prompts() { return draft_prompts<system>(); }

  static call_bounds calls(system const&) { return exactly(1); }

  few_shot_kind(asking&, offered with, system& set) : schemas(schemas_of(with, set.generator.schema)) {
    pool = std::make_shared<retrieve::bm25 const>(std::move(with.pool));
  }

  void furnish(system& set, asking&, known_database const&) const {
    set.sampler.pool = pool;
    set.generator.schemas = schemas;
  }

  schemas_ptr schemas;
  std::shared_ptr<retrieve::bm25 const> pool{};
};

listed_systems const listed_dac(40, [] {
  return std::vector<system_entry>{entry_of<dac_kind>(), entry_of<dac_local_kind>(), entry_of<few_shot_kind>()};
});

}  // namespace

}  // namespace cli
