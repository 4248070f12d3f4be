// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_TEXT_LIST_HPP
#define T2S_LAB_STUDIES_DETAIL_TEXT_LIST_HPP

#include "t2s/core/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::studies {

/// Many texts in little memory: 12 bytes for each in addition to the text. Reading is thread safe.
class text_list {
 public:
  /// Adds one. Throws `error` with `invalid_argument` for a text of 4 GiB or more.
  void add(std::string_view text) {
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) throw error(errc::invalid_argument, "a text has 4 GiB", "shorten it");
    if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < text.size())
      blocks_.emplace_back().reserve(std::max(text.size(), block_bytes));
    auto& to = blocks_.back();
    places_.push_back(
        {static_cast<std::uint32_t>(blocks_.size() - 1), static_cast<std::uint32_t>(to.size()), static_cast<std::uint32_t>(text.size())});
    to += text;
  }

  /// The text at an index below `size()`; valid until the list is assigned to or destroyed.
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    auto const& at = places_[i];
    return std::string_view(blocks_[at.block]).substr(at.offset, at.bytes);
  }
  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }  ///< number of texts

 private:
  struct place {
    std::uint32_t block, offset, bytes;
  };
  static constexpr std::size_t block_bytes = std::size_t{1} << 20U;

  std::vector<std::string> blocks_{};
  std::vector<place> places_{};
};

}  // namespace t2s::studies

#endif
