// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_SETTLES_HPP
#define T2S_TESTS_SUPPORT_SETTLES_HPP

#include <chrono>
#include <thread>

namespace t2s::test {

/// Whether `state()` is `expected` within two seconds. A server releases the locks of a closed session only when its process has ended.
template <class State, class Expected>
bool settles_at(Expected const& expected, State const& state) {
  for (int i = 0; i < 100; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(20)))
    if (state() == expected) return true;
  return false;
}

}  // namespace t2s::test

#endif
