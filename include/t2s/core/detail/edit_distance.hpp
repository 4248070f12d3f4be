// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_EDIT_DISTANCE_HPP
#define T2S_CORE_DETAIL_EDIT_DISTANCE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::detail {

/// The distance from one text to many others, as defined by `text::edit_distance`, ASCII case ignored.
///
/// A column of the table of distances is kept as bits of 64-bit words: Hyyro, "A bit-vector algorithm for computing Levenshtein and Damerau
/// edit distances", 2003. O(|text|) to build, O(|other| * ceil(|text| / 64)) for each distance; no allocation up to 64 bytes of text.
class edit_distances {
 public:
  explicit edit_distances(std::string_view text) : size_(text.size()), more_(text.empty() ? 0 : (text.size() - 1) / 64 * bytes) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      auto* where = i < 64 ? first_ : &more_[(i / 64 - 1) * bytes];
      auto const bit = std::uint64_t{1} << (i % 64);
      auto const c = static_cast<unsigned char>(text[i]), lower = static_cast<unsigned char>(c | 0x20U);
      where[c] |= bit;
      if (lower >= 'a' && lower <= 'z') where[c ^ 0x20U] |= bit;
    }
  }

  [[nodiscard]] std::size_t to(std::string_view other) const {
    if (size_ == 0) return other.size();
    auto distance = size_;
    column first;
    std::vector<column> more(more_.size() / bytes);
    for (char const c : other) {
      auto const at = static_cast<unsigned char>(c);
      auto step = first.advance(first_[at], carry(), last_bit(0));
      for (std::size_t i = 0; i < more.size(); ++i) step = more[i].advance(more_[i * bytes + at], step, last_bit(i + 1));
      distance += step.rises;
      distance -= step.falls;
    }
    return distance;
  }

 private:
  static constexpr std::size_t bytes = 256;

  /// Data that 64 rows pass to the next 64: the difference of their last row from the previous column, and the first half of a swap.
  struct carry {
    std::uint64_t rises = 1, falls = 0, swap = 0;
  };

  /// 64 rows of a column.
  struct column {
    std::uint64_t rises = ~std::uint64_t{0}, falls = 0, diagonal = 0, before = 0;

    carry advance(std::uint64_t here, carry in, unsigned last) noexcept {
      auto const missed = ~diagonal & here, either = here | in.falls;
      diagonal = (((missed << 1U) | in.swap) & before) | (((either & rises) + rises) ^ rises) | either | falls;
      auto right = falls | ~(diagonal | rises), left = diagonal & rises;
      carry const out{(right >> last) & 1U, (left >> last) & 1U, missed >> 63U};
      right = (right << 1U) | in.rises;
      left = (left << 1U) | in.falls;
      rises = left | ~(diagonal | right);
      falls = right & diagonal;
      before = here;
      return out;
    }
  };

  [[nodiscard]] unsigned last_bit(std::size_t word) const noexcept {
    return static_cast<unsigned>(word < more_.size() / bytes ? 63 : (size_ - 1) % 64);
  }

  std::size_t size_;
  std::uint64_t first_[bytes]{};     // for each byte: its positions in the first 64 of the text
  std::vector<std::uint64_t> more_;  // the same for each further 64
};

/// The index pairs of the longest common subsequence of two random-access sequences. O(|a| |b|).
inline std::vector<std::pair<std::size_t, std::size_t>> common_subsequence(auto const& a, auto const& b) {
  auto const width = b.size() + 1;
  std::vector<std::uint32_t> longest((a.size() + 1) * width);  // for the suffixes from i and j on
  for (auto i = a.size(); i-- > 0;)
    for (auto j = b.size(); j-- > 0;)
      longest[i * width + j] =
          a[i] == b[j] ? longest[(i + 1) * width + j + 1] + 1 : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();)
    if (a[i] == b[j])
      pairs.emplace_back(i++, j++);
    else
      ++(longest[(i + 1) * width + j] >= longest[i * width + j + 1] ? i : j);
  return pairs;
}

}  // namespace t2s::detail

#endif
