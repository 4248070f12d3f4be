// SPDX-License-Identifier: BSL-1.0
#include "wording.hpp"

#include <cstdio>

namespace cli {

std::string counted(std::size_t n, std::string_view noun) {
  auto text = std::to_string(n).append(" ").append(noun);
  return n == 1 ? text : text.append("s");
}

std::string spoken(std::chrono::duration<double> time) {
  double const s = time.count(), ms = 1000 * s;
  char text[32];
  if (ms < 10)
    std::snprintf(text, sizeof text, "%.2f ms", ms);
  else if (s < 1)
    std::snprintf(text, sizeof text, "%.0f ms", ms);
  else
    std::snprintf(text, sizeof text, "%.1f s", s);
  return text;
}

}  // namespace cli
