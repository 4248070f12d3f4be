// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_OVERHEAD_ALLOCATIONS_HPP
#define T2S_BENCH_OVERHEAD_ALLOCATIONS_HPP

#include <cstddef>

namespace overhead {

/// The program's heap allocations since its start. For one thread.
struct heap_use {
  std::size_t allocations = 0, bytes = 0;   // coroutine frames included
  std::size_t frames = 0, frame_bytes = 0;  // coroutine frames only
};
[[nodiscard]] heap_use heap_used();

void count_frame(std::size_t bytes);

}  // namespace overhead

#endif
