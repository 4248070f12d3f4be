// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_DETAIL_REPAIR_HPP
#define T2S_SERVE_LOCAL_DETAIL_REPAIR_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/operation.hpp"

namespace t2s::serve {

/// Repairs a statement without a model: says what was wrong, and returns the corrected SQL and its rows.
[[nodiscard]] T2S_DECL operation repair_operation();

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/local/detail/repair.ipp"
#endif

#endif
