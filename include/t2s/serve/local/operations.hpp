// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_OPERATIONS_HPP
#define T2S_SERVE_LOCAL_OPERATIONS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/local/detail/hints.hpp"
#include "t2s/serve/local/detail/repair.hpp"
#include "t2s/serve/operations/detail/describe.hpp"
#include "t2s/serve/operations/detail/explain.hpp"
#include "t2s/serve/operations/detail/link.hpp"
#include "t2s/serve/operations/detail/query.hpp"

#include <vector>

namespace t2s::serve {

/// Says what is wrong with a statement without running it: what the database would refuse, with the names that exist, and what most likely
/// does not mean what was meant; with a proposal.
[[nodiscard]] T2S_DECL operation check_operation();

/// All operations that need no system: `ask_operation` (operations/detail/ask.hpp) makes the one that answers questions.
[[nodiscard]] inline std::vector<operation> operations() {
  auto const by = local_hints();
  return {describe_operation(by), link_operation(), query_operation(by), check_operation(), repair_operation(), explain_operation(by)};
}

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/local/detail/check.ipp"
#endif

#endif
