// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_EXPLAIN_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_EXPLAIN_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/operations/detail/hints.hpp"

namespace t2s::serve {

/// Explains what a statement means and what it costs by the database's estimate, without running it.
[[nodiscard]] T2S_DECL operation explain_operation(hints by = {});

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/operations/detail/explain.ipp"
#endif

#endif
