// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_CHECK_HPP
#define T2S_SERVE_LOCAL_CHECK_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/operation.hpp"

namespace t2s::serve {

/// Checks a statement without running it: reports what the database would reject, with the names that exist, and what probably does not
/// mean what the author intended; proposes a correction.
[[nodiscard]] T2S_DECL operation check_operation();

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/local/detail/check.ipp"
#endif

#endif
