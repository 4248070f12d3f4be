// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_DATA_BLOCK_HPP
#define T2S_SERVE_DETAIL_DATA_BLOCK_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::serve {

/// A text of the database for an assistant, as data: between two lines of more backticks than it has, so that nobody draws its links and
/// pictures or takes its sentences for the server's (docs/safety.md). O(n).
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

/// The text of such a block.
[[nodiscard]] inline std::string text_of_block(std::string_view block) {
  auto const begin = std::min(block.find('\n'), block.size() - 1) + 1;
  return std::string(block.substr(begin, std::max(block.rfind('\n'), begin) - begin));
}

}  // namespace t2s::serve

#endif
