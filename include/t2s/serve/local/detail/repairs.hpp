// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_DETAIL_REPAIRS_HPP
#define T2S_SERVE_LOCAL_DETAIL_REPAIRS_HPP

#include "t2s/offline/repair/repairer.hpp"
#include "t2s/sql/dialects.hpp"

namespace t2s::serve::detail {

/// Also reads statements of other dialects.
inline repair::repair_options repair_rules() {
  repair::repair_options rules;
  rules.dialects = sql::other_dialects;
  return rules;
}

}  // namespace t2s::serve::detail

#endif
