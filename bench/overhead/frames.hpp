// SPDX-License-Identifier: BSL-1.0
// Counts the library's coroutine frames. Include it before any coroutine, in every unit of a program or in none.
#ifndef T2S_BENCH_OVERHEAD_FRAMES_HPP
#define T2S_BENCH_OVERHEAD_FRAMES_HPP

#include "allocations.hpp"

#include "t2s/core/detail/task.hpp"

#include <coroutine>
#include <cstddef>
#include <new>

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
