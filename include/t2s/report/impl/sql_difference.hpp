// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_SQL_DIFFERENCE_HPP
#define T2S_REPORT_IMPL_SQL_DIFFERENCE_HPP

#include "t2s/report/impl/markup.hpp"
#include "t2s/sql/token.hpp"

namespace t2s::evaluation::reporting {

/// A token or word of a query.
struct query_piece {
  std::string_view text{};
  bool exact = false;  ///< quoted: case counts
  bool differs = true;

  friend bool operator==(query_piece const& a, query_piece const& b) {
    return a.exact || b.exact ? a.text == b.text : text::same(a.text, b.text);
  }
};
using query_pieces = std::vector<query_piece>;

/// Nothing if the text has other tokens than SQL's.
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

/// Clears `differs` in a longest common subsequence. O(size of a * size of b); beyond a limit only a common beginning and a common end.
inline void mark_common(query_pieces& a, query_pieces& b) {
  constexpr std::size_t most_cells = 1'000'000;
  auto const match = [&](std::size_t i, std::size_t j) { a[i].differs = b[j].differs = false; };
  std::size_t begin = 0, a_end = a.size(), b_end = b.size();
  for (; begin < std::min(a_end, b_end) && a[begin] == b[begin]; ++begin) match(begin, begin);
  while (a_end > begin && b_end > begin && a[a_end - 1] == b[b_end - 1]) match(--a_end, --b_end);
  auto const rows = a_end - begin + 1, columns = b_end - begin + 1;
  if (rows * columns > most_cells) return;
  std::vector<std::uint32_t> lengths(rows * columns);
  auto const rest = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return lengths[(i - begin) * columns + (j - begin)]; };
  for (auto i = a_end; i-- > begin;)
    for (auto j = b_end; j-- > begin;) rest(i, j) = a[i] == b[j] ? rest(i + 1, j + 1) + 1 : std::max(rest(i + 1, j), rest(i, j + 1));
  for (auto i = begin, j = begin; i < a_end && j < b_end;) {
    if (a[i] == b[j])
      match(i++, j++);
    else
      ++(rest(i + 1, j) >= rest(i, j + 1) ? i : j);
  }
}

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
  mark_common(a, b);
  return {marked(gold, a), marked(predicted, b)};
}

}  // namespace t2s::evaluation::reporting

#endif
