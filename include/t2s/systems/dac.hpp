// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DAC_HPP
#define T2S_SYSTEMS_DAC_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/align/oracle.hpp"
#include "t2s/policies/align/prompted.hpp"
#include "t2s/policies/feedback/detail/executed.hpp"
#include "t2s/policies/feedback/execution_error.hpp"
#include "t2s/policies/feedback/missing_entities.hpp"
#include "t2s/policies/feedback/skeleton_mismatch.hpp"
#include "t2s/policies/generate/decomposed.hpp"
#include "t2s/policies/sample/bm25_demonstrations.hpp"
#include "t2s/policies/skeleton/oracle.hpp"
#include "t2s/policies/skeleton/prompted.hpp"
#include "t2s/policies/terminate/after_draft.hpp"
#include "t2s/policies/terminate/nothing_left.hpp"

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace t2s::systems {

/// The stages of the correction; `dac_ablated<on>` removes them at compile time. At run time the member `enabled` of a feedback does so.
struct dac_switches {
  bool entities = true;         ///< off: table 3's "- Entity"
  bool skeleton = true;         ///< off: table 3's "- Skeleton"
  bool execution_error = true;  ///< off: no correction by the execution error (section 3.5)
};

/// `dac_with` without the stages that `On` switches off: they are not compiled. With all off it sends the same as `few_shot`.
template <dac_switches On, align::EntityLinker Linker = align::prompted, skeleton::SkeletonParser Parser = skeleton::prompted>
using dac_ablated =
    pipeline<none, sample::bm25_demonstrations, generate::decomposed,
             in_turn<stage_if<On.entities, feedback::missing_entities<Linker>>, stage_if<On.skeleton, feedback::skeleton_mismatch<Parser>>,
                     std::conditional_t<On.execution_error, feedback::execution_error, feedback::executed>>,
             std::conditional_t<On.entities || On.skeleton || On.execution_error, terminate::nothing_left, terminate::after_draft>>;

/// DAC, "Decomposed Automation Correction for Text-to-SQL" (Wang, Dou, Zhang, Zhu, Che), with any two kinds of its sub-tasks.
///
/// A few-shot draft, then three stages in turn, once each: entities that the question names and the SQL does not use; the question's
/// skeleton, if the SQL has another; the execution error. Each stage that objects causes one correction. `prompted` sub-tasks cost one call
/// each, so a question costs 3 to 6 calls; local ones and `oracle`s (table 7) cost none.
template <align::EntityLinker Linker, skeleton::SkeletonParser Parser>
using dac_with = dac_ablated<dac_switches{}, Linker, Parser>;

/// The system of the paper. `p.feedback.get<dac_entities>().enabled = false` is table 3's "- Entity", the other one its "- Skeleton".
using dac = dac_with<align::prompted, skeleton::prompted>;
using dac_entities = feedback::missing_entities<align::prompted>;
using dac_skeleton = feedback::skeleton_mismatch<skeleton::prompted>;

/// An oracle of table 7.
using dac_oracle_entities = dac_with<align::oracle, skeleton::prompted>;
using dac_oracle_skeleton = dac_with<align::prompted, skeleton::oracle>;
/// Both oracles, which table 7 does not list and the published code has (`--oracle all`): a question costs 1 to 4 calls.
using dac_oracles = dac_with<align::oracle, skeleton::oracle>;

/// The system without the stages that `On` switches off: `make_dac<dac_switches{.entities = false}>(pool)`.
template <dac_switches On, align::EntityLinker Linker = align::prompted, skeleton::SkeletonParser Parser = skeleton::prompted>
[[nodiscard]] dac_ablated<On, Linker, Parser> make_dac(std::shared_ptr<retrieve::bm25 const> pool,
                                                       std::shared_ptr<retrieve::pool_schemas const> schemas = nullptr) {
  dac_ablated<On, Linker, Parser> made;
  made.sampler.pool = std::move(pool);
  if constexpr (On.entities && std::same_as<Linker, align::prompted>)
    made.feedback.template get<feedback::missing_entities<Linker>>().linker.schemas = schemas;
  made.generator.schemas = std::move(schemas);
  return made;
}

/// The system with a pool of demonstrations and the schemas of their databases. Both may be absent: without a pool no demonstration is
/// shown; a database that `schemas` lacks gets a schema inferred from the SQL of its demonstrations.
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
  return make_dac<dac_switches{}, Linker, Parser>(std::move(pool), std::move(schemas));
}

}  // namespace t2s::systems

#endif
