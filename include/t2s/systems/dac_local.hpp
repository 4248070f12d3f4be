// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DAC_LOCAL_HPP
#define T2S_SYSTEMS_DAC_LOCAL_HPP

#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/policies/align/local.hpp"
#include "t2s/policies/skeleton/retrieved.hpp"
#include "t2s/systems/dac.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace t2s::systems {

/// DAC with local sub-tasks (ours): a question costs 1 to 4 calls.
using dac_local = dac_with<align::local, skeleton::retrieved_with<generate::skeleton_fill>>;
/// Its stage of entities.
using dac_local_entities = feedback::missing_entities<align::local>;
/// Its stage of the skeleton.
using dac_local_skeleton = feedback::skeleton_mismatch<skeleton::retrieved_with<generate::skeleton_fill>>;

/// As `make_dac`. The parser ranks the skeletons of the same pool.
[[nodiscard]] inline dac_local make_dac_local(std::shared_ptr<retrieve::bm25 const> pool,
                                              std::shared_ptr<retrieve::pool_schemas const> schemas = nullptr) {
  auto index = std::make_shared<retrieve::skeleton_index const>(pool ? pool->pool() : std::vector<demonstration>());
  auto made = make_dac<align::local, skeleton::retrieved_with<generate::skeleton_fill>>(std::move(pool), std::move(schemas));
  made.feedback.get<dac_local_skeleton>().parser = skeleton::make_retrieved<generate::skeleton_fill>(std::move(index));
  return made;
}

}  // namespace t2s::systems

#endif
