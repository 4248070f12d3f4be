// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_WORD_DIFFERENCE_HPP
#define T2S_CLI_WORD_DIFFERENCE_HPP

#include <string>
#include <string_view>
#include <vector>

#include "terminal.hpp"

namespace cli {

/// A part of two texts: of both, of the first alone, or of the second alone.
struct text_piece {
  enum class side { both, first, second };
  side of{};
  std::string text{};

  friend bool operator==(text_piece const&, text_piece const&) = default;
};

/// What leads from one text to another, by words: names and numbers, texts in single quotes, single signs. The pieces of both and of the
/// second make the second text. Texts too long to be compared differ as a whole.
[[nodiscard]] std::vector<text_piece> word_difference(std::string_view from, std::string_view to);

/// A text with what was removed as [-this-] and what was added as {+this+}, coloured too where there are colours; as it is where little of
/// it was there before.
[[nodiscard]] std::string marked_difference(std::string_view from, std::string_view to, text_style const& style);

}  // namespace cli

#endif
