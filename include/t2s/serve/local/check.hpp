// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_CHECK_HPP
#define T2S_SERVE_LOCAL_CHECK_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/operation.hpp"

namespace t2s::serve {

/// Says what is wrong with a statement without running it: what the database would refuse, with the names that exist, and what most likely
/// does not mean what was meant; with a proposal.
[[nodiscard]] T2S_DECL operation check_operation();

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/local/detail/check.ipp"
#endif

#endif
