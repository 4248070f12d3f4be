// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_SUGGEST_IPP
#define T2S_OFFLINE_REPAIR_DETAIL_SUGGEST_IPP

#include "t2s/offline/repair/detail/nearest_repair.hpp"
#include "t2s/offline/repair/detail/suggest.hpp"

namespace t2s::repair {

T2S_DECL std::optional<repair_step> suggest(std::string_view sql, failure const* why, knowledge::lexicon const& names) {
  return nearest_repair(sql, why, {&names.schema(), &names.connected(), &names});
}

}  // namespace t2s::repair

#endif
