// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DAC_HPP
#define T2S_SYSTEMS_DAC_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/align/prompted.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/feedback/missing_entities.hpp"
#include "t2s/policies/feedback/skeleton_mismatch.hpp"
#include "t2s/policies/generate/decomposed.hpp"
#include "t2s/policies/sample/bm25_demonstrations.hpp"
#include "t2s/policies/skeleton/prompted.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <concepts>
#include <memory>
#include <utility>

namespace t2s::systems {

/// DAC, "Decomposed Automation Correction for Text-to-SQL" (Wang, Dou, Zhang, Zhu, Che), with any two kinds of its sub-tasks.
///
/// A few-shot draft, then three stages in turn, once each: entities that the question names and the SQL does not use; the question's
/// skeleton, if the SQL has another; the execution error. Each stage that objects causes one correction. `prompted` sub-tasks cost one call
/// each, so a question costs 3 to 6 calls; local ones and `oracle`s (table 7) cost none.
template <align::EntityLinker Linker, skeleton::SkeletonParser Parser>
using dac_with = pipeline<none, sample::bm25_demonstrations, generate::decomposed,
                          in_turn<feedback::missing_entities<Linker>, feedback::skeleton_mismatch<Parser>, feedback::execution_error>,
                          terminate::nothing_left>;

/// The system of the paper. `p.feedback.get<dac_entities>().enabled = false` is table 3's "- Entity", `dac_skeleton` its "- Skeleton".
using dac = dac_with<align::prompted, skeleton::prompted>;
/// Its stage of entities.
using dac_entities = feedback::missing_entities<align::prompted>;
/// Its stage of the skeleton.
using dac_skeleton = feedback::skeleton_mismatch<skeleton::prompted>;

/// Table 7's oracle of entities.
using dac_oracle_entities = dac_with<align::oracle, skeleton::prompted>;
/// Table 7's oracle of skeletons.
using dac_oracle_skeleton = dac_with<align::prompted, skeleton::oracle>;
/// Both oracles of table 7: a question costs 1 to 4 calls.
using dac_oracles = dac_with<align::oracle, skeleton::oracle>;

/// The system with a pool of demonstrations with the schemas of their databases. Both may be absent: without
/// a pool no demonstration is shown; the schema of a database that `schemas` lacks is inferred from the SQL of its demonstrations.
///
///     auto pool = std::make_shared<t2s::retrieve::bm25 const>(t2s::retrieve::read_pool("train.json"));
///     auto schemas = std::make_shared<t2s::retrieve::pool_schemas const>(t2s::retrieve::read_pool_schemas("tables.json"));
///     auto const dac = t2s::systems::make_dac(pool, schemas);
///     auto const found = dac.run(t2s::context(model, database), "Which hives are empty?");
///
/// `make_dac<Linker, Parser>` makes a system with other sub-tasks; set their own members (`gold`) afterwards. Serves any number of runs,
/// over any number of databases.
template <align::EntityLinker Linker = align::prompted, skeleton::SkeletonParser Parser = skeleton::prompted>
[[nodiscard]] dac_with<Linker, Parser> make_dac(std::shared_ptr<retrieve::bm25 const> pool,
                                                std::shared_ptr<retrieve::pool_schemas const> schemas = nullptr) {
  dac_with<Linker, Parser> made;
  made.sampler.pool = std::move(pool);
  if constexpr (std::same_as<Linker, align::prompted>)
    made.feedback.template get<feedback::missing_entities<Linker>>().linker.schemas = schemas;
  made.generator.schemas = std::move(schemas);
  return made;
}

}  // namespace t2s::systems

#endif
