// SPDX-License-Identifier: BSL-1.0
// A separate file, so that the compiler cannot pair allocations with deallocations.
#include "allocations.hpp"

#include <cstdlib>
#include <new>

namespace overhead {
namespace {
heap_use used;
}
heap_use heap_used() { return used; }

void count_frame(std::size_t bytes) {
  ++used.frames;
  used.frame_bytes += bytes;
}
}  // namespace overhead

void* operator new(std::size_t n) {
  ++overhead::used.allocations;
  overhead::used.bytes += n;
  if (void* p = std::malloc(n)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
