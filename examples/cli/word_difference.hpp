// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_WORD_DIFFERENCE_HPP
#define T2S_CLI_WORD_DIFFERENCE_HPP

#include <string>
#include <string_view>
#include <vector>

#include "terminal.hpp"

namespace cli {

/// A part of two texts: common to both, or only in the first or the second.
struct text_piece {
  enum class side { both, first, second };
  side of{};
  std::string text{};

  friend bool operator==(text_piece const&, text_piece const&) = default;
};

/// The differences between two texts, by words: names and numbers, texts in single quotes, single signs. The common pieces and those of the
/// second make the second text. Texts that are too long to compare differ as a whole.
[[nodiscard]] std::vector<text_piece> word_difference(std::string_view from, std::string_view to);

/// A text with removals as [-this-] and additions as {+this+}, also in colours if there are any; unchanged if little of it existed before.
[[nodiscard]] std::string marked_difference(std::string_view from, std::string_view to, text_style const& style);

}  // namespace cli

#endif
