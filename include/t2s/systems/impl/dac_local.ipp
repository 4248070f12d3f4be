// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_IMPL_DAC_LOCAL_IPP
#define T2S_SYSTEMS_IMPL_DAC_LOCAL_IPP

#include "t2s/systems/dac_local.hpp"

#include <utility>
#include <vector>

namespace t2s::systems {

T2S_DECL dac_local make_dac_local(std::shared_ptr<retrieve::bm25 const> pool, std::shared_ptr<retrieve::pool_schemas const> schemas) {
  auto index = std::make_shared<retrieve::skeleton_index const>(pool ? pool->pool() : std::vector<demonstration>());
  auto made = make_dac<align::local, skeleton::retrieved_with<generate::skeleton_fill>>(std::move(pool), std::move(schemas));
  made.feedback.get<dac_local_skeleton>().parser = skeleton::make_retrieved<generate::skeleton_fill>(std::move(index));
  return made;
}

}  // namespace t2s::systems

#endif
