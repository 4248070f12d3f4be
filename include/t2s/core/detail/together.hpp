// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TOGETHER_HPP
#define T2S_CORE_DETAIL_TOGETHER_HPP

#include "t2s/core/detail/task.hpp"

#include <cstddef>
#include <utility>

namespace t2s::detail {

/// Runs begin(0) to begin(n - 1), each a `task<Context, bool>`, until `enough()`: sequentially in a synchronous run; in an awaitable run
/// concurrently, at most `at_once` of them, and those still running at the end are cancelled and awaited. Returns a bool, now or as a task.
/// Throws what the first failing one throws, after the others have ended.
template <class Context, class Begin, class Enough>
[[nodiscard]] auto together(std::size_t n, std::size_t at_once, Begin begin, Enough enough) {
  if constexpr (Context::synchronous) {
    for (std::size_t i = 0; i < n && !(i > 0 && enough()); ++i) (void)begin(i).get();
    return true;
  } else {
    using group = task_group<typename task<Context, bool>::executor_type>;
    static_assert(
        requires { sizeof(group); },
        "t2s: a run waits on an executor: include t2s/core/awaitable.hpp where its awaitable model or database is defined");
    return group::run(n, at_once, std::move(begin), std::move(enough));
  }
}

}  // namespace t2s::detail

#endif
