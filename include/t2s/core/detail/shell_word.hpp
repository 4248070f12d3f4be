// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_SHELL_WORD_HPP
#define T2S_CORE_DETAIL_SHELL_WORD_HPP

#include <algorithm>
#include <string>
#include <string_view>

namespace t2s::detail {

/// A word as a POSIX shell reads it back, for commands in messages: in single quotes unless it has only characters that mean nothing else.
[[nodiscard]] inline std::string shell_word(std::string_view word) {
  auto const is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) > 0x7F ||
           std::string_view("/._-+,:@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string(word);
  std::string quoted = "'";
  for (char const c : word) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

}  // namespace t2s::detail

#endif
