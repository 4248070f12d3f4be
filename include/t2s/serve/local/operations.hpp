// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_OPERATIONS_HPP
#define T2S_SERVE_LOCAL_OPERATIONS_HPP

#include "t2s/serve/local/check.hpp"
#include "t2s/serve/local/detail/hints.hpp"
#include "t2s/serve/local/detail/repair.hpp"
#include "t2s/serve/operation.hpp"
#include "t2s/serve/operations/detail/describe.hpp"
#include "t2s/serve/operations/detail/explain.hpp"
#include "t2s/serve/operations/detail/link.hpp"
#include "t2s/serve/operations/detail/query.hpp"

#include <vector>

namespace t2s::serve {

/// All operations that need no system: `ask_operation` (operations/detail/ask.hpp) makes the one that answers questions.
[[nodiscard]] inline std::vector<operation> operations() {
  auto const by = local_hints();
  return {describe_operation(by), link_operation(), query_operation(by), check_operation(), repair_operation(), explain_operation(by)};
}

}  // namespace t2s::serve

#endif
