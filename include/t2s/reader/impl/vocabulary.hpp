// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_VOCABULARY_HPP
#define T2S_READER_IMPL_VOCABULARY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace t2s::reader {

/// Whether a word is one of a few.
template <std::size_t... N>
[[nodiscard]] constexpr bool is_one_of(std::string_view word, char const (&... words)[N]) noexcept {
  return ((word == std::string_view(words, N - 1)) || ...);
}

/// Whether a list has a word.
[[nodiscard]] constexpr bool has_word(auto const& list, std::string_view word) {
  return std::ranges::find(list, word) != std::ranges::end(list);
}

/// Phrases that mean the same, separated by '|'.
template <class Meaning>
struct phrase_group {
  Meaning means;
  std::string_view phrases;
};

/// A phrase of a group: its words, separated by spaces.
template <class Meaning>
struct phrase {
  std::string_view words{};
  Meaning means{};
};

/// Each phrase of the groups, in their order.
template <auto const& Groups>
[[nodiscard]] consteval auto phrases_of() {
  constexpr auto each = [](auto take) {
    for (auto const& g : Groups)
      for (std::size_t begin = 0, end = 0; end < g.phrases.size(); begin = end + 1) {
        end = std::min(g.phrases.find('|', begin), g.phrases.size());
        take(g.phrases.substr(begin, end - begin), g.means);
      }
  };
  constexpr auto count = [each] {
    std::size_t n = 0;
    each([&](auto, auto) { ++n; });
    return n;
  }();
  std::array<phrase<std::remove_cvref_t<decltype(Groups[0].means)>>, count> out{};
  each([&out, n = std::size_t(0)](auto words, auto means) mutable { out[n++] = {words, means}; });
  return out;
}

}  // namespace t2s::reader

#endif
