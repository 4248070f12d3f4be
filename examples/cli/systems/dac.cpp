// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/dac.hpp"

#include "systems/system.hpp"

namespace cli {
namespace {

using t2s::systems::dac_entities;
using t2s::systems::dac_skeleton;

struct dac_kind {
  static constexpr std::string_view name = "dac", prefix = "dac",
                                    about = "DAC (Wang et al.): entities and skeleton of the question, compared with those of the SQL";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "tables"};

  using system = t2s::systems::dac;

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
        knob<system>("drop-longer", "published code", "drop a skeleton that is longer than the draft's",
                     [](system& s) -> auto& { return s.feedback.get<dac_skeleton>().drop_longer; }),
        knob<system>("refuse-longer", "published code", "refuse a correction with a longer skeleton",
                     [](system& s) -> auto& { return s.generator.refuse_longer; }),
        knob<system>("restore-draft", "published code", "restore the draft where a correction fails",
                     [](system& s) -> auto& { return s.generator.restore_draft; }),
        knob<system>("values", "appendix A", "example values of a column", [](system& s) -> auto& { return s.generator.schema.values; }),
    };
  }

  dac_kind(asking&, offered with) {
    if (!with.tables.empty()) schemas = std::make_shared<t2s::retrieve::pool_schemas const>(t2s::retrieve::read_pool_schemas(with.tables));
    pool = std::make_shared<t2s::retrieve::bm25 const>(std::move(with.pool));
  }

  void furnish(system& set, asking&, known_database const&) const {
    set.sampler.pool = pool;
    set.generator.schemas = schemas;
    set.feedback.get<dac_entities>().linker.schemas = schemas;
  }

  std::shared_ptr<t2s::retrieve::pool_schemas const> schemas{};
  std::shared_ptr<t2s::retrieve::bm25 const> pool{};
};

/// DAC whose sub-tasks need no model.
struct dac_local_kind {
  static constexpr std::string_view name = "dac-local", prefix = "dac-local",
                                    about = "DAC with entities and skeleton found without a model: two calls a question fewer (ours)";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "tables", "index", "synonyms", "dictionary"};

  using system = t2s::systems::dac_local;
  using entities = t2s::systems::dac_local_entities;
  using skeleton = t2s::systems::dac_local_skeleton;

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
                     [](system& s) -> auto& { return s.feedback.get<skeleton>().enabled; }),
        knob<system>("least-confidence", "ours", "of a skeleton, from 0 to 1; one with less corrects nothing",
                     [](system& s) -> auto& { return s.feedback.get<skeleton>().parser.least; }),
        knob<system>("values", "appendix A", "example values of a column", [](system& s) -> auto& { return s.generator.schema.values; }),
    };
  }

  dac_local_kind(asking&, offered with) {
    if (!with.tables.empty()) schemas = std::make_shared<t2s::retrieve::pool_schemas const>(t2s::retrieve::read_pool_schemas(with.tables));
    usual = t2s::systems::make_dac_local(std::make_shared<t2s::retrieve::bm25 const>(std::move(with.pool)), schemas);
  }

  void furnish(system& set, asking&, known_database const&) const {
    set.sampler.pool = usual.sampler.pool;
    set.generator.schemas = schemas;
    auto& parser = set.feedback.get<skeleton>().parser;
    auto const& ready = usual.feedback.get<skeleton>().parser;
    parser.ranker = ready.ranker;
    parser.pool = ready.pool;
  }

  std::shared_ptr<t2s::retrieve::pool_schemas const> schemas{};
  system usual{};
};

}  // namespace

std::vector<system_entry> dac_entries() { return {entry_of<dac_kind>(), entry_of<dac_local_kind>()}; }

}  // namespace cli
