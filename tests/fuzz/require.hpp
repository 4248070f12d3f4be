// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_FUZZ_REQUIRE_HPP
#define T2S_TESTS_FUZZ_REQUIRE_HPP

#include <cstdlib>
#include <iostream>
#include <string_view>

/// Ends the program with a finding if a condition on an input does not hold.
inline void require(bool holds, std::string_view what, std::string_view about) {
  if (holds) return;
  std::cerr << "does not hold: " << what << "\nfor: " << about << '\n';
  std::abort();
}

#endif
