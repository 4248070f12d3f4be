// SPDX-License-Identifier: BSL-1.0
#include "word_difference.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "t2s/core/detail/text.hpp"

namespace cli {
namespace {

namespace text = t2s::text;
using side = text_piece::side;
using words = std::vector<std::string_view>;

constexpr std::size_t most_compared = 4'000'000;  ///< pairs of words: some 16 MB and 20 ms

bool is_word(char c) { return text::is_letter(c) || text::is_digit(c) || c == '_'; }

/// The number of bytes of the first word.
std::size_t word_size(std::string_view s) {
  std::size_t n = 1;
  if (s[0] == '\'') {
    auto const close = s.find('\'', 1);
    return close == s.npos ? s.size() : close + 1;
  }
  if (!is_word(s[0]) && !text::is_space(s[0])) return n;
  bool const space = text::is_space(s[0]);
  while (n < s.size() && (space ? text::is_space(s[n]) : is_word(s[n]))) ++n;
  return n;
}

words words_of(std::string_view s) {
  words all;
  for (; !s.empty(); s.remove_prefix(all.back().size())) all.push_back(s.substr(0, word_size(s)));
  return all;
}

void append(std::vector<text_piece>& to, side of, std::string_view word) {
  if (to.empty() || to.back().of != of) to.push_back({of, {}});
  to.back().text += word;
}

/// The lengths of the longest common subsequence of two texts' ends, from each pair of words on.
std::vector<std::uint32_t> common_lengths(words const& a, words const& b) {
  auto const width = b.size() + 1;
  std::vector<std::uint32_t> length((a.size() + 1) * width);
  for (auto i = a.size(); i-- > 0;)
    for (auto j = b.size(); j-- > 0;)
      length[i * width + j] =
          a[i] == b[j] ? length[(i + 1) * width + j + 1] + 1 : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
  return length;
}

/// Appends the changes between two lists of words.
void append_changes(std::vector<text_piece>& to, words const& a, words const& b) {
  std::size_t i = 0, j = 0;
  if (a.size() * b.size() <= most_compared) {
    auto const length = common_lengths(a, b);
    auto const width = b.size() + 1;
    while (i < a.size() && j < b.size()) {
      if (a[i] == b[j]) {
        append(to, side::both, a[i]);
        ++i, ++j;
      } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
        append(to, side::first, a[i++]);
      } else {
        append(to, side::second, b[j++]);
      }
    }
  }
  for (; i < a.size(); ++i) append(to, side::first, a[i]);
  for (; j < b.size(); ++j) append(to, side::second, b[j]);
}

/// Puts blanks between changes on both sides, and removals before additions.
std::vector<text_piece> joined(std::vector<text_piece> const& pieces) {
  std::vector<text_piece> out;
  std::string removed, added;
  auto const flush = [&] {
    if (!removed.empty()) out.push_back({side::first, std::exchange(removed, {})});
    if (!added.empty()) out.push_back({side::second, std::exchange(added, {})});
  };
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    auto const& p = pieces[i];
    bool const between = !(removed.empty() && added.empty()) && i + 1 < pieces.size();
    bool const is_blank = text::trim(p.text).empty();
    if (p.of == side::both && !(between && is_blank)) {
      flush();
      out.push_back(p);
    }
    if (p.of == side::first || (p.of == side::both && between && is_blank)) removed += p.text;
    if (p.of == side::second || (p.of == side::both && between && is_blank)) added += p.text;
  }
  flush();
  return out;
}

std::size_t common_front(words const& a, words const& b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

}  // namespace

std::vector<text_piece> word_difference(std::string_view from, std::string_view to) {
  auto a = words_of(from), b = words_of(to);
  std::vector<text_piece> out;
  auto const front = common_front(a, b);
  for (std::size_t i = 0; i < front; ++i) append(out, side::both, a[i]);
  a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(front));
  b.erase(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(front));
  words end;
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    end.push_back(a.back());
    a.pop_back();
    b.pop_back();
  }
  append_changes(out, a, b);
  for (auto word = end.rbegin(); word != end.rend(); ++word) append(out, side::both, *word);
  return joined(out);
}

std::string marked_difference(std::string_view from, std::string_view to, text_style const& style) {
  auto const pieces = word_difference(from, to);
  std::size_t kept = 0;
  std::string out;
  for (auto const& p : pieces) {
    if (p.of == side::both) kept += p.text.size();
    out += p.of == side::both ? p.text : p.of == side::first ? style.removed("[-" + p.text + "-]") : style.added("{+" + p.text + "+}");
  }
  return 3 * kept < to.size() ? std::string(to) : out;
}

}  // namespace cli
