// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_LINK_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_LINK_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/operation.hpp"

namespace t2s::serve {

/// Finds the tables, columns and stored values that a question names, and the words that name them. Asks no model.
[[nodiscard]] T2S_DECL operation link_operation();

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/operations/detail/link.ipp"
#endif

#endif
