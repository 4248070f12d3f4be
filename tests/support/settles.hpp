// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_SETTLES_HPP
#define T2S_TESTS_SUPPORT_SETTLES_HPP

#include <chrono>
#include <thread>

namespace t2s::test {

/// Whether `state()` is `expected` within that time. A server releases the locks of a closed session only when its process has ended.
template <class State, class Expected>
bool settles_at(Expected const& expected, State const& state, std::chrono::milliseconds most = std::chrono::seconds(2)) {
  for (auto const end = std::chrono::steady_clock::now() + most; state() != expected;
       std::this_thread::sleep_for(std::chrono::milliseconds(5)))
    if (std::chrono::steady_clock::now() > end) return false;
  return true;
}

}  // namespace t2s::test

#endif
