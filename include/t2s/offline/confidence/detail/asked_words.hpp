// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_ASKED_WORDS_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_ASKED_WORDS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/offline/reader/detail/cues.hpp"
#include "t2s/retrieve/detail/tokens.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::confidence::detail {

/// The words of a question, quoted ones in lower case, too.
class asked_words {
 public:
  explicit asked_words(std::span<retrieve::token const> tokens) {
    words_.reserve(tokens.size());
    for (auto const& t : tokens) words_.push_back(t.is == retrieve::token::kind::quoted ? text::lower(t.text) : t.text);
  }

  [[nodiscard]] std::string const& operator[](std::size_t t) const { return words_[t]; }

  /// Whether a word is in a list separated by blanks; false after the last word.
  [[nodiscard]] bool is(std::size_t t, std::string_view list) const {
    return t < words_.size() && reader::detail::is_one_of(words_[t], list);
  }
  /// Whether any word is.
  [[nodiscard]] bool has(std::string_view list) const {
    std::size_t t = 0;
    while (t < words_.size() && !is(t, list)) ++t;
    return t < words_.size();
  }

 private:
  std::vector<std::string> words_{};
};

}  // namespace t2s::confidence::detail

#endif
