// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DAC_LOCAL_HPP
#define T2S_SYSTEMS_DAC_LOCAL_HPP

#include "t2s/core/config.hpp"
#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/policies/align/local.hpp"
#include "t2s/policies/skeleton/retrieved.hpp"
#include "t2s/systems/dac.hpp"

#include <memory>

namespace t2s::systems {

/// DAC whose sub-tasks ask no model (ours): a question costs 1 to 4 calls.
using dac_local = dac_with<align::local, skeleton::retrieved_with<generate::skeleton_fill>>;
using dac_local_entities = feedback::missing_entities<align::local>;
using dac_local_skeleton = feedback::skeleton_mismatch<skeleton::retrieved_with<generate::skeleton_fill>>;

/// As `make_dac`. The parser ranks the skeletons of the same pool.
[[nodiscard]] T2S_DECL dac_local make_dac_local(std::shared_ptr<retrieve::bm25 const> pool,
                                                std::shared_ptr<retrieve::pool_schemas const> schemas = nullptr);

}  // namespace t2s::systems

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/systems/impl/dac_local.ipp"
#endif

#endif
