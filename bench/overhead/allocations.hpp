// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_OVERHEAD_ALLOCATIONS_HPP
#define T2S_BENCH_OVERHEAD_ALLOCATIONS_HPP

#include <cstddef>

namespace overhead {

/// What the program has taken from the heap since it began, coroutine frames included. For one thread.
struct heap_use {
  std::size_t allocations = 0, bytes = 0;
};
[[nodiscard]] heap_use heap_used();

}  // namespace overhead

#endif
