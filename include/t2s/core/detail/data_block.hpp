// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_DATA_BLOCK_HPP
#define T2S_CORE_DETAIL_DATA_BLOCK_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::detail {

/// A text of a database or a user for an assistant or a model, as data: between two lines of more backticks than it has, so that nobody
/// draws its links and pictures or takes its sentences for the server's (docs/safety.md). O(n).
[[nodiscard]] inline std::string data_block(std::string_view text, std::string_view language = "text") {
  std::size_t longest = 2, run = 0;
  for (char const c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  std::string const fence(longest + 1, '`');
  std::string block = fence;
  block.append(language).append("\n").append(text);
  return block.append(text.ends_with('\n') ? "" : "\n").append(fence);
}

}  // namespace t2s::detail

#endif
