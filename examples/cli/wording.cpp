// SPDX-License-Identifier: BSL-1.0
#include "wording.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace cli {

std::string counted(std::size_t n, std::string_view noun) {
  auto text = std::to_string(n).append(" ").append(noun);
  return n == 1 ? text : text.append("s");
}

std::string shell_word(std::string const& word) {
  auto const plain = [](unsigned char c) {
    return c > '\x7f' || std::isalnum(c) != 0 || std::string_view("/._-+,:@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return word;
  std::string quoted = "'";
  for (char const c : word) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
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
