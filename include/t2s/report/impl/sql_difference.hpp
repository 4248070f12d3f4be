// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_SQL_DIFFERENCE_HPP
#define T2S_REPORT_IMPL_SQL_DIFFERENCE_HPP

#include "t2s/core/text.hpp"
#include "t2s/report/impl/markup.hpp"
#include "t2s/sql/internal/token.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// A piece of a query, as it is compared with the other's.
struct query_piece {
  std::string_view text{};
  bool exact = false;  ///< quoted: case counts
  bool differs = true;

  friend bool operator==(query_piece const& a, query_piece const& b) {
    return a.exact || b.exact ? a.text == b.text : text::same(a.text, b.text);
  }
};
using query_pieces = std::vector<query_piece>;

/// Nothing if the text is not made of SQL's tokens.
inline query_pieces tokens_of(std::string const& sql) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, tokens);
  query_pieces pieces;
  for (auto const& t : tokens) {
    if (t.kind == sql::token_kind::illegal) return {};
    if (t.kind != sql::token_kind::end) pieces.push_back({t.view(), t.quoted != sql::quote::none});
  }
  return pieces;
}

inline query_pieces words_of(std::string_view s) {
  query_pieces pieces;
  for (s = text::trim(s); !s.empty(); s = text::trim(s)) {
    auto const end = static_cast<std::size_t>(std::ranges::find_if(s, text::is_space) - s.begin());
    pieces.push_back({s.substr(0, end)});
    s.remove_prefix(end);
  }
  return pieces;
}

/// Clears `differs` in a longest common subsequence. O(size of a * size of b), up to a limit beyond which all that is between a common
/// beginning and a common end differs.
class common_subsequence {
 public:
  common_subsequence(query_pieces& a, query_pieces& b) : a_(a), b_(b), a_end_(a.size()), b_end_(b.size()) {
    for (; begin_ < std::min(a_end_, b_end_) && a[begin_] == b[begin_]; ++begin_) match(begin_, begin_);
    while (a_end_ > begin_ && b_end_ > begin_ && a[a_end_ - 1] == b[b_end_ - 1]) match(--a_end_, --b_end_);
    if (rows() * columns() > most_cells) return;
    measure();
    walk();
  }

 private:
  static constexpr std::size_t most_cells = 1'000'000;

  [[nodiscard]] std::size_t rows() const { return a_end_ - begin_ + 1; }
  [[nodiscard]] std::size_t columns() const { return b_end_ - begin_ + 1; }

  /// The length for what is left of both from there on.
  [[nodiscard]] std::uint32_t& left(std::size_t i, std::size_t j) { return lengths_[(i - begin_) * columns() + (j - begin_)]; }

  void match(std::size_t i, std::size_t j) { a_[i].differs = b_[j].differs = false; }

  void measure() {
    lengths_.assign(rows() * columns(), 0);
    for (auto i = a_end_; i-- > begin_;)
      for (auto j = b_end_; j-- > begin_;) left(i, j) = a_[i] == b_[j] ? left(i + 1, j + 1) + 1 : std::max(left(i + 1, j), left(i, j + 1));
  }

  void walk() {
    for (auto i = begin_, j = begin_; i < a_end_ && j < b_end_;) {
      if (a_[i] == b_[j])
        match(i++, j++);
      else if (left(i + 1, j) >= left(i, j + 1))
        ++i;
      else
        ++j;
    }
  }

  query_pieces& a_;
  query_pieces& b_;
  std::size_t begin_ = 0, a_end_, b_end_;
  std::vector<std::uint32_t> lengths_{};
};

/// The text, with neighbours that differ under one mark.
inline std::string marked(std::string const& text, query_pieces const& pieces) {
  std::string out;
  std::size_t done = 0;
  bool open = false;
  for (auto const& p : pieces) {
    auto const begin = static_cast<std::size_t>(p.text.data() - text.data());
    if (open && !p.differs) out += "</mark>";
    out += escaped(std::string_view(text).substr(done, begin - done));
    if (!open && p.differs) out += "<mark>";
    open = p.differs;
    out += escaped(p.text);
    done = begin + p.text.size();
  }
  if (open) out += "</mark>";
  return out + escaped(std::string_view(text).substr(done));
}

/// Both queries as markup.
inline std::pair<std::string, std::string> marked_queries(std::string const& gold, std::string const& predicted) {
  auto a = tokens_of(gold), b = tokens_of(predicted);
  if (a.empty() || b.empty()) {
    a = words_of(gold);
    b = words_of(predicted);
  }
  common_subsequence{a, b};
  return {marked(gold, a), marked(predicted, b)};
}

}  // namespace t2s::evaluation::reporting

#endif
