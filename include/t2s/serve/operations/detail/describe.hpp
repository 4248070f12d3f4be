// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_DESCRIBE_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_DESCRIBE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/operations/detail/hints.hpp"

namespace t2s::serve {

/// Returns the schema within a budget of tokens: the part that a question needs, the named tables, or the first ones.
[[nodiscard]] T2S_DECL operation describe_operation(hints by = {});

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/operations/detail/describe.ipp"
#endif

#endif
