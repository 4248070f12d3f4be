// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DETAIL_DYNAMIC_REVISION_IPP
#define T2S_SYSTEMS_DETAIL_DYNAMIC_REVISION_IPP

#include "t2s/systems/dynamic_revision.hpp"

#include <utility>

namespace t2s::systems {

T2S_DECL dynamic_revision make_dynamic_revision(std::shared_ptr<retrieve::skeleton_index const> repository, dynamic_revision_switches on) {
  dynamic_revision made;
  detail::switch_dynamic_revision(made, on, repository != nullptr);
  made.sampler.repository = std::move(repository);
  return made;
}

}  // namespace t2s::systems

#endif
