// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_OVERHEAD_ALLOCATIONS_HPP
#define T2S_BENCH_OVERHEAD_ALLOCATIONS_HPP

#include "t2s/core/task.hpp"

#include <coroutine>
#include <cstddef>
#include <new>

namespace overhead {

/// What the program has taken from the heap since it began. For one thread.
struct heap_use {
  std::size_t allocations = 0, bytes = 0;   // coroutine frames included
  std::size_t frames = 0, frame_bytes = 0;  // these alone
};
[[nodiscard]] heap_use heap_used();

void count_frame(std::size_t bytes);

}  // namespace overhead

/// The library's coroutines, their frames counted.
template <class T, class... Arguments>
struct std::coroutine_traits<t2s::immediate<T>, Arguments...> {
  struct promise_type : t2s::immediate<T>::promise_type {
    static void* operator new(std::size_t n) {
      overhead::count_frame(n);
      return ::operator new(n);
    }
    static void operator delete(void* p, std::size_t n) { ::operator delete(p, n); }
  };
};

#endif
