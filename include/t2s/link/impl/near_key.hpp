// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_NEAR_KEY_HPP
#define T2S_LINK_IMPL_NEAR_KEY_HPP

#include "t2s/core/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Which of very many keys are within a few edits of another.
namespace t2s::link::detail {

/// What letters and digits a key has: a bit for one of a kind, for letters another for two. An edit takes at most one bit and gives at most
/// one.
inline std::uint64_t signature_of(std::string_view key) noexcept {
  std::uint64_t once = 0, twice = 0;
  for (char const c : key) {
    if (c == ' ') continue;
    auto const at = c >= 'a' && c <= 'z' ? c - 'a' : text::is_digit(c) ? 26 + c - '0' : 36;
    auto const bit = std::uint64_t{1} << static_cast<unsigned>(at);
    if (at < 26) twice |= once & bit;
    once |= bit;
  }
  return once | twice << 37U;
}

inline bool may_be_near(std::uint64_t a, std::uint64_t b, std::size_t edits) noexcept {
  auto const most = static_cast<int>(edits);
  return std::popcount(a & ~b) <= most && std::popcount(b & ~a) <= most;
}

/// How many edits a misspelling may have.
inline std::size_t edits_allowed(std::size_t letters) noexcept { return std::min<std::size_t>(letters / 4, 8); }

/// `text::edit_distance` where it is at most `limit`, else a greater number: only cells near the diagonal are looked at, and no row behind
/// one that has none within the limit.
inline std::size_t edits_within(std::string_view a, std::string_view b, std::size_t limit) {
  auto const far = limit + 1;
  std::vector<std::size_t> before(b.size() + 1, far), last(b.size() + 1, far), row(b.size() + 1, far);
  for (std::size_t j = 0; j <= std::min(b.size(), limit); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::ranges::fill(row, far);
    auto const first = i > limit ? i - limit : 0, end = std::min(b.size(), i + limit);
    for (auto j = first; j <= end; ++j) {
      row[j] = last[j] + 1;
      if (j == 0) continue;
      row[j] = std::min({row[j], row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      bool const swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    if (std::ranges::min(row) > limit && std::ranges::min(last) > limit) return far;
    std::swap(before, last);
    std::swap(last, row);
  }
  return std::min(last[b.size()], far);
}

/// The edits from one key to many others: the columns of the table as bits of a word, after Hyyro, where the key fits into one.
class edits_of {
 public:
  explicit edits_of(std::string key) : key_(std::move(key)) {
    if (fits())
      for (std::size_t i = 0; i < key_.size(); ++i) places_[static_cast<unsigned char>(key_[i])] |= std::uint64_t{1} << i;
  }

  [[nodiscard]] std::string const& key() const noexcept { return key_; }

  /// `text::edit_distance` where it is at most `limit`, else a greater number.
  [[nodiscard]] std::size_t to(std::string_view other, std::size_t limit) const {
    if (!fits()) return edits_within(key_, other, limit);
    std::uint64_t rises = ~std::uint64_t{0}, falls = 0, diagonal = 0, before = 0;
    auto const last = std::uint64_t{1} << (key_.size() - 1);
    auto distance = key_.size();
    for (char const c : other) {
      auto const here = places_[static_cast<unsigned char>(c)];
      auto const swapped = ((~diagonal & here) << 1U) & before;
      diagonal = swapped | (((here & rises) + rises) ^ rises) | here | falls;
      auto right = falls | ~(diagonal | rises), left = diagonal & rises;
      distance += (right & last) != 0 ? 1U : 0U;
      distance -= (left & last) != 0 ? 1U : 0U;
      right = (right << 1U) | 1U;
      left <<= 1U;
      rises = left | ~(diagonal | right);
      falls = right & diagonal;
      before = here;
    }
    return distance;
  }

 private:
  [[nodiscard]] bool fits() const noexcept { return !key_.empty() && key_.size() <= 64; }

  std::string key_;
  std::array<std::uint64_t, 256> places_{};
};

}  // namespace t2s::link::detail

#endif
