// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_ALL_HPP
#define T2S_SERVE_OPERATIONS_ALL_HPP

#include "t2s/serve/operation.hpp"
#include "t2s/serve/operations/check.hpp"
#include "t2s/serve/operations/detail/describe.hpp"
#include "t2s/serve/operations/detail/explain.hpp"
#include "t2s/serve/operations/detail/link.hpp"
#include "t2s/serve/operations/detail/query.hpp"
#include "t2s/serve/operations/detail/repair.hpp"

#include <vector>

namespace t2s::serve {

/// All operations that need no system: `ask_operation` (operations/ask.hpp) makes the one that answers questions.
[[nodiscard]] inline std::vector<operation> operations() {
  return {describe_operation(), link_operation(), query_operation(), check_operation(), repair_operation(), explain_operation()};
}

}  // namespace t2s::serve

#endif
