// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_REST_OF_HPP
#define T2S_TESTS_SUPPORT_REST_OF_HPP

#include <istream>
#include <sstream>
#include <string>
#include <utility>

namespace streams {

/// The rest of a stream, read in large pieces: reading characters takes most of the time of tests, which are not optimized.
[[nodiscard]] inline std::string rest_of(std::istream& in) {
  std::ostringstream out;
  if (in.peek() != std::istream::traits_type::eof()) out << in.rdbuf();
  return std::move(out).str();
}

}  // namespace streams

#endif
