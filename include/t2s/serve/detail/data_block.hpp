// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_DATA_BLOCK_HPP
#define T2S_SERVE_DETAIL_DATA_BLOCK_HPP

#include "t2s/core/detail/data_block.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace t2s::serve {

using t2s::detail::data_block;

/// The text of such a block.
[[nodiscard]] inline std::string text_of_block(std::string_view block) {
  auto const begin = std::min(block.find('\n'), block.size() - 1) + 1;
  return std::string(block.substr(begin, std::max(block.rfind('\n'), begin) - begin));
}

}  // namespace t2s::serve

#endif
